import { expect, reviewsOf, test } from './support/shop.ts';

// Where it is tomorrow already.
test.use({ timezoneId: 'Pacific/Kiritimati' });

test('a review has the same date in the HTML of the server and in the element that takes it over', async ({ page }) => {
  const html = await (await page.request.get('/render/plaudit-product-reviews?sku=DEMO-001&locale=en-GB')).text();
  const inHtml = [...html.matchAll(/<time\s+datetime="([^"]+)"[^>]*>([^<]*)/g)].map(([, at, text]) => [
    at,
    text?.replace(/\s+/g, ' '),
  ]);
  expect(inHtml.length).toBeGreaterThan(5);
  // Some were published when it was the next day in Kiritimati, fourteen hours ahead.
  expect(inHtml.some(([at]) => Number(at!.slice(11, 13)) >= 10)).toBe(true);
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  const inPage = await reviews
    .locator('time')
    .evaluateAll((times) => times.map((time) => [time.getAttribute('datetime'), time.textContent]));
  const shown = new Map(inPage as [string, string][]);
  const both = inHtml.filter(([at]) => shown.has(at!));
  expect(both.length).toBeGreaterThan(5);
  expect(both.map(([at]) => [at, shown.get(at!)])).toEqual(both);
});
