/** What a language model wrote of reviews, on pages of shops. The demo runs none, so its answers are added to. */
import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Summary } from '../../contract/entities/digest.ts';
import type { AnswerOf } from '../../contract/shopper/shopper.ts';
import { reservations } from '../../demo/components/snippet.ts';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/elsewhere.ts';
import { loader, pictures, shop, shown, watch } from './support/every-element.ts';
import { expectLargeEnough } from './support/fingers.ts';
import { shiftsOf, sumOf, watchShifts } from './support/shifts.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf } from './support/shop.ts';

const tag = 'plaudit-product-reviews';
const reviews = `<${tag} sku="DEMO-001">Reviews</${tag}>`;

type Answer = AnswerOf<'listProductReviews'>;

/** Waits until the proxy has a digest, and adds a summary of the reviews that the answer has to each. */
async function summarise(page: Page, proxy = ''): Promise<void> {
  const address = `${proxy}/v1/businesses/-/product/reviews?sku=DEMO-001&digest=1&count=1`;
  await expect
    .poll(async () => ((await (await page.request.get(address)).json()) as Answer).digest, { timeout: 240_000 })
    .toBeTruthy();
  await page.route(/[?&]digest=1/, async (route) => {
    const response = await route.fetch();
    const answer: Answer = await response.json();
    const ids = answer.product_reviews.flatMap(({ id }) => id ?? []);
    const summary: Summary = {
      language: 'en',
      reviews: 42,
      sentences: [
        { text: 'Most reviewers like how the glaze looks.', review_ids: ids.slice(0, 5) },
        { text: 'Many say that the handle stays cool when the water boils.', review_ids: ids.slice(4, 6) },
        { text: 'It could be larger.', review_ids: ids.slice(6, 7) },
      ],
    };
    await route.fulfill({ response, json: { ...answer, digest: { ...answer.digest, summaries: [summary] } } });
  });
}

test.beforeEach(() => test.setTimeout(300_000));

/** What is folded in the band above the reviews. */
async function unfold(page: Page): Promise<void> {
  const list = await reviewsOf(page);
  await list.locator('.overview summary').click();
}

const numbersOf = (page: Page) => page.locator(tag).getByRole('link', { name: /^Review \d$/ });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('numbers are large enough for a finger, keep the lines as they are, and open their review', async ({ page }) => {
    await summarise(page);
    await page.goto('/products/demo-001');
    const summary = (await reviewsOf(page)).locator('.summary');
    await unfold(page);
    await expect(numbersOf(page)).toHaveCount(8);
    await summary.scrollIntoViewIfNeeded();
    await expectLargeEnough(numbersOf(page), ['width', 'height']);
    const lines = await summary
      .locator('p')
      .first()
      .evaluate((text) => text.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(text).lineHeight));
    expect(Math.abs(lines - Math.round(lines))).toBeLessThan(0.05);
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
    await numbersOf(page).nth(6).tap();
    await expect(page.locator(tag).getByRole('region', { name: 'The review you opened' })).toBeFocused();
  });
});

test('a summary comes with the reviews and moves nothing, under the strictest policy', async ({ page, elsewhere }) => {
  await summarise(page, elsewhere.proxy);
  await watch(page);
  await watchShifts(page);
  const style = createHash('sha256').update(reservations[tag]!).digest('base64');
  const { proxy } = elsewhere;
  const headers = {
    'content-security-policy': `default-src 'none'; script-src ${proxy}; connect-src ${proxy}; img-src ${proxy} ${pictures()} blob:; style-src 'sha256-${style}'; require-trusted-types-for 'script'; trusted-types lit-html`,
  };
  const script = `<style>${reservations[tag]}</style>${loader(proxy)}`;
  await page.goto(elsewhere.put('/summary', { html: shop(script, `${reviews}<h2>Also in this shop</h2>`), headers }));
  await unfold(page);
  await expect(shown(page)).toHaveCount(1);
  await expect(numbersOf(page)).toHaveCount(8);
  expect(sumOf(await shiftsOf(page))).toBeLessThanOrEqual(0.01);
});

test('a summary is in print, and in forced colours its numbers look like links', async ({ page }) => {
  await summarise(page);
  await page.goto('/products/demo-001');
  const summary = (await reviewsOf(page)).locator('.summary');
  const number = numbersOf(page).first();
  await unfold(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(number).toHaveCSS('text-decoration-line', 'underline');
  await unfold(page);
  await page.emulateMedia({ forcedColors: 'none', media: 'print' });
  await expect(summary).toBeVisible();
  await expect(summary).toContainText('Written by an AI language model from 42 reviews.');
});
