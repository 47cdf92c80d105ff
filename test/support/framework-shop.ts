/** What is the same in the shop of every framework below test/packages/frameworks: the page of a product. */
import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from '@playwright/test';

const FALLBACK = 'The reviews are on their way.';

/** The page as it was served: the elements with their attributes and what they hold until their code is there. */
export function assertServed(html: string): void {
  assert.match(html, /<plaudit-stars [^>]*sku="DEMO-001"[^>]*>Stars<\/plaudit-stars>/);
  const [, attributes, content] = /<plaudit-product-reviews ([^>]*)>([^<]*)</.exec(html) ?? assert.fail(html);
  assert.match(attributes!, /(?:^|\s)sku="DEMO-001"/);
  // React and Svelte write the property as it is called; HTML takes it in lower case.
  assert.match(attributes!, /(?:^|\s)page-?size="3"/i);
  assert.equal(content!.trim(), FALLBACK);
}

/**
 * The page in a browser: what was asked for, what is shown, the framework's own listener, and another product.
 * @param page - of a browser, with nothing open yet.
 */
export async function visit(page: Page, origin: string): Promise<void> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/product/reviews')) asked.push(url.searchParams.get('count'));
  });

  await page.goto(`${origin}/products/DEMO-001`);
  // Next keeps the page before, hidden.
  const list = page.locator('plaudit-product-reviews').filter({ visible: true });
  const stars = page.locator('plaudit-stars').filter({ visible: true });
  await list.scrollIntoViewIfNeeded();
  await list.getByRole('article').first().waitFor();
  await page.locator('output', { hasText: /^300$/ }).waitFor();
  assert.equal(await list.getByRole('article').count(), 3);
  assert.deepEqual(asked, ['3']);
  await stars.getByRole('img', { name: 'out of 5 stars' }).waitFor();

  await page.getByRole('link', { name: 'Another product' }).click();
  await page.getByRole('heading', { name: 'DEMO-024' }).waitFor();
  await scrolledTo(list);
  await page.locator('output', { hasText: /^0$/ }).waitFor();
  await stars.getByRole('img', { name: 'No reviews yet' }).waitFor();
  assert.equal(await list.getByRole('article').count(), 0);
  assert.deepEqual(asked, ['3', '3']);
  assert.deepEqual(faults, []);
}

const scrolledTo = (list: Locator): Promise<void> => list.evaluate((element) => element.scrollIntoView());

export async function inNewPage(browser: Browser, work: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ locale: 'en-GB', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  try {
    await work(page);
  } finally {
    await page.close();
  }
}
