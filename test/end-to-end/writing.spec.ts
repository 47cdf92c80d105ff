/** What shoppers leave behind goes the whole way to the review service, and is there when the page is opened again. */
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, reviewsOf, test } from './support/shop.ts';

/** After three writes in an hour an address is asked for a proof of work; this page allows no worker for it. */
test.use({ allowedFaults: [/429 \(Too Many Requests\)|TrustedScriptURL/] });

/** Milliseconds within which what was written must have come back through the proxy's copy. */
const COMES_BACK = 240_000;

/** The proxy's own copy is asked, not the browser's. */
async function reload(page: Page): Promise<Locator> {
  await page.reload();
  return reviewsOf(page);
}

const votesFor = async (review: Locator): Promise<number> =>
  Number(/\d+/.exec(await review.getByRole('button', { name: /^Helpful/ }).innerText())?.[0] ?? 0);

test('a vote comes back after a reload', async ({ page }) => {
  await page.goto('/products/demo-006');
  const title = await (await reviewsOf(page)).getByRole('article').nth(1).getAttribute('aria-label');
  const review = page.locator('plaudit-product-reviews').getByRole('article', { name: title!, exact: true }).first();
  const before = await votesFor(review);

  await review.getByRole('button', { name: /^Helpful/ }).click();
  await expect(review).toContainText(/Thank you/);
  expect(await votesFor(review)).toBe(before + 1);

  await expect(async () => {
    await reload(page);
    expect(await votesFor(review)).toBe(before + 1);
  }).toPass({ timeout: COMES_BACK });
});

test('a review with a photo comes back after a reload', async ({ page }) => {
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#7d9a86' } })
    .jpeg()
    .toBuffer();
  await page.goto('/products/demo-023');
  await page.getByText('Write a review').first().click();
  const form = page.locator('plaudit-review-form');
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await form.getByRole('textbox', { name: 'Headline' }).fill('Dug the whole bed with it');
  await form
    .getByRole('textbox', { name: /^Your review/ })
    .fill('The handle is longer than I thought, which my back is thankful for. Soil does not stick to it.');
  await form.locator('input[type=file]').setInputFiles({ name: 'trowel.jpg', mimeType: 'image/jpeg', buffer: photo });
  await form.getByRole('textbox', { name: 'Caption for photo 1' }).fill('After the potatoes');
  await form.getByRole('textbox', { name: /^First name/ }).fill('Ottilie');
  await form.getByRole('textbox', { name: /^Last name/ }).fill('Brandt');
  await form.getByRole('button', { name: 'Send review' }).click();
  await expect(form.getByRole('heading', { name: /Thank you/ })).toBeVisible();

  await expect(async () => {
    const review = (await reload(page)).getByRole('article', { name: 'Dug the whole bed with it' });
    await expect(review).toContainText('Ottilie B.', { timeout: 2_000 });
    await expect(review.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    const image = review.getByRole('img', { name: 'After the potatoes' });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth), { timeout: 5_000 })
      .toBeGreaterThan(0);
  }).toPass({ timeout: COMES_BACK });
});

/** Runs in the page. */
const countKeptPhotos = (): Promise<number> =>
  new Promise((resolve) => {
    const opening = indexedDB.open('plaudit');
    opening.onsuccess = () => {
      const counting = opening.result.transaction('photos').objectStore('photos').count();
      counting.onsuccess = () => {
        opening.result.close();
        resolve(counting.result);
      };
    };
  });

test('a draft is there after a reload with its photo, and says so', async ({ page }) => {
  await page.goto('/products/demo-022');
  await page.getByText('Write a review').first().click();
  const form = page.locator('plaudit-review-form');
  await form.getByRole('textbox', { name: /^Your review/ }).fill('Stands\nwithout a wobble.');
  const buffer = await sharp({ create: { width: 90, height: 70, channels: 3, background: '#7d9a86' } })
    .png()
    .toBuffer();
  await form.locator('input[type=file]').setInputFiles({ name: 'table.png', mimeType: 'image/png', buffer });
  await form.getByRole('textbox', { name: 'Caption for photo 1' }).fill('In the hall');
  await page.reload();
  await page.getByText('Write a review').first().click();
  await expect(form).toContainText('This is what you wrote before.');
  await expect(form.getByRole('textbox', { name: 'Caption for photo 1' })).toHaveValue('In the hall');
  await expect(form.getByRole('textbox', { name: /^Your review/ })).toHaveValue('Stands\nwithout a wobble.');
  await form.getByRole('button', { name: 'Start over' }).click();
  await expect(form.getByRole('img', { name: 'table.png' })).toHaveCount(0);
  await expect.poll(() => page.evaluate(countKeptPhotos), 'the tab has forgotten it').toBe(0);
  await page.reload();
  await page.getByText('Write a review').first().click();
  await expect(form.getByRole('button', { name: 'Send review' })).toBeVisible();
  await expect(form).not.toContainText('This is what you wrote before.');
});

test('the link of the shop opens the page where a review of it is written', async ({ page, baseURL }) => {
  await page.goto('/about');
  await expect(page.locator('plaudit-star-summary').getByRole('listitem')).toHaveCount(5);
  await page.locator('plaudit-write-review').getByRole('link', { name: 'Write a review' }).click();
  await expect(page).not.toHaveURL(new RegExp(`^${baseURL}/`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marlow & Fern');
});

test('what is pasted comes in on a page with trusted types: a picture as a photo, a table as its text', async ({
  page,
}) => {
  await page.goto('/products/demo-021#plaudit-rate=5');
  const form = page.locator('plaudit-review-form');
  const text = form.getByRole('textbox', { name: 'Your review' });
  await text.click();
  const paste = (html: string) =>
    text.evaluate((field, given) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['GIF89a'], 'image.gif', { type: 'image/gif' }));
      if (given) clipboardData.setData('text/html', given);
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
      );
    }, html);
  await paste(
    '<html><style>td { color: red }</style><!--StartFragment--><table><tr><td>Weight</td><td>5 &lt; 6 &#8211; ok</td></tr>' +
      '<tr><td>R&amp;D</td></tr></table><!--EndFragment--></html>',
  );
  await expect(text).toHaveValue('Weight\t5 < 6 – ok\nR&D');
  await paste('');
  await expect(form).toContainText('image.gif is of the type GIF');
});
