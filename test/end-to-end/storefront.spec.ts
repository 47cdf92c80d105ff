/** What holds on every page of the demo's shop. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, expectNoSidewaysScrolling, reviewsOf, starsOf, test } from './support/shop.ts';

const withWidgets = ['/', '/kitchen', '/about', '/products/demo-001', '/ar/products/demo-001', '/ja/products/demo-001'];

for (const path of withWidgets) {
  test(`${path} has one “Show the HTML”, with all that the page has of Plaudit`, async ({ page, baseURL }) => {
    await page.goto(path);
    const snippet = page.locator('.snippet');
    await expect(snippet).toHaveCount(1);
    await snippet.locator('summary').click();
    const [markup, style] = await snippet.locator('code').allTextContents();
    expect(markup).toContain(`<script type="module" src="${baseURL}/plaudit.js"></script>`);
    const shown = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .map(({ localName }) => localName)
        .filter((tag) => tag.startsWith('plaudit-')),
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const tag of new Set(shown)) {
      expect(markup!.split(`<${tag}`), tag).toHaveLength(2);
      expect(style).toContain(`${tag} {`);
    }
    const locales = [...markup!.matchAll(/ locale="(\w+)"/g)].map(([, locale]) => locale);
    expect(new Set(locales)).toEqual(new Set(/^\/(ar|ja)\//.exec(path)?.slice(1)));
    await expectNoSidewaysScrolling(page);
  });
}

/** Where the words of each heading begin that has the page's edge to begin at, seen from that edge. */
const headingsFrom = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const begin = (element: Element): number => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const { left, right } = words.getBoundingClientRect();
      return isRightToLeft ? innerWidth - right : left;
    };
    const edge = begin(document.querySelector('.wordmark')!);
    // What stands in a box of its own, or in the second column of a wide window, begins there.
    const inBox = '.card, .verdict-write, .shelf-sign, .unseen';
    const second = innerWidth > 1000 ? ', .product-words' : '';
    const headings = [...document.querySelectorAll('main :is(h1, h2)')].filter((one) => !one.closest(inBox + second));
    return Object.fromEntries(headings.map((one) => [one.textContent, Math.round(begin(one) - edge)]));
  });

for (const width of [360, 1280]) {
  test(`headings of every page begin at one edge at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 860 });
    for (const path of [...withWidgets, '/elements', '/elements/plaudit-stars', '/basket']) {
      await page.goto(path);
      const headings = await headingsFrom(page);
      expect(Object.keys(headings).length, path).toBeGreaterThan(0);
      for (const [heading, distance] of Object.entries(headings))
        expect(Math.abs(distance), `${heading} on ${path}`).toBeLessThanOrEqual(1);
      await expectNoSidewaysScrolling(page);
    }
  });
}

test('what is top rated has the type of the shop, and its prices are written as everywhere', async ({ page }) => {
  await page.goto('/');
  const topRated = page.locator('plaudit-top-rated');
  await topRated.scrollIntoViewIfNeeded();
  const price = topRated.locator('[part=price] b').first();
  await expect(price).toHaveText(/^€\d+\.\d\d$/);
  for (const [own, cards] of [
    [topRated.getByRole('heading'), page.locator('.shelf-sign h3')],
    [topRated.locator('[part=title]'), page.locator('.card-title')],
    [price, page.locator('.card .price')],
  ] as const) {
    const family = await cards.first().evaluate((card) => getComputedStyle(card).fontFamily);
    await expect(own.first()).toHaveCSS('font-family', family);
  }
  for (const shown of await page.locator('.card .price span:not(.unseen)').allTextContents())
    expect(shown).toMatch(/^€\d+\.\d\d$/);
});

test('a product says how many would recommend it', async ({ page }) => {
  await page.goto('/products/demo-001');
  const reviews = await reviewsOf(page);
  await expect(reviews.locator('[part=recommend]')).toHaveText(/89% would recommend/);
});

test.describe('where there is no page', () => {
  test.use({ allowedFaults: [/404/] });

  test('a browser is shown one of the shop, with a way on', async ({ page }) => {
    const answer = await page.goto('/products/demo-999');
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on the shelf');
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'See what there is' }).click();
    await expect(starsOf(page)).toHaveCount(24);
  });

  test('a program gets the refusal of the API, and so does whoever asks for what is not in it', async ({ request }) => {
    const ask = (path: string, accept: string) => request.get(path, { headers: { accept } });
    for (const answer of [
      await ask('/products/demo-999', '*/*'),
      await ask('/v1/businesses/-/nothing', 'text/html'),
      await ask('/render/plaudit-nothing', 'text/html'),
    ]) {
      expect(answer.status()).toBe(404);
      expect(await answer.json()).toMatchObject({ status: 'ERROR', errorCode: 399 });
    }
    const known = await ask('/v1/businesses/-/product/reviews/add', 'text/html');
    expect([known.status(), known.headers()['allow']]).toEqual([405, expect.stringContaining('POST')]);
  });
});
