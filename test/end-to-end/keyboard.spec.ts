import { expect, reviewsOf, starsOf, test } from './support/shop.ts';

test('from the front page to a product by keyboard', async ({ page }) => {
  await page.goto('/');
  await expect(starsOf(page)).toHaveCount(24);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const product = page.getByRole('link', { name: 'Tide Mug, Ink' });
  for (let presses = 0; presses < 30 && !(await product.evaluate((link) => link === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(product).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Mug, Ink');
});

test('sorting, filtering, and looking at photos by keyboard', async ({ page }) => {
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);

  await reviews.getByRole('combobox', { name: 'Sort by' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(reviews.getByRole('combobox', { name: 'Sort by' })).toHaveValue('oldest');

  // After the sort comes the row of filters: the five stars, then the photos.
  await page.keyboard.press('Tab');
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowRight');
  const withPhotos = reviews.getByRole('button', { name: /^With photos/ });
  await expect(withPhotos).toBeFocused();
  await page.keyboard.press('Space');
  await expect(withPhotos).toHaveAttribute('aria-pressed', 'true');
  await expect(reviews.getByRole('heading', { name: '300 reviews', exact: true })).toBeHidden();
  await expect(withPhotos).toBeFocused();

  const photo = reviews.locator('[part=photos] button').first();
  await photo.focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Customer photos' });
  await expect(lightbox).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox).toContainText('Photo 2 of');
  await page.keyboard.press('Escape');
  await expect(lightbox).toBeHidden();
  await expect(photo).toBeFocused();
});
