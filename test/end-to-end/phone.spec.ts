/** On a phone: a review from the first star to the list, and the photos of others, by touch and by keyboard. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessibility.ts';
import { expectLargeEnough } from './support/fingers.ts';
import { shiftsOf, sumOf, watchShifts } from './support/shifts.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf, test } from './support/shop.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const photo = async () => ({
  name: 'trowel.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 700, channels: 3, background: '#7d9a86' } })
    .jpeg()
    .toBuffer(),
});

/** What holds in every step. */
async function expectStep(page: Page, form: Locator, step: RegExp): Promise<void> {
  await expect(form.locator('p.guide')).toContainText(step);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await expectLargeEnough(form.locator('button:visible, .button:visible, .text:visible'));
}

test('a review is written by touch, a question at a time, and stands in the list', async ({ page }) => {
  await page.goto('/products/demo-022');
  await page.getByText('Write a review').first().tap();
  const form = page.locator('plaudit-review-form');
  const next = form.getByRole('button', { name: 'Next' });
  await expectStep(page, form, /Step 1 of \d/);
  await form.locator('.rate label').nth(3).tap();
  await expect(form.getByRole('radio', { name: '4 stars – Good' })).toBeChecked();
  await next.tap();
  await expectStep(page, form, /What would you tell a friend\?/);
  await form.getByRole('textbox', { name: 'Your review' }).fill('It has not bent yet, and our soil is mostly stones.');
  await next.tap();
  await expectStep(page, form, /in one line/);
  await form.getByRole('textbox', { name: 'Headline' }).fill('Stones are no match for it');
  await next.tap();
  const step = form.locator('p.guide');
  const chooser = form.locator('input[type=file]');
  while (!(await chooser.isVisible())) {
    await form.locator('select:visible').selectOption({ index: 1 });
    await next.tap();
  }
  await chooser.setInputFiles([
    { name: 'hut.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    await photo(),
  ]);
  await expect(form).toContainText('hut.gif is of the type GIF; JPEG, PNG and WebP work.');
  await form.getByRole('textbox', { name: 'Caption for photo 1' }).fill('Between the stones');
  await expectStep(page, form, /Step/);
  await next.tap();
  await form.getByRole('textbox', { name: /^First name/ }).fill('Henrike');
  await expectStep(page, form, /Which name/);
  // Back and forth again: everything is still there.
  await form.getByRole('button', { name: 'Back' }).tap();
  await expect(form.getByRole('textbox', { name: 'Caption for photo 1' })).toHaveValue('Between the stones');
  await next.tap();
  await expect(form.getByRole('textbox', { name: /^First name/ })).toHaveValue('Henrike');
  await expect(step).toContainText('Which name');
  await form.getByRole('button', { name: 'Send review' }).tap();
  await expect(form.getByRole('heading', { name: /Thank you/ })).toBeFocused();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'See it among the reviews' }).tap();
  const review = page.locator('plaudit-product-reviews').getByRole('article', { name: 'Stones are no match for it' });
  await expect(review).toBeFocused();
  await expect(review).toBeInViewport();
});

test('a review is written by keyboard alone', async ({ page }) => {
  await page.goto('/products/demo-021#plaudit-rate=5');
  const form = page.locator('plaudit-review-form');
  // The link in a mail has chosen the stars, and the focus is where one goes on.
  await expect(form.getByRole('textbox', { name: 'Your review' })).toBeFocused();
  await expect(form.locator('[name=rating][value="5"]')).toBeChecked();
  await page.keyboard.type('I drink from nothing else.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByRole('textbox', { name: 'Headline' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Please fill in this field.');
  await page.keyboard.type('My mug');
  await page.keyboard.press('Enter');
  const chooser = form.locator('input[type=file]');
  while (!(await chooser.isVisible())) {
    // What the shop asks about the product: a choice, or a few words.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('a');
    await form.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Space');
  }
  await expect(chooser).toBeFocused();
  await form.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Space');
  await expect(form.getByRole('textbox', { name: /^First name/ })).toBeFocused();
  await page.keyboard.type('Ines');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('heading', { name: /Thank you/ })).toBeFocused();
});

test('what is beside a review is large enough for fingers, and reporting takes no line of its own', async ({
  page,
}) => {
  // The shop has just begun to mirror, and cannot sum up yet.
  const summary = '/v1/businesses/-/product/reviews?sku=DEMO-001&count=1&digest=1';
  await expect.poll(async () => (await page.request.get(summary)).text()).toContain('"digest":{');
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  const review = reviews.locator('.list article').first();
  const report = review.getByRole('button', { name: 'Report' });
  await expect(report).toBeVisible();
  await expectLargeEnough(report.or(review.locator('.chip, .link, .link-to')), ['width', 'height']);
  const middle = async (button: Locator) => {
    const { y, height } = (await button.boundingBox())!;
    return Math.round(y + height / 2);
  };
  const helpful = await middle(review.getByRole('button', { name: /^Helpful/ }));
  expect(await middle(review.getByRole('button', { name: /^Not helpful/ }))).toBe(helpful);
  expect(await middle(report)).toBe(helpful);
});

test('rows of the summary are high enough for fingers, and move nothing when they come', async ({ page }) => {
  await watchShifts(page);
  await page.goto('/products/demo-001');
  const summary = page.locator('plaudit-star-summary[sku]');
  await summary.scrollIntoViewIfNeeded();
  const rows = summary.getByRole('button');
  await expect(rows).toHaveCount(5);
  await expectLargeEnough(rows);
  expect(sumOf(await shiftsOf(page))).toBeLessThanOrEqual(0.01);
});

test('photos of others, by touch', async ({ page }) => {
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  const thumbnail = reviews.locator('article [part=photos] button').first();
  await thumbnail.scrollIntoViewIfNeeded();
  const at = await page.evaluate(() => scrollY);
  await thumbnail.tap();
  const dialog = page.getByRole('dialog', { name: 'Customer photos' });
  await expect(dialog.getByRole('img', { name: /out of 5 stars/ })).toBeVisible();
  await expectAccessible(page);
  await expectLargeEnough(dialog.locator('button:visible'));
  await dialog.getByRole('button', { name: /^See all \d+/ }).tap();
  await expectAccessible(page);
  await dialog.getByRole('listitem').nth(2).tap();
  await expect(dialog).toContainText('Photo 3 of');
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(at);
});

for (const width of [360, 320])
  test(`with text twice as large no page of the shop is wider than a phone of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ['/products/demo-001', '/', '/lighting', '/basket', '/about', '/elements']) {
      await page.goto(path);
      await page.locator('html').evaluate((root) => void (root.style.fontSize = '200%'));
      if (path.startsWith('/products'))
        await (await reviewsOf(page)).getByRole('article').last().scrollIntoViewIfNeeded();
      const stars = page.locator('plaudit-stars').last();
      if ((await stars.count()) > 0) {
        await stars.scrollIntoViewIfNeeded();
        await expect(stars.getByRole('img').last()).toBeVisible();
      }
      expect(await page.evaluate(() => document.scrollingElement!.scrollWidth), path).toBeLessThanOrEqual(width);
    }
  });

test('with text twice as large the search and the button of the filters do not cover each other', async ({ page }) => {
  await page.goto('/products/demo-001');
  const bar = (await reviewsOf(page)).locator('.bar');
  await page.locator('html').evaluate((root) => void (root.style.fontSize = '200%'));
  const field = (await bar.locator('.field').first().boundingBox())!;
  const button = (await bar.getByRole('button', { name: /^Filter/ }).boundingBox())!;
  expect(field.x + field.width <= button.x || field.y + field.height <= button.y).toBe(true);
  expect(button.x + button.width).toBeLessThanOrEqual(360);
});
