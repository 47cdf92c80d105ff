import {
  askForRatings,
  expect,
  expectNoSidewaysScrolling,
  reviewsOf,
  showMore,
  starsOf,
  test,
} from './support/shop.ts';

for (const width of [360, 1280]) {
  test(`shows summary, reviews and photos at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    await page.goto('/products/demo-001');
    const { 'DEMO-001': ratings } = await askForRatings(page, ['DEMO-001']);

    await expect(starsOf(page.locator('.product'))).toHaveAccessibleName(/out of 5 stars/);
    const summary = page.locator('plaudit-star-summary');
    await summary.scrollIntoViewIfNeeded();
    await expect(summary.getByRole('listitem')).toHaveCount(5);
    await expect(summary).toContainText(`${ratings!.total} reviews`);

    const reviews = await reviewsOf(page);
    await expect(reviews.getByRole('article')).toHaveCount(10);
    if (width < 600) await reviews.getByRole('button', { name: 'Filter' }).click();
    await reviews.getByRole('button', { name: /^With photos/ }).click();
    if (width < 600) await reviews.getByRole('button', { name: 'Show the reviews' }).click();
    const photos = reviews.locator('[part=photos] img');
    await expect(photos.nth(5)).toBeVisible();
    for (const photo of await photos.all()) {
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    }
    await expectNoSidewaysScrolling(page);
  });
}

test('loads more reviews', async ({ page }) => {
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  await showMore(reviews);
  await expect(reviews.getByRole('article')).toHaveCount(20);
});

test('the summary filters the reviews beside it', async ({ page }) => {
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  await page
    .locator('plaudit-star-summary')
    .getByRole('button', { name: /^2 stars/ })
    .click();
  await expect(reviews.getByRole('button', { name: /^2 stars/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(reviews.getByRole('heading', { name: '300 reviews', exact: true })).toBeHidden();
  const stars = reviews.getByRole('article').getByRole('img', { name: /out of 5 stars/ });
  await expect(stars.first()).toHaveAccessibleName('2 out of 5 stars');
});

test('leads to the other colours of a product', async ({ page }) => {
  await page.goto('/products/demo-001');
  await page.getByRole('navigation', { name: 'Glaze' }).getByRole('link', { name: 'Ink' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tide Mug, Ink');
  await expect(page.locator('plaudit-star-summary')).toContainText(/\d+ reviews/);
});

test('invites a first review where there is none', async ({ page }) => {
  await page.goto('/products/demo-024');
  await page.locator('plaudit-product-reviews').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Write the first one' }).click();
  await expect(page.locator('plaudit-review-form').getByRole('radio', { name: '5 stars' })).toBeVisible();
});

test('keeps what is put into the basket', async ({ page }) => {
  await page.goto('/products/demo-001');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('link', { name: 'Look at it' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Tide Mug, Seafoam' })).toContainText('€24');
});

test('asks for the stars of all products at once, before their lines are drawn', async ({ page }) => {
  await page.addInitScript(() => {
    const asked: (readonly number[])[] = [];
    const { fetch } = globalThis;
    Object.assign(globalThis, { asked });
    globalThis.fetch = (input, init) => {
      const lines = [...document.querySelectorAll('plaudit-stars')];
      const url = input instanceof Request ? input.url : input.toString();
      if (/stats\?skus=.*%2C/.test(url))
        asked.push([lines.length, lines.filter(({ shadowRoot }) => shadowRoot?.hasChildNodes()).length]);
      return fetch(input, init);
    };
  });
  await page.goto('/#shop');
  await expect(starsOf(page.locator('main')).first()).toHaveAccessibleName(/out of 5 stars/);
  const asked = await page.evaluate(() => (globalThis as unknown as { asked: [number, number][] }).asked);
  expect(asked).toHaveLength(1);
  const [lines, drawn] = asked[0]!;
  expect(lines).toBeGreaterThan(20);
  // The change of an attribute draws the first line before it is connected.
  expect(drawn).toBeLessThanOrEqual(1);
});
