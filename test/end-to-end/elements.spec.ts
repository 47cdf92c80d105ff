/** The pages where each element can be tried: what is chosen there is what the element does. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoSidewaysScrolling, test } from './support/shop.ts';

/** Without the token of a customer this one shows what stands between its tags, and nothing else. */
const silent = new Set(['plaudit-edit-review']);

async function elementsOnShow(page: Page): Promise<string[]> {
  const { modules } = (await (await page.request.get('/custom-elements.json')).json()) as {
    modules: Array<{ declarations?: Array<{ tagName?: string }> }>;
  };
  return modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
}

for (const width of [360, 1280]) {
  test(`every element has a page where it is alive, at ${width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 860 });
    const tags = await elementsOnShow(page);
    expect(tags.length).toBeGreaterThanOrEqual(5);
    await page.goto('/elements');
    for (const tag of tags) await expect(page.getByRole('main').getByRole('link', { name: tag })).toBeVisible();
    for (const tag of tags) {
      await page.goto(`/elements/${tag}`);
      if (!silent.has(tag)) await expect(page.locator('[data-heard]')).toContainText('plaudit-ready');
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    }
  });
}

test('what is chosen beside an element is what it shows, and what is pasted', async ({ page }) => {
  await page.goto('/elements/plaudit-star-summary');
  const element = page.locator('[data-stage] plaudit-star-summary');
  const pasted = page.locator('[data-pasted]');
  await expect(element).toContainText('300');
  await page.getByLabel('sku').fill('DEMO-024');
  await expect(element).toContainText('No reviews yet');
  await expect(pasted).toContainText('<plaudit-star-summary sku="DEMO-024">');
  await page.getByLabel('Language').selectOption('de');
  await expect(element).toContainText('Noch keine Bewertungen');
  await page.getByLabel('Theme').selectOption('dark');
  await expect(pasted).toContainText('theme="dark"');
  await page.getByLabel('star-color').fill('#aa0000');
  await expect(pasted).toContainText('--plaudit-star-color: #aa0000;');
  await page.getByLabel('Width').selectOption('320');
  await expect(page.locator('[data-stage]')).toHaveCSS('inline-size', '320px');
});
