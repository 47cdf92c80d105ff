/** Rendered lists where no script runs: filters, permanent links and what is said where nothing is found. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';

const list = '/render/plaudit-product-reviews?sku=DEMO-001&page-size=5&locale=en';

const page = (body: string, script = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title>${script}</head><body><main><h1>Mug</h1>${body}</main></body></html>`;

const filters = (tab: Page): Locator => tab.getByRole('navigation', { name: 'Filter' });
const reviews = (tab: Page): Locator => tab.getByRole('article');
/** The number that stands on a filter. */
const numberOn = async (filter: Locator): Promise<number> => Number(/\d+$/.exec((await filter.innerText()).trim())![0]);
const total = (tab: Page) => tab.getByRole('heading', { level: 2, name: /reviews?$/ });

// A fragment opened by itself allows no scripts, not even those of this runner.
test.use({ allowedFaults: [/Blocked script execution/] });

test.beforeEach(async ({ elsewhere }) => {
  const url = `${elsewhere.proxy}/v1/businesses/-/product/reviews?sku=DEMO-001&digest=1&count=1`;
  await expect
    .poll(async () => ((await (await fetch(url)).json()) as { digest?: object | null }).digest, { timeout: 240_000 })
    .toBeTruthy();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every filter shows as many reviews as stand on it, is seen to be on, and one link clears all', async ({
    page: tab,
    elsewhere,
  }) => {
    await tab.goto(elsewhere.put('/plain-filters', { html: page(await elsewhere.include(list)) }));
    const chosen = filters(tab).locator('.chip[aria-current=true]');
    await expect(chosen).toHaveCount(0);
    for (const name of [/^4 stars /, /^With photos /, /^Verified only /, /^As expected /, /^glaze /]) {
      if (name.source.includes('expected')) await filters(tab).getByText('Size: all').click();
      const filter = filters(tab).getByRole('link', { name });
      const number = /glaze/.test(name.source)
        ? Number(/(\d+) reviews/.exec((await filter.textContent())!)![1])
        : await numberOn(filter);
      await filter.click();
      await expect(total(tab)).toHaveText(`${number} review${number === 1 ? '' : 's'}`);
      await expect(chosen).toHaveCount(1);
      await expect(filters(tab).getByRole('link', { name: 'Clear all' })).toHaveCount(1);
      await filters(tab).getByRole('link', { name: 'Clear all' }).click();
      await expect(total(tab)).toHaveText('300 reviews');
    }
    await filters(tab).getByText('Language: all').click();
    await filters(tab)
      .getByRole('link', { name: /^German / })
      .click();
    await expect(tab.locator('article [lang=de]').first()).toBeVisible();
    await filters(tab)
      .getByRole('link', { name: /^5 stars/ })
      .click();
    await expect(chosen).toHaveCount(2);
    await filters(tab).getByRole('link', { name: 'Highest rated' }).click();
    await expect(chosen).toHaveCount(2);
    await expect(filters(tab).getByRole('link', { name: 'Highest rated' })).toHaveAttribute('aria-current', 'true');
  });

  test('where nothing is found the line says for what, and leads back', async ({ page: tab, elsewhere }) => {
    await tab.goto(elsewhere.put('/plain-nothing', { html: page(await elsewhere.include(list)) }));
    await filters(tab)
      .getByRole('link', { name: /^2 stars / })
      .click();
    await filters(tab).getByRole('searchbox').fill('xylophone');
    await filters(tab).getByRole('button', { name: 'Search' }).click();
    await expect(tab.getByText(/^Nothing for “xylophone” in 2 ★\. All reviews$/)).toBeVisible();
    await expect(tab.getByRole('img', { name: '2 stars' })).toBeVisible();
    await expect(filters(tab).getByRole('searchbox')).toHaveValue('xylophone');
    await tab.getByRole('link', { name: 'All reviews' }).click();
    await expect(total(tab)).toHaveText('300 reviews');
  });

  test('the link on a date leads to that review alone above all others, and back', async ({ page: tab, elsewhere }) => {
    await tab.goto(elsewhere.put('/plain-link', { html: page(await elsewhere.include(list)) }));
    const third = reviews(tab).nth(2);
    const title = await third.getByRole('heading').innerText();
    await third.getByRole('link', { name: /^Link to this review by / }).click();
    await expect(tab).toHaveURL(/[?&]plaudit-review=\d+$/);
    const linked = tab.getByRole('region', { name: 'The review you opened' });
    await expect(linked).toContainText(title);
    await expect(linked.getByRole('button')).toHaveCount(0);
    await expect(reviews(tab)).toHaveCount(5);
    expect((await linked.boundingBox())!.y).toBeLessThan((await reviews(tab).first().boundingBox())!.y);
    await tab.getByRole('link', { name: 'All reviews' }).click();
    await expect(tab).toHaveURL(/locale=en$/);
    await expect(filters(tab)).toBeVisible();
    await expect(linked).toHaveCount(0);
  });
});

test('axe finds nothing serious in what readers without JavaScript see, light and dark, wide and narrow', async ({
  page: tab,
  elsewhere,
}) => {
  for (const state of [
    '',
    '&plaudit-rating=2&plaudit-with=Size:As expected',
    '&plaudit-q=xylophone',
    '&plaudit-review=1200',
  ]) {
    for (const [width, theme] of [
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      // Axe needs timers, so the page has scripts and shows what is for those who have none.
      const html = (await elsewhere.include(`${list}&theme=${theme}${state}`)).replace(/<(\/?)noscript>/g, '<$1div>');
      await tab.setViewportSize({ width, height: 900 });
      await tab.goto(elsewhere.put(`/axe-${width}`, { html: page(html) }));
      await expect(tab.getByRole('link').first()).toBeVisible();
      await expectAccessible(tab);
      expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} ${state}`).toBe(
        true,
      );
    }
  }
});

test('a fragment that is opened by itself has its controls, although the browser would run scripts', async ({
  page: tab,
  elsewhere,
}) => {
  await tab.goto(`${elsewhere.proxy}${list}`);
  await filters(tab)
    .getByRole('link', { name: /^1 star / })
    .click();
  await expect(filters(tab).getByRole('link', { name: /^1 star / })).toHaveAttribute('aria-current', 'true');
  await filters(tab).getByRole('searchbox').fill('xylophone');
  await filters(tab).getByRole('button', { name: 'Search' }).click();
  await expect(tab.getByText(/^Nothing for “xylophone” in 1 ★\./)).toBeVisible();
});

test('a linked review stays when the element takes over, without a request for data or a jump', async ({
  page: tab,
  elsewhere,
}) => {
  const [, id] = /plaudit-review=(\d+)/.exec(await elsewhere.include(list))!;
  const html = await elsewhere.include(`${list}&plaudit-review=${id}`);
  const script = `<script type="module" src="${elsewhere.proxy}/plaudit.js"></script>`;
  const calls: string[] = [];
  tab.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) calls.push(request.url());
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  await tab.route('**/plaudit.js', async (route) => (await promise, route.continue()));
  await tab.goto(elsewhere.put('/linked', { html: page(html, script) }), { waitUntil: 'commit' });
  const linked = tab.getByRole('region', { name: 'The review you opened' });
  await expect(linked).toBeVisible();
  await expect(reviews(tab)).toHaveCount(5);
  const text = await linked.locator('.content').innerText();
  const top = (await linked.boundingBox())!.y;
  resolve();
  await tab.waitForFunction(
    () => !document.querySelector('plaudit-product-reviews')!.shadowRoot!.querySelector('style'),
  );
  await expect(linked.locator('.content')).toHaveText(text);
  expect((await linked.boundingBox())!.y).toBe(top);
  expect(calls).toEqual([]);
  // Ours now: the links are those of the page, and the button closes it.
  await linked.getByRole('button', { name: 'All reviews' }).click();
  await expect(linked).toHaveCount(0);
  const link = reviews(tab)
    .nth(1)
    .getByRole('link', { name: /^Link to this review by / });
  await expect(link).toHaveAttribute('href', /^\/[^#]*#plaudit=/);
  await link.click();
  await expect(linked).toBeVisible();
});
