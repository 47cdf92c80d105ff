import type { Page } from '@playwright/test';
import { shiftsOf, slowDown, sumOf, watchShifts } from './support/shifts.ts';
import { expect, reviewsOf, starsOf, test } from './support/shop.ts';

const MOST = 0.01;

async function expectStill(page: Page): Promise<void> {
  const shifts = await shiftsOf(page);
  expect(sumOf(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(MOST);
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
