/** Links to a review, to a filter and to the form, on pages that are longer, stickier and stranger than the demo's. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './support/shop.ts';
import { test } from './support/elsewhere.ts';

const sku = 'DEMO-001';

interface Look {
  readonly base?: string;
  readonly head?: string;
  /** Above everything. */
  readonly top?: string;
  readonly elements?: string;
}

const list = `<plaudit-product-reviews sku="${sku}"></plaudit-product-reviews>`;
const summary = `<plaudit-star-summary sku="${sku}"></plaudit-star-summary>`;
const form = `<details><summary>Write</summary><plaudit-review-form sku="${sku}"></plaudit-review-form></details>`;

/** A page on which our elements are far below. */
const page = (proxy: string, { base = '', head = '', top = '', elements = summary + list }: Look): string =>
  `<!doctype html><html lang="en"><head><title>Mug</title>${base}
<script type="module" src="${proxy}/plaudit.js"></script><style>body { margin: 0 }</style>${head}</head>
<body>${top}<p><a id="in-page" href="#">In page</a></p><div style="height: 5000px"></div>${elements}
<div style="height: 3000px"></div></body></html>`;

/** The proxy counts what reviews say once it has them all. */
test.beforeEach(async ({ elsewhere: { proxy } }) => {
  await expect(async () => {
    const answer = await fetch(`${proxy}/v1/businesses/-/product/reviews?sku=${sku}&count=1&digest=1`);
    expect(((await answer.json()) as { digest: object | null }).digest).toBeTruthy();
  }).toPass();
});

/** A review that is on none of the first pages. */
async function someReview(proxy: string): Promise<{ id: number; content: string }> {
  const answer = await fetch(`${proxy}/v1/businesses/-/product/reviews?sku=${sku}&count=1&start=150`);
  return ((await answer.json()) as { product_reviews: [{ id: number; content: string }] }).product_reviews[0];
}

const linkTo = (id: number): string => `#plaudit=sku+${sku}&review_id=${id}`;
const linkedOf = (tab: Page): Locator => tab.locator('plaudit-product-reviews .linked');

/** Whether what is on show at the upper edge of something is itself, and not what sticks above it. */
const isUncovered = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { top, left, width } = element.getBoundingClientRect();
    const root = element.getRootNode() as ShadowRoot;
    const hit = root.elementFromPoint(left + width / 2, Math.max(top, 0) + 2);
    return top > -1 && top < innerHeight / 2 && (!hit || element.contains(hit) || hit.contains(element));
  });

async function expectUncovered(place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  await expect.poll(() => isUncovered(place)).toBe(true);
}

test('a link to a review that is far below opens it, from outside and in the page', async ({
  page: tab,
  elsewhere,
}) => {
  const { id, content } = await someReview(elsewhere.proxy);
  const address = elsewhere.put('/far', { html: page(elsewhere.proxy, {}) });
  await tab.goto(address + linkTo(id));
  await expectUncovered(linkedOf(tab));
  await expect(linkedOf(tab).locator('.content')).toHaveText(content);

  const other = elsewhere.put('/far-in-page', { html: page(elsewhere.proxy, {}) });
  await tab.goto(other);
  await tab.locator('#in-page').evaluate((link: HTMLAnchorElement, to) => (link.href = to), linkTo(id));
  await tab.locator('#in-page').click();
  await expectUncovered(linkedOf(tab));
});

test('Back closes the review that a link opened, and a reload does not open it again', async ({
  page: tab,
  elsewhere,
}) => {
  const { id } = await someReview(elsewhere.proxy);
  await tab.goto(elsewhere.put('/back', { html: page(elsewhere.proxy, {}) }));
  await tab.locator('#in-page').evaluate((link: HTMLAnchorElement, to) => (link.href = to), linkTo(id));
  await tab.locator('#in-page').click();
  await expect(linkedOf(tab)).toBeVisible();
  await tab.goBack();
  await expect(linkedOf(tab)).toHaveCount(0);
  await tab.goForward();
  await expect(linkedOf(tab)).toBeVisible();
  await tab.reload();
  await tab.locator('plaudit-product-reviews').scrollIntoViewIfNeeded();
  await expect(tab.locator('plaudit-product-reviews').getByRole('article').first()).toBeVisible();
  await expect(linkedOf(tab)).toHaveCount(0);
  // What was closed by its button is not in the address any more.
  await tab.goto(`${elsewhere.origin}/back?again${linkTo(id)}`);
  await linkedOf(tab).getByRole('button', { name: 'All reviews' }).click();
  await expect(linkedOf(tab)).toHaveCount(0);
  expect(new URL(tab.url()).hash).toBe('');
  const heading = tab.locator('plaudit-product-reviews').getByRole('heading', { name: '300 reviews', exact: true });
  await expect(heading).toBeFocused();
});

test('a link to a filter shows it with its words in the search box, and Back takes it away', async ({
  page: tab,
  elsewhere,
}) => {
  await tab.goto(elsewhere.put('/filter', { html: page(elsewhere.proxy, {}) }));
  const reviews = tab.locator('plaudit-product-reviews');
  await tab
    .locator('#in-page')
    .evaluate((link: HTMLAnchorElement, to) => (link.href = to), `#plaudit=sku+${sku}&ratings=5,4&q=glaze`);
  await tab.locator('#in-page').click();
  await expect(reviews.getByRole('searchbox')).toHaveValue('glaze');
  await expectUncovered(reviews.locator('.bar'));
  for (const stars of ['5 stars', '4 stars'])
    await expect(reviews.getByRole('button', { name: new RegExp(`^${stars}`) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  await tab.goBack();
  await expect(reviews.getByRole('searchbox')).toHaveValue('');
  await expect(reviews.getByRole('heading', { name: '300 reviews', exact: true })).toBeVisible();
});

test('what shoppers narrow with the histogram is in the address', async ({ page: tab, elsewhere }) => {
  await tab.goto(elsewhere.put('/histogram', { html: page(elsewhere.proxy, {}) }));
  await tab.locator('plaudit-product-reviews').scrollIntoViewIfNeeded();
  await expect(tab.locator('plaudit-product-reviews').getByRole('article').first()).toBeVisible();
  await tab
    .locator('plaudit-star-summary')
    .getByRole('button', { name: /^2 stars/ })
    .click();
  await expect(tab).toHaveURL(/#plaudit=sku\+DEMO-001&ratings=2$/);
});

test('printing shows the reviews of a page that was not scrolled, with all of each', async ({
  page: tab,
  elsewhere,
}) => {
  await tab.goto(elsewhere.put('/print', { html: page(elsewhere.proxy, {}) }));
  await expect.poll(() => tab.evaluate(() => document.adoptedStyleSheets.length)).toBeGreaterThan(0);
  await tab.emulateMedia({ media: 'print' });
  const reviews = tab.locator('plaudit-product-reviews').getByRole('article');
  await expect(reviews).toHaveCount(10);
  const cut = await reviews
    .locator('.content')
    .evaluateAll((texts) => texts.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  expect(cut).toBe(0);
});

const firstLinkOf = (reviews: Locator) =>
  reviews
    .getByRole('article')
    .first()
    .getByRole('link', { name: /^Link to this review/ });

test('links are of the page where its base is another', async ({ page: tab, elsewhere }) => {
  const { proxy } = elsewhere;
  await tab.goto(elsewhere.put('/based/mug', { html: page(proxy, { base: '<base href="/">' }) }) + '?colour=blue');
  const reviews = tab.locator('plaudit-product-reviews');
  await reviews.scrollIntoViewIfNeeded();
  const link = firstLinkOf(reviews);
  await expect(link).toHaveAttribute('href', /^\/based\/mug\?colour=blue#plaudit=sku\+DEMO-001&review_id=\d+$/);
  await link.click();
  await expect(linkedOf(tab)).toBeVisible();
  await expect(tab).toHaveURL(/\/based\/mug\?colour=blue#plaudit/);
  await reviews.getByRole('button', { name: /^4 stars/ }).click();
  await expect(tab).toHaveURL(/\/based\/mug\?colour=blue#plaudit=sku\+DEMO-001&ratings=4$/);
});

test('links are of the page where its base is of another host, and after a way back to the top', async ({
  page: tab,
  elsewhere,
}) => {
  const base = '<base href="https://cdn.shop.example/">';
  const address = elsewhere.put('/elsewhere', { html: page(elsewhere.proxy, { base }) });
  await tab.goto(`${address}#top`);
  const reviews = tab.locator('plaudit-product-reviews');
  await reviews.scrollIntoViewIfNeeded();
  const link = firstLinkOf(reviews);
  await link.click();
  await expect(linkedOf(tab)).toBeVisible();
  expect(tab.url()).toContain(`${address}#plaudit=`);
});

test('a page whose fragment is its route keeps it', async ({ page: tab, elsewhere }) => {
  await tab.goto(elsewhere.put('/routed', { html: page(elsewhere.proxy, {}) }) + '#/products/mug');
  const reviews = tab.locator('plaudit-product-reviews');
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews.getByRole('article').first()).toBeVisible();
  await expect(reviews.locator('.link-to')).toHaveCount(0);
  // What leads to a review in the page does so all the same.
  await reviews.locator('.overview summary').click();
  await reviews.locator('[part=quote] a').first().click();
  await expect(linkedOf(tab)).toBeFocused();
  await reviews.getByRole('button', { name: /^4 stars/ }).click();
  await expect(reviews.getByRole('button', { name: /^4 stars/ })).toHaveAttribute('aria-pressed', 'true');
  expect(new URL(tab.url()).hash).toBe('#/products/mug');
});

const bar = (style: string): string =>
  `<div class="head" style="${style}; top: 0; left: 0; right: 0; height: 90px; background: #ddd; z-index: 9">Shop</div>`;
/** Headers of all kinds: what stays, what comes once the page has scrolled, and what only the page knows of. */
const headers: Readonly<Record<string, Look>> = {
  sticky: { top: bar('position: sticky') },
  fixed: { top: bar('position: fixed') },
  'that comes': {
    top: bar('position: absolute'),
    head: `<script>addEventListener('scroll', () => requestAnimationFrame(() => {
      document.querySelector('.head').style.position = scrollY > 50 ? 'fixed' : 'absolute';
    }))</script>`,
  },
  'of two bars': { top: bar('position: sticky') + bar('position: fixed; margin-top: 90px') },
  'in a closed shadow root': {
    top: '<shop-header class="head"></shop-header>',
    head: `<script>customElements.define('shop-header', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'closed' }).innerHTML = \`${bar('position: fixed')}\`;
      }
    })</script>`,
  },
  'that lets everything through': {
    top: bar('position: fixed; pointer-events: none'),
    head: '<style>:root { --plaudit-sticky-top: 90px }</style>',
  },
};
for (const [kind, look] of Object.entries(headers))
  for (const width of [360, 1280])
    test(`a header ${kind} covers no linked review and no form at ${width} px`, async ({ page: tab, elsewhere }) => {
      await tab.setViewportSize({ width, height: 740 });
      const { id } = await someReview(elsewhere.proxy);
      const path = `/${encodeURIComponent(kind)}/${width}`;
      const address = elsewhere.put(path, {
        html: page(elsewhere.proxy, { ...look, elements: form + summary + list }),
      });
      const header = tab.locator('.head').last();
      // What is in a closed shadow root is not found.
      const bottom = () => header.evaluate((element) => Math.max(90, element.getBoundingClientRect().bottom));
      for (const [hash, place] of [
        [linkTo(id), linkedOf(tab)],
        ['#plaudit-rate=4', tab.locator('plaudit-review-form')],
      ] as const) {
        await tab.goto('about:blank');
        await tab.goto(address + hash);
        await expect(place).toBeVisible();
        await expect
          .poll(async () => (await place.boundingBox())!.y - (await bottom()), { message: hash })
          .toBeGreaterThanOrEqual(0);
        await expect.poll(async () => (await place.boundingBox())!.y, { message: hash }).toBeLessThan(370);
      }
    });

test('a header covers no field of the form that is still missing', async ({ page: tab, elsewhere }) => {
  const elements = `<plaudit-review-form sku="${sku}"></plaudit-review-form>`;
  await tab.goto(elsewhere.put('/missing', { html: page(elsewhere.proxy, { top: bar('position: fixed'), elements }) }));
  const form = tab.locator('plaudit-review-form');
  await form.scrollIntoViewIfNeeded();
  const title = form.locator('#title');
  await title.fill('Blue');
  const stars = form.locator('.field').first();
  await stars.evaluate((field) => scrollBy({ top: field.getBoundingClientRect().top - 10, behavior: 'instant' }));
  await title.evaluate((field: HTMLElement) => field.focus({ preventScroll: true }));
  await tab.keyboard.press('Enter');
  await expect(form.getByRole('radio').first()).toBeFocused();
  await expect.poll(async () => (await stars.boundingBox())!.y).toBeGreaterThanOrEqual(90);
});
