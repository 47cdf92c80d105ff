import { expect, test } from './support/shop.ts';

test.use({ javaScriptEnabled: false });

test('the shop can be used, and says what is missing', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('.card')).toHaveCount(24);
  await expect(page.locator('.card').first()).toContainText('Customer reviews');
  await page.getByRole('link', { name: 'Tide Mug, Seafoam' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Mug, Seafoam');
  await expect(page.locator('plaudit-product-reviews')).toContainText('Reviews and photos from customers appear here.');
  await expect(page.locator('plaudit-product-reviews')).not.toContainText('No reviews yet', { useInnerText: true });
  await page.getByText('Show the HTML').first().click();
  await expect(page.getByRole('region', { name: 'The HTML for the line of stars' })).toContainText(
    '<plaudit-stars sku="DEMO-001">',
  );
});
