import type { Page } from '@playwright/test';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';

const page = (proxy: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title><script type="module" src="${proxy}/plaudit.js"></script></head><body><h1>Mug</h1>${body}<footer>Footer</footer></body></html>`;

/** Requests for data, from now on. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/v1/')) calls.push(request.url());
  });
  return calls;
}

/** Holds the script back until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/plaudit.js', async (route) => (await promise, route.continue()));
  return resolve;
}

test('a rendered element is read before the script, and taken over without a request for data or a jump', async ({
  page: tab,
  elsewhere,
}) => {
  const body = await Promise.all(
    [
      'plaudit-stars?sku=DEMO-001',
      'plaudit-star-summary?sku=DEMO-001',
      'plaudit-product-reviews?sku=DEMO-001&page-size=5',
    ].map((path) => elsewhere.include(`/render/${path}`)),
  );
  const address = elsewhere.put('/mug', { html: page(elsewhere.proxy, body.join('')) });
  const calls = watchCalls(tab);
  const letGo = await holdScript(tab);
  await tab.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset['shift'] = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
    addEventListener('plaudit-ready', ({ target }) => ((target as HTMLElement).dataset['ready'] = ''), true);
  });
  await tab.goto(address, { waitUntil: 'commit' });
  const list = tab.locator('plaudit-product-reviews');
  await expect(list.getByRole('article')).toHaveCount(5);
  expect(await tab.evaluate(() => customElements.get('plaudit-product-reviews') === undefined)).toBe(true);
  const boxes = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('plaudit-stars, plaudit-star-summary, plaudit-product-reviews, footer')].map(
        (element) => JSON.stringify(element.getBoundingClientRect()),
      ),
    );
  const before = await boxes();
  const texts = await list.getByRole('article').allInnerTexts();

  letGo();
  await expect(tab.locator('[data-ready]')).toHaveCount(3);
  await expect(list.getByRole('article')).toHaveCount(5);
  expect(await boxes()).toEqual(before);
  expect(await list.getByRole('article').allInnerTexts()).toEqual(texts);
  expect(await tab.evaluate(() => document.documentElement.dataset['shift'] ?? '0')).toBe('0');
  expect(calls).toEqual([]);
  // Ours now: it does what scripts do.
  await list.getByRole('button', { name: 'Show more reviews' }).click();
  await expect(list.getByRole('article')).toHaveCount(10);
  expect(calls).toHaveLength(1);
});

test('focus and what was typed before the script came are kept', async ({ page: tab, elsewhere }) => {
  const address = elsewhere.put('/form', {
    html: page(elsewhere.proxy, await elsewhere.include('/render/plaudit-review-form?sku=DEMO-001')),
  });
  const letGo = await holdScript(tab);
  await tab.goto(address, { waitUntil: 'commit' });
  const form = tab.locator('plaudit-review-form');
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
  const title = form.getByRole('textbox', { name: 'Headline' });
  await title.fill('Typed early');
  await title.press('ArrowLeft');
  letGo();
  await tab.waitForFunction(
    () =>
      customElements.get('plaudit-review-form') &&
      !document.querySelector('plaudit-review-form')!.shadowRoot!.querySelector('style'),
  );
  await expect(title).toHaveValue('Typed early');
  await expect(title).toBeFocused();
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await title.press('X');
  await expect(title).toHaveValue('Typed earlXy');
});

test('another product that a page asks for takes the place of the rendered one, its JSON-LD included', async ({
  page: tab,
  elsewhere,
}) => {
  await tab.goto(
    elsewhere.put('/swap', {
      html: page(elsewhere.proxy, await elsewhere.include('/render/plaudit-product-reviews?sku=DEMO-001&page-size=3')),
    }),
  );
  const described = () =>
    tab.evaluate(() =>
      [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => (JSON.parse(textContent!) as { sku: string }).sku,
      ),
    );
  await expect.poll(described).toEqual(['DEMO-001']);
  await tab.locator('plaudit-product-reviews').evaluate((element) => element.setAttribute('sku', 'DEMO-002'));
  await expect.poll(described).toEqual(['DEMO-002']);
  await expect(tab.locator('plaudit-product-reviews').getByRole('article').first()).toBeVisible();
});

test.describe('without JavaScript', () => {
  // A fragment opened by itself allows no scripts, not even those of this runner.
  test.use({ javaScriptEnabled: false, allowedFaults: [/Blocked script execution/] });

  test('reviews are read, paged and filtered by plain links', async ({ page: tab, elsewhere }) => {
    await tab.goto(
      elsewhere.put('/plain', {
        html: page(
          elsewhere.proxy,
          await elsewhere.include('/render/plaudit-product-reviews?sku=DEMO-001&page-size=5'),
        ),
      }),
    );
    await expect(tab.getByRole('article')).toHaveCount(5);
    await expect(tab.getByRole('button', { name: 'Show more reviews' })).toHaveCount(0);
    const first = await tab.getByRole('article').first().innerText();
    await tab.getByRole('link', { name: '2', exact: true }).click();
    await expect(tab).toHaveURL(/\/render\/plaudit-product-reviews\?sku=DEMO-001&page-size=5&plaudit-start=3$/);
    await expect(tab.getByRole('article')).toHaveCount(5);
    expect(await tab.getByRole('article').first().innerText()).not.toBe(first);
    await tab.getByRole('link', { name: /^1 star/ }).click();
    await expect(tab.getByRole('img', { name: '1 out of 5 stars' })).toHaveCount(
      await tab.getByRole('article').count(),
    );
    await tab.getByRole('link', { name: 'Clear all' }).click();
    await tab.getByRole('searchbox').fill('zzzz no such word');
    await tab.getByRole('button', { name: 'Search' }).click();
    await expect(tab.getByText('Nothing for “zzzz no such word”.')).toBeVisible();
  });

  test('what filters and searches can be seen to, and a form that needs scripts makes room for its children', async ({
    page: tab,
    elsewhere,
  }) => {
    const form = (await elsewhere.include('/render/plaudit-review-form?sku=DEMO-001')).replace(
      '</plaudit-review-form>',
      'Write to us by mail.</plaudit-review-form>',
    );
    await tab.goto(
      elsewhere.put('/plain-form', {
        html: page(
          elsewhere.proxy,
          (await elsewhere.include('/render/plaudit-product-reviews?sku=DEMO-001&page-size=1')) + form,
        ),
      }),
    );
    const styleOf = (name: string) =>
      tab.getByRole('searchbox').evaluate((box, property) => getComputedStyle(box).getPropertyValue(property), name);
    expect([await styleOf('border-top-style'), await styleOf('border-top-width')]).toEqual(['solid', '1px']);
    expect(
      await tab
        .getByRole('link', { name: /^5 stars/ })
        .locator('svg')
        .evaluate((star) => getComputedStyle(star).fill),
    ).toBe('rgb(194, 102, 10)');
    await expect(tab.getByText('Write to us by mail.')).toBeVisible();
    await expect(tab.getByRole('textbox', { name: 'Headline' })).toBeHidden();
    expect((await tab.locator('plaudit-review-form').boundingBox())!.height).toBeLessThan(60);
  });

  test('questions are paged by plain links', async ({ page: tab, elsewhere }) => {
    await tab.goto(
      elsewhere.put('/plain-questions', {
        html: page(elsewhere.proxy, await elsewhere.include('/render/plaudit-questions')),
      }),
    );
    await expect(tab.getByRole('article')).toHaveCount(10);
    const first = await tab.getByRole('article').first().innerText();
    await tab
      .getByRole('navigation', { name: /^\d+ questions$/ })
      .getByRole('link', { name: '2', exact: true })
      .click();
    await expect(tab).toHaveURL(/\/render\/plaudit-questions\?plaudit-start=10$/);
    await expect(tab.getByRole('link', { name: '2', exact: true })).toHaveAttribute('aria-current', 'true');
    expect(await tab.getByRole('article').count()).toBeGreaterThan(0);
    expect(await tab.getByRole('article').first().innerText()).not.toBe(first);
  });
});
