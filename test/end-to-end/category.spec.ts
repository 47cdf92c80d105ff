import { askForRatings, expect, expectNoSidewaysScrolling, starsOf, test } from './support/shop.ts';

const skus = Array.from({ length: 24 }, (_, at) => `DEMO-${String(at + 1).padStart(3, '0')}`);

for (const width of [360, 1280]) {
  test(`shows 24 cards with the stars of real reviews at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/');
    await expect(page.locator('.card')).toHaveCount(24);
    await expect(starsOf(page)).toHaveCount(24);

    const ratings = await askForRatings(page, skus);
    for (const sku of ['DEMO-001', 'DEMO-007', 'DEMO-023']) {
      const line = page.locator(`plaudit-stars[sku="${sku}"]`);
      const average = Math.round(ratings[sku]!.average_rating * 10) / 10;
      await expect(starsOf(page.locator('.card').filter({ has: line }))).toHaveAccessibleName(
        `${average.toFixed(1)} out of 5 stars`,
      );
      await expect(line).toContainText(`(${ratings[sku]!.total})`);
    }
    await expect(starsOf(page.locator('.card').last())).toHaveAccessibleName('No reviews yet');
    await expectNoSidewaysScrolling(page);
  });
}

test('asks once for the stars of the whole page', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) calls.push(request.url());
  });
  await page.goto('/');
  await expect(starsOf(page)).toHaveCount(24);
  expect(calls).toHaveLength(1);
});

test('asks for the stars on a connection that the page has already', async ({ page }) => {
  // Pictures would keep all connections busy.
  await page.route('**/*.webp', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const reused: boolean[] = [];
  session.on('Network.responseReceived', ({ response: { url, connectionReused } }) => {
    if (new URL(url).pathname.startsWith('/v1/')) reused.push(connectionReused);
  });
  await page.goto('/');
  await expect(starsOf(page)).toHaveCount(24);
  expect(reused).toEqual([true]);
});

test('filters by category', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: /Lighting/ })
    .click();
  await expect(page).toHaveURL(/\/lighting$/);
  await expect(page.locator('.card')).toHaveCount(6);
  await expect(starsOf(page)).toHaveCount(6);
});

test('shows every product picture', async ({ page }) => {
  await page.goto('/');
  for (const picture of await page.locator('.card img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
});

test('shows the HTML to paste, with the address of this proxy', async ({ page, baseURL }) => {
  await page.goto('/');
  await page.getByText('Show the HTML').first().click();
  const code = page.getByRole('region', { name: 'The HTML for the stars on a card' });
  await expect(code).toContainText(`<script type="module" src="${baseURL}/plaudit.js"></script>`);
  await expect(code).toContainText('<plaudit-stars sku="DEMO-001">');
});
