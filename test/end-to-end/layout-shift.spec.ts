import type { Page } from '@playwright/test';
import { expect, reviewsOf, starsOf, test } from './support/shop.ts';

const MOST = 0.01;

/** A phone in a lift: 400 kbit/s, and every answer takes 400 ms to begin. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; sources: string[] }[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] };
        if (!hadRecentInput) shifts.push({ value, sources: sources.map(({ node }) => node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectStill(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: { value: number; sources: string[] }[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(MOST);
}

for (const width of [360, 1280]) {
  test.describe(`over a slow line at ${width} px`, () => {
    test.use({ viewport: { width, height: 780 } });
    test.beforeEach(async ({ page }) => {
      await slowDown(page);
      await watchShifts(page);
    });

    test('nothing moves on the category page', async ({ page }) => {
      await page.goto('/');
      await expect(starsOf(page)).toHaveCount(24);
      await expectStill(page);
    });

    test('nothing moves on the product page', async ({ page }) => {
      await page.goto('/products/demo-001');
      await expect(starsOf(page.locator('.product'))).toBeVisible();
      const reviews = await reviewsOf(page);
      await expect(reviews.getByRole('article')).toHaveCount(10);
      await expectStill(page);
    });

    test('nothing moves on the page of the shop', async ({ page }) => {
      await page.goto('/about');
      await expect(page.locator('plaudit-write-review').getByRole('link')).toBeVisible();
      await expectStill(page);
    });
  });
}
