/** A long list on a phone: the line that stays at the top of the window. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf, showMore, test } from './support/shop.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const lineOf = (page: Page): Locator => page.locator('plaudit-product-reviews .summary-line');

interface Summed {
  readonly digest?: object | null;
}

/** Opens a product with 300 reviews, and waits for the line, which does not show yet. */
async function open(page: Page): Promise<Locator> {
  // The shop has just begun to mirror, and cannot sum up yet.
  const summary = '/v1/businesses/-/product/reviews?sku=DEMO-001&count=1&digest=1';
  await expect.poll(async () => ((await (await page.request.get(summary)).json()) as Summed).digest).toBeTruthy();
  await page.goto('/products/demo-001');
  const list = await reviewsOf(page);
  await expect(lineOf(page)).toBeAttached();
  return list;
}

test('the average, the number and a way to the filters stay in view, and take no room', async ({ page }) => {
  const list = await open(page);
  const line = lineOf(page);
  const topOf = (selector: string) => list.locator(selector).evaluate((part) => part.getBoundingClientRect().top);
  expect(await topOf('.overview')).toBe(await topOf('.base'));
  await expect(line).toBeHidden();
  await list.getByRole('article').nth(8).scrollIntoViewIfNeeded();
  await expect(line).toBeVisible();
  expect((await line.boundingBox())!.y).toBe(0);
  await expect(line).toHaveText(/^\s*4\.\d\s+10 of 300 reviews\s+Filter\s*$/);
  for (const shown of [20, 30]) {
    await showMore(list);
    await expect(line).toContainText(`${shown} of 300 reviews`);
  }
  // Of the colour of the page.
  const behind = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await expect(line).toHaveCSS('background-color', behind);
  await expectAccessible(page);
  await expectNoSidewaysScrolling(page);
  const filter = line.getByRole('button', { name: 'Filter' });
  expect((await filter.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await filter.tap();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^5 stars/ }).tap();
  await expect(sheet).not.toContainText('300 reviews');
  await sheet.getByRole('button', { name: 'Show the reviews' }).tap();
  await expect(sheet).toHaveCount(0);
  await expect(list.getByRole('heading', { name: /^\d+ reviews$/ })).toBeFocused();
  await expect(list.getByRole('heading', { name: /^\d+ reviews$/ })).toBeInViewport();
  await expect(line).toBeHidden();
});

test('a page leaves room for a header of its own, or does without the line', async ({ page }) => {
  const list = await open(page);
  const line = lineOf(page);
  const set = (property: string, value: string) =>
    list.evaluate((element, [name, to]) => element.style.setProperty(name!, to!), [property, value]);
  await set('--plaudit-sticky-top', '60px');
  await list.getByRole('article').nth(8).scrollIntoViewIfNeeded();
  await expect(line).toBeVisible();
  expect((await line.boundingBox())!.y).toBe(60);
  await set('--plaudit-summary-line', 'none');
  await expect(line).toBeHidden();
});

for (const [where, style] of [
  ['in a box that scrolls', 'height: 600px; overflow: auto'],
  ['in a box that is transformed', 'transform: translateX(0)'],
] as const)
  test(`there is no line ${where}`, async ({ page }) => {
    await page.addInitScript((css) => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('plaudit-product-reviews')!.parentElement!.style.cssText = css;
      });
    }, style);
    const late = page.waitForResponse(/summary-line-/);
    await page.goto('/products/demo-001');
    const list = await reviewsOf(page);
    await late;
    await list.getByRole('article').nth(8).scrollIntoViewIfNeeded();
    await expect(lineOf(page)).toHaveCount(0);
  });

test('it goes with its product, and is not there for a short list', async ({ page }) => {
  const list = await open(page);
  await list.getByRole('article').nth(8).scrollIntoViewIfNeeded();
  await expect(lineOf(page)).toBeVisible();
  await list.evaluate((element) => element.setAttribute('page-size', '3'));
  await list.evaluate((element) => element.setAttribute('sku', 'DEMO-002'));
  await expect(list.getByRole('article')).toHaveCount(3);
  await expect(lineOf(page)).toHaveCount(0);
});

test('in forced colours it has a border, and with motion it fades', async ({ page }) => {
  const list = await open(page);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' });
  await list.getByRole('article').nth(8).scrollIntoViewIfNeeded();
  await expect(lineOf(page)).toBeVisible();
  await expect(lineOf(page)).toHaveCSS('border-block-end-style', 'solid');
  await expect(lineOf(page)).toHaveCSS('transition-duration', '0.15s, 0.15s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(lineOf(page)).toHaveCSS('transition-duration', '0s');
});
