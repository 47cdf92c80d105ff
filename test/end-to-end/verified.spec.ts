/** Everything that says how many reviews of a product are of verified buyers says the same. */
import { expect, reviewsOf, test } from './support/shop.ts';

const numberIn = (text: string): number => Number(/\d+/.exec(text.replaceAll(',', ''))![0]);

test('list, badges, filter, foot, statement, /render and API agree on who is a verified buyer', async ({ page }) => {
  const ask = async (path: string) =>
    (await (await page.request.get(`/v1/businesses/-/${path}`)).json()) as Record<string, any>;
  const reviewsUrl = 'product/reviews?sku=DEMO-001&count=100';
  // The overview is there once all reviews were read for it.
  await expect.poll(async () => (await ask(`${reviewsUrl}&digest=1`))['digest'], { timeout: 240_000 }).toBeTruthy();
  const listed: { id: number; verified: unknown; incentivised: unknown }[] = [];
  for (let start = 0; start < 300; start += 100)
    listed.push(...(await ask(`${reviewsUrl}&start=${start}`))['product_reviews']);
  const { digest } = await ask(`${reviewsUrl}&digest=1`);
  const { transparency } = await ask('transparency?sku=DEMO-001');
  const n = listed.filter(({ verified }) => verified === true).length;

  expect(n).toBeGreaterThan(0);
  expect(listed.filter(({ verified, incentivised }) => verified === null || incentivised !== null)).toEqual([]);
  expect({
    digest: digest['verified'],
    inDigest: digest['transparency'].verified,
    transparency: transparency.verified,
    filtered: (await ask(`${reviewsUrl}&verified=1`))['total'],
  }).toEqual({ digest: n, inDigest: n, transparency: n, filtered: n });

  const rendered = await (await page.request.get('/render/plaudit-product-reviews?sku=DEMO-001')).text();
  const statement = await (await page.request.get('/render/plaudit-transparency?sku=DEMO-001')).text();
  for (const html of [rendered, statement])
    expect(numberIn(/[\d,]+ published reviews are by verified/.exec(html)![0])).toBe(n);

  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  const line = reviews.getByText(/published reviews are by verified buyers/);
  expect(numberIn((await line.textContent())!)).toBe(n);
  const filter = reviews.getByRole('button', { name: /^Verified only/ });
  expect(numberIn((await filter.textContent())!)).toBe(n);
  await filter.click();
  await expect(reviews.getByRole('heading', { name: `${n} reviews` })).toBeVisible();
  // Every review of the filtered list has the badge, and only those in the whole list whose author was verified.
  await expect(reviews.locator('[part=list] [part=verified]')).toHaveCount(10);
  await filter.click();
  // Two that are most helpful stand above the list, and take two of its places.
  const above = [digest['favourable'], digest['critical']] as typeof listed;
  const below = listed.filter(({ id }) => !above.some((one) => one.id === id)).slice(0, 10 - above.length);
  await expect(reviews.locator('[part=verified]')).toHaveCount(
    [...above, ...below].filter(({ verified }) => verified).length,
  );
  await page.evaluate(() => {
    const element = document.createElement('plaudit-transparency');
    element.setAttribute('sku', 'DEMO-001');
    document.querySelector('plaudit-product-reviews')!.before(element);
    element.scrollIntoView();
  });
  await expect(page.locator('plaudit-transparency').getByText(/by verified buyers/)).toContainText(String(n));
});
