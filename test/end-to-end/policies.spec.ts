/** The policies of the guide, each on a page with every element: what it says is enough is enough. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './support/elsewhere.ts';
import { everyElement, loader, pictures, scrollThrough, shop, shown, watch } from './support/every-element.ts';
import { expect } from './support/shop.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/content-policy.md'), 'utf8');
const policies = [...guide.matchAll(/^## ([^\n]+)\n[^#]*?```http\nContent-Security-Policy:\n([^`]+)/gm)];

const rendered = '/render/plaudit-star-summary?sku=DEMO-001';

for (const [, heading, given] of policies) {
  test(`every element and its pictures, under “${heading}”`, async ({ page, elsewhere }) => {
    const fragment = (await fetch(elsewhere.proxy + rendered)).headers.get('content-security-policy')!;
    const policy = given!
      .trim()
      .replaceAll(/\n\s*/g, ' ')
      .replaceAll('https://reviews.your-shop.example', elsewhere.proxy)
      .replaceAll('https://api.your-shop.example', pictures())
      .replace("'sha256-…'", /style-src ([^;]*)/.exec(fragment)![1]!);
    const first = policy.includes('style-src') ? await elsewhere.include(rendered) : '';
    await watch(page);
    await page.goto(
      elsewhere.put(`/policy-${heading!.replaceAll(' ', '-')}`, {
        html: shop(loader(elsewhere.proxy), first + everyElement),
        headers: { 'content-security-policy': policy },
      }),
    );
    await expect(async () => {
      await scrollThrough(page);
      expect(await shown(page).count()).toBeGreaterThanOrEqual(8);
    }).toPass();
    const photo = page.locator('plaudit-product-reviews').getByRole('article').locator('button img').first();
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // A preview is a blob: URL, which the policy has to allow.
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const form = page.locator('plaudit-review-form');
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
    const preview = form.locator('img[src^="blob:"]').first();
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
}

test('the guide has a policy without Trusted Types, one with them, and one for rendered elements', () => {
  expect(policies.map(([, , policy]) => /style-src|trusted-types/.exec(policy!)?.[0])).toEqual([
    undefined,
    'trusted-types',
    'style-src',
  ]);
});

test.describe('an import map with the hashes of sri.json', () => {
  test.use({ allowedFaults: [/integrity|digest/i] });

  for (const [what, change] of [
    ['lets every part run', (hash: string) => hash],
    ['refuses a part that was changed', (hash: string) => hash.replace(/-.{8}/, '-AAAAAAAA')],
  ] as const) {
    test(what, async ({ page, elsewhere }) => {
      const hashes = (await (await fetch(`${elsewhere.proxy}/sri.json`)).json()) as Record<string, string>;
      const integrity = Object.entries(hashes).map(([path, hash]) => [
        elsewhere.proxy + path,
        path.startsWith('/assets/product-reviews-') ? change(hash) : hash,
      ]);
      const map = `<script type="importmap">${JSON.stringify({ integrity: Object.fromEntries(integrity) })}</script>`;
      const policy = `default-src 'none'; script-src ${elsewhere.proxy} 'sha256-${createHash('sha256')
        .update(/>(.*)</.exec(map)![1]!)
        .digest('base64')}'; connect-src ${elsewhere.proxy}; img-src ${pictures()}`;
      await watch(page);
      const elements =
        '<plaudit-stars sku="DEMO-001">Stars</plaudit-stars><plaudit-product-reviews sku="DEMO-001">Reviews</plaudit-product-reviews>';
      await page.goto(
        elsewhere.put('/import-map', {
          html: shop(map + loader(elsewhere.proxy, ` crossorigin integrity="${hashes['/plaudit.js']}"`), elements),
          headers: { 'content-security-policy': policy },
        }),
      );
      await expect(page.locator('plaudit-stars').getByRole('img').first()).toBeVisible();
      const reviews = page.locator('plaudit-product-reviews');
      if (what.startsWith('lets')) await expect(reviews.getByRole('article').first()).toBeVisible();
      else await expect(reviews).toHaveAttribute('data-state', 'plaudit-error');
    });
  }
});
