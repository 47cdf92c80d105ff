/** A browser in the shop. Every test also fails on errors in the console, which is where broken policies show. */
import { expect, test as base, type Locator, type Page } from '@playwright/test';

interface Shop {
  /** Console messages of faults that a test brings about on purpose. */
  allowedFaults: RegExp[];
  faults: string[];
}

export const test = base.extend<Shop>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern which fixtures are asked for
  baseURL: async ({}, use) => {
    await use(process.env['PLAUDIT_SHOP_URL']);
  },
  allowedFaults: [[], { option: true }],
  faults: [
    async ({ page, allowedFaults }, use) => {
      const faults: string[] = [];
      const note = (fault: string) => {
        if (!allowedFaults.some((allowed) => allowed.test(fault))) faults.push(fault);
      };
      page.on('pageerror', (error) => note(`${error.name}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      await use(faults);
      expect(faults, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const starsOf = (scope: Page | Locator): Locator =>
  scope.locator('plaudit-stars').getByRole('img', { name: /out of 5 stars|No reviews yet/ });

/** The reviews of the product page that is open, once they are there. */
export async function reviewsOf(page: Page): Promise<Locator> {
  const list = page.locator('plaudit-product-reviews');
  await list.scrollIntoViewIfNeeded();
  await expect(list.getByRole('article').first()).toBeVisible();
  return list;
}

/** By keyboard: what is laid out while a long list scrolls may take the button from the mouse. */
export const showMore = (list: Locator): Promise<void> =>
  list.getByRole('button', { name: 'Show more reviews' }).press('Enter');

/** What the proxy says about the ratings of products. */
export async function askForRatings(
  page: Page,
  skus: readonly string[],
): Promise<Record<string, { total: number; average_rating: number }>> {
  const answer = await page.request.get(`/v1/businesses/-/product/reviews/stats?skus=${skus.join()}`);
  expect(answer.status()).toBe(200);
  const { stats } = (await answer.json()) as { stats: Record<string, { total: number; average_rating: number }> };
  return stats;
}

export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, 'pixels of sideways scrolling').toBeLessThanOrEqual(0);
}
