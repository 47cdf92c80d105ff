/** From a rendered list to the page for asking and back, where no script runs; and that nothing of it is left where one does. */
import type { Page } from '@playwright/test';
import { test } from './support/elsewhere.ts';
import { expect, expectNoSidewaysScrolling } from './support/shop.ts';

/** Of a product that no other test looks at: what is asked stays. */
const fragment = '/render/plaudit-questions?sku=DEMO-012';

const page = (body: string, script = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title>${script}</head><body><main><h1>Mug</h1>${body}</main></body></html>`;

const askLink = (tab: Page) => tab.getByRole('link', { name: 'Ask a question' });

test.beforeEach(async ({ elsewhere }) => {
  // A list waits for nothing, so its first page may have come before the link did.
  await expect.poll(async () => (await elsewhere.include(`${fragment}&locale=en`)).includes('/ask/')).toBe(true);
});

test.describe('without JavaScript', () => {
  // A form with mistakes is answered 400.
  test.use({ javaScriptEnabled: false, allowedFaults: [/status of 400 .*\/ask\//] });

  test('a shopper asks, is told what happens next, and finds the question in the list', async ({
    page: tab,
    elsewhere,
  }) => {
    const open = async () =>
      tab.goto(elsewhere.put('/asking', { html: page(await elsewhere.include(`${fragment}&locale=en`)) }));
    const text = `Does it go into the oven, number ${Date.now()}?`;
    await open();
    await expect(tab.getByText(text)).toHaveCount(0);
    await askLink(tab).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('What would you like to know?');
    await expect(tab.getByRole('heading', { level: 2 })).toContainText('Ember Candle');
    await tab.getByRole('button', { name: 'Send question' }).click();
    await expect(tab.getByRole('alert').getByRole('link')).toHaveText(['Write your question', 'Give your name']);
    await tab.getByLabel('Your question').fill(text);
    await tab.getByLabel('Your name').fill('Jane Doe');
    await tab.getByRole('button', { name: 'Send question' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Thank you');
    await expect(tab.getByText('Your question is published.')).toBeVisible();
    await expect(tab.getByRole('link', { name: /^Go to / })).toHaveAttribute('href', /\/products\/demo-012$/);
    // The proxy finds what was written elsewhere with its next look at the newest questions.
    await expect
      .poll(async () => (await open(), tab.getByRole('article', { name: text }).count()), { timeout: 240_000 })
      .toBe(1);
  });

  for (const [width, colorScheme, locale] of [
    [320, 'light', 'de'],
    [360, 'light', 'en'],
    [360, 'dark', 'ar'],
    [1280, 'dark', 'en'],
    [1280, 'light', 'ar'],
  ] as const)
    test(`the page for asking fits into ${width} pixels, ${colorScheme}, ${locale}`, async ({
      page: tab,
      elsewhere,
    }) => {
      await tab.setViewportSize({ width, height: 900 });
      await tab.emulateMedia({ colorScheme });
      const html = await elsewhere.include(`${fragment}&locale=${locale}&theme=${colorScheme}`);
      await tab.goto(elsewhere.put(`/asking-${width}-${locale}`, { html: page(html) }));
      const link = tab.locator('a[href*="/ask/"]');
      await expect(link).toHaveCount(1);
      // As high as the button of the element.
      expect((await link.boundingBox())!.height).toBeGreaterThan(35);
      await link.click();
      await expect(tab.locator('html')).toHaveAttribute('lang', locale);
      await expect(tab.locator('.what img')).toBeVisible();
      await expectNoSidewaysScrolling(tab);
      await tab.locator('.send button').click();
      await expect(tab.getByRole('alert')).toBeVisible();
      await expectNoSidewaysScrolling(tab);
    });
});

test('where scripts run the element asks by itself, and no link is seen', async ({ page: tab, elsewhere }) => {
  const script = `<script type="module" src="${elsewhere.proxy}/plaudit.js"></script>`;
  await tab.goto(
    elsewhere.put('/asking-script', { html: page(await elsewhere.include(`${fragment}&locale=en`), script) }),
  );
  await expect(tab.getByRole('button', { name: 'Ask a question' })).toBeVisible();
  await expect(askLink(tab)).toHaveCount(0);
});
