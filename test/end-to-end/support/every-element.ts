/** A page of a shop with every element that shows something, and whether each does. */
import type { Locator, Page } from '@playwright/test';

export const everyElement = `<plaudit-stars sku="DEMO-001">Stars</plaudit-stars>
<plaudit-star-summary sku="DEMO-001">Summary</plaudit-star-summary>
<plaudit-product-reviews sku="DEMO-001" page-size="20">Reviews</plaudit-product-reviews>
<plaudit-review-list page-size="2">Reviews of the shop</plaudit-review-list>
<plaudit-questions sku="DEMO-001">Questions</plaudit-questions>
<plaudit-top-rated>Top-rated</plaudit-top-rated>
<plaudit-write-review>Write</plaudit-write-review>
<plaudit-review-form sku="DEMO-001">Form</plaudit-review-form>`;

export const shop = (script: string, body = everyElement): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title>${script}</head><body>${body}</body></html>`;
export const loader = (proxy: string, more = ''): string =>
  `<script type="module" src="${proxy}/plaudit.js"${more}></script>`;

/** Where the pictures of the demo are: the review service has them. */
export function pictures(): string {
  const service = new URL(process.env['PLAUDIT_SHOP_URL']!);
  return `${service.protocol}//${service.hostname}:${Number(service.port) + 1}`;
}

/** Notes of each element whether it is ready or failed. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['plaudit-ready', 'plaudit-error'])
      addEventListener(name, ({ target }) => (target as HTMLElement).setAttribute('data-state', name), true);
  });
}

export const shown = (page: Page): Locator => page.locator('[data-state=plaudit-ready]');

/** Brings each element near the viewport. */
export async function scrollThrough(page: Page): Promise<void> {
  for (const element of await page.locator('body > *').all()) await element.scrollIntoViewIfNeeded();
}
