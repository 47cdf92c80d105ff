import { expectAccessible } from './support/accessibility.ts';
import { expect, reviewsOf, starsOf, test } from './support/shop.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 860 } });

      test('the category page is accessible', async ({ page }) => {
        await page.goto('/');
        await expect(starsOf(page)).toHaveCount(24);
        await page.getByText('Show the HTML').first().click();
        await expectAccessible(page);
      });

      test('the product page is accessible', async ({ page }) => {
        await page.goto('/products/demo-001');
        await reviewsOf(page);
        await page.getByText('Write a review').first().click();
        const onward = width === 360 ? 'Next' : 'Send review';
        await expect(page.locator('plaudit-review-form').getByRole('button', { name: onward })).toBeVisible();
        await expectAccessible(page);
      });

      test('the page of the shop is accessible', async ({ page }) => {
        await page.goto('/about');
        await expect(page.locator('plaudit-write-review').getByRole('link')).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
