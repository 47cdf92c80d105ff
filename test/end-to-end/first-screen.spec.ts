/** What a shopper meets first on the page of a product with many reviews: how far down, and how many stops away. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf, showMore, test } from './support/shop.ts';

const stats = '/v1/businesses/-/product/reviews?sku=DEMO-001&count=1&digest=1';
interface Summed {
  readonly digest?: { readonly favourable: { readonly title: string }; readonly critical: { readonly title: string } };
}

/** Opens a product with 300 reviews, once the shop can say what they say together. */
async function open(page: Page): Promise<Locator> {
  await expect.poll(async () => ((await (await page.request.get(stats)).json()) as Summed).digest).toBeTruthy();
  await page.goto('/products/demo-001');
  const list = await reviewsOf(page);
  await expect(list.locator('.overview')).toBeVisible();
  return list;
}

/** Pixels from the top of the element to its first review. */
const wayDown = (list: Locator): Promise<number> =>
  list.evaluate((element) => {
    const review = element.shadowRoot!.querySelector('.review')!;
    return review.getBoundingClientRect().top - element.getBoundingClientRect().top;
  });

for (const [width, most] of [
  [320, 450],
  [360, 450],
  [1280, 400],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 860 }, hasTouch: width < 600, isMobile: width < 600 });

    test(`the first review begins within ${most} px`, async ({ page }) => {
      const list = await open(page);
      expect(await wayDown(list)).toBeLessThanOrEqual(most);
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    });
  });

test('the first review is at most 18 stops of the Tab key from the summary with its rows', async ({ page }) => {
  const list = await open(page);
  const summary = page.locator('plaudit-star-summary[sku]');
  await summary.getByRole('button').first().focus();
  const isInReview = () => list.evaluate((element) => !!element.shadowRoot!.activeElement?.closest('.review'));
  let stops = 1;
  while (stops < 40 && !(await isInReview())) {
    await page.keyboard.press('Tab');
    stops++;
  }
  expect(stops - 1).toBeLessThanOrEqual(18);
});

test('the most helpful favourable and critical review come first, whole, and not again below', async ({ page }) => {
  const list = await open(page);
  const { digest } = (await (await page.request.get(stats)).json()) as { digest: NonNullable<Summed['digest']> };
  const articles = list.getByRole('article');
  await expect(articles).toHaveCount(10);
  for (const [index, mark, { title }] of [
    [0, 'Most helpful positive review', digest.favourable],
    [1, 'Most helpful critical review', digest.critical],
  ] as const) {
    const review = articles.nth(index);
    await expect(review.getByRole('heading', { name: title })).toBeVisible();
    await expect(review).toContainText(mark);
    await expect(review.getByRole('button', { name: 'Helpful', exact: false }).first()).toBeVisible();
    await expect(review.getByRole('button', { name: 'Report' })).toBeVisible();
    await expect(list.getByRole('heading', { name: title })).toHaveCount(1);
  }
  await expect(list.locator('[part=foot]')).toContainText('10 of 300 reviews');
  const ids = () =>
    list.evaluate((element) =>
      [...element.shadowRoot!.querySelectorAll('.review [part=link]')].map((link) => link.getAttribute('href')),
    );
  while (await list.getByRole('button', { name: 'Show more reviews' }).isVisible()) {
    const before = await articles.count();
    await showMore(list);
    await expect.poll(() => articles.count()).toBeGreaterThan(before);
    if ((await articles.count()) > 60) break;
  }
  const shown = await ids();
  expect(new Set(shown).size).toBe(shown.length);
  // Whoever chooses an order or a filter gets what was chosen, and nothing before it.
  await list.getByRole('combobox', { name: 'Sort by' }).selectOption('oldest');
  await expect(list.getByText('Most helpful positive review')).toHaveCount(0);
  await list.evaluate((element) => element.setAttribute('order', 'created'));
  await expect(list.getByText('Most helpful critical review')).toHaveCount(0);
  await expect(articles).toHaveCount(10);
});
