import { createHash } from 'node:crypto';
import { test } from './support/elsewhere.ts';
import { loader, pictures, scrollThrough, shop, shown, watch } from './support/every-element.ts';
import { expect } from './support/shop.ts';

const strict = (proxy: string, more = ''): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; script-src ${proxy}; connect-src ${proxy}; img-src ${proxy} ${pictures()} blob:; require-trusted-types-for 'script'; ${more || 'trusted-types lit-html'}`,
});

test.describe('a page on another origin, that allows nothing but the proxy', () => {
  test('has every element, its photos and votes', async ({ page, elsewhere }) => {
    await watch(page);
    await page.goto(
      elsewhere.put('/strict', { html: shop(loader(elsewhere.proxy)), headers: strict(elsewhere.proxy) }),
    );
    await expect(async () => {
      await scrollThrough(page);
      await expect(shown(page)).toHaveCount(8, { timeout: 1_000 });
    }).toPass();
    const reviews = page.locator('plaudit-product-reviews');
    expect(
      await reviews.evaluate((element) => getComputedStyle(element.shadowRoot!.querySelector('article')!).display),
    ).toBe('grid');
    const photo = reviews.getByRole('article').getByRole('button').locator('img').first();
    await photo.scrollIntoViewIfNeeded();
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await photo.click();
    await expect(reviews.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await reviews
      .getByRole('button', { name: /^Helpful/ })
      .first()
      .click();
    await expect(reviews.getByText('Thank you').first()).toBeVisible();
  });

  test('has rendered elements in their style, where it allows the hashes that the answer names', async ({
    page,
    elsewhere,
  }) => {
    const path = '/render/plaudit-star-summary?sku=DEMO-001';
    const policy = (await fetch(elsewhere.proxy + path)).headers.get('content-security-policy')!;
    const [, styles] = /style-src ([^;]*)/.exec(policy)!;
    const headers = {
      'content-security-policy': `${strict(elsewhere.proxy)['content-security-policy']}; style-src ${styles}`,
    };
    await page.goto(elsewhere.put('/strict-rendered', { html: shop('', await elsewhere.include(path)), headers }));
    expect(
      await page
        .locator('plaudit-star-summary')
        .evaluate((element) => getComputedStyle(element.shadowRoot!.querySelector('.summary')!).display),
    ).toBe('grid');
  });
});

test.describe('where a page does not allow it', () => {
  test.use({ allowedFaults: [/Trusted Type|TrustedTypes|Content Security Policy|integrity/i] });

  test('a Trusted Types policy of our name: lines of stars need none, other children stay, and no error escapes', async ({
    page,
    elsewhere,
  }) => {
    const escaped: Error[] = [];
    page.on('pageerror', (error) => escaped.push(error));
    await watch(page);
    await page.goto(
      elsewhere.put('/no-policy', {
        html: shop(loader(elsewhere.proxy)),
        headers: strict(elsewhere.proxy, "trusted-types 'none'"),
      }),
    );
    await expect(page.locator('plaudit-stars[data-state=plaudit-ready]').getByRole('img').first()).toBeVisible();
    await expect(page.locator('plaudit-product-reviews[data-state=plaudit-error]')).toBeVisible();
    await expect(page.locator('plaudit-product-reviews')).toHaveText('Reviews');
    // Without the room that was kept for what did not come.
    await expect
      .poll(() => page.locator('plaudit-product-reviews').evaluate((element: HTMLElement) => element.offsetHeight))
      .toBeLessThan(50);
    expect(escaped).toEqual([]);
  });

  test('our script: the children stay', async ({ page, elsewhere }) => {
    await page.goto(
      elsewhere.put('/no-script', {
        html: shop(loader(elsewhere.proxy)),
        headers: { 'content-security-policy': "script-src 'none'" },
      }),
    );
    await expect(page.locator('plaudit-product-reviews')).toHaveText('Reviews');
    await expect(page.locator('plaudit-product-reviews')).toBeVisible();
  });

  test('requests to the proxy: the children stay, with a way to try again', async ({ page, elsewhere }) => {
    await watch(page);
    const headers = { 'content-security-policy': `script-src ${elsewhere.proxy}; connect-src 'none'` };
    await page.goto(
      elsewhere.put('/no-connect', {
        html: shop(
          loader(elsewhere.proxy),
          '<plaudit-product-reviews sku="DEMO-001">Reviews</plaudit-product-reviews>',
        ),
        headers,
      }),
    );
    await expect(page.locator('[data-state=plaudit-error]')).toBeVisible();
    await expect(page.locator('plaudit-product-reviews')).toHaveText(/^Reviews.*Try again\s*$/);
  });

  test('another loader than the one it knows: the children stay', async ({ page, elsewhere }) => {
    const integrity = ` crossorigin integrity="sha384-${createHash('sha384').update('another').digest('base64')}"`;
    await page.goto(elsewhere.put('/changed', { html: shop(loader(elsewhere.proxy, integrity)) }));
    await expect(page.locator('plaudit-stars')).toHaveText('Stars');
    expect(await page.evaluate(() => customElements.get('plaudit-stars') === undefined)).toBe(true);
  });
});

test.describe('where a page allows no worker', () => {
  // The refusal that holds the challenge, and the worker that is not made.
  test.use({ allowedFaults: [/429 \(Too Many Requests\)|TrustedScriptURL/] });

  test('an address that has written often proves its work without one', async ({ page, elsewhere }) => {
    const reviews = (await (await fetch(`${elsewhere.proxy}/v1/businesses/-/reviews?count=4`)).json()) as {
      reviews: readonly { reviewNo: number }[];
    };
    for (const { reviewNo } of reviews.reviews.slice(0, 3)) {
      const body = new URLSearchParams({
        review_no: String(reviewNo),
        reason: 'other',
        message: 'Written about another shop.',
      });
      expect((await fetch(`${elsewhere.proxy}/v1/businesses/-/reviews/flag`, { method: 'POST', body })).ok).toBe(true);
    }
    await page.goto(
      elsewhere.put('/strict-report', {
        html: shop(loader(elsewhere.proxy), '<plaudit-review-list page-size="4">Reviews</plaudit-review-list>'),
        headers: strict(elsewhere.proxy),
      }),
    );
    const list = page.locator('plaudit-review-list');
    await list.getByRole('button', { name: 'Report' }).last().click();
    const dialog = list.getByRole('dialog', { name: 'Report this review' });
    await dialog.getByRole('radio').last().check();
    await dialog.getByRole('textbox').fill('This is about another shop.');
    const proven = page.waitForRequest(
      (request) => request.url().endsWith('/reviews/flag') && request.headers()['plaudit-proof'] !== undefined,
    );
    await dialog.getByRole('button', { name: 'Send report' }).click();
    expect((await (await proven).response())!.ok()).toBe(true);
  });
});

test('sri.json names every script that is served, with the hash of what is served', async ({ elsewhere }) => {
  const hashes = (await (await fetch(`${elsewhere.proxy}/sri.json`)).json()) as Record<string, string>;
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining(['/plaudit.js', '/plaudit.all.js']));
  for (const [path, hash] of Object.entries(hashes)) {
    const answer = await fetch(elsewhere.proxy + path);
    expect(answer.headers.get('access-control-allow-origin'), path).toBe('*');
    expect(
      `sha384-${createHash('sha384')
        .update(new Uint8Array(await answer.arrayBuffer()))
        .digest('base64')}`,
      path,
    ).toBe(hash);
    // Whatever a script brings in has its hash too.
    const script = await (await fetch(elsewhere.proxy + path)).text();
    for (const [, file] of script.matchAll(/[`"'](\.\/[\w/-]+\.js)[`"']/g))
      expect(hashes, `${path} brings in ${file}`).toHaveProperty([path.replace(/[^/]*$/, file!.slice(2))]);
  }
});

test('with the hash of sri.json the loader runs', async ({ page, elsewhere }) => {
  const hashes = (await (await fetch(`${elsewhere.proxy}/sri.json`)).json()) as Record<string, string>;
  await page.goto(
    elsewhere.put('/integrity', {
      html: shop(loader(elsewhere.proxy, ` crossorigin integrity="${hashes['/plaudit.js']}"`)),
    }),
  );
  await expect(page.locator('plaudit-stars').getByRole('img', { name: /out of 5 stars/ })).toBeVisible();
});

test('pasted twice, and plaudit.js beside plaudit.all.js: no error, and nothing is asked for twice', async ({
  page,
  elsewhere,
}) => {
  await watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const scripts = `${loader(elsewhere.proxy)}<script type="module" src="${elsewhere.proxy}/plaudit.all.js"></script>${loader(elsewhere.proxy)}`;
  const lines = Array.from(
    { length: 60 },
    (_, index) => `<plaudit-stars sku="DEMO-0${String(index % 24).padStart(2, '0')}"></plaudit-stars>`,
  ).join('');
  await page.goto(elsewhere.put('/twice', { html: shop(scripts, lines) }));
  await expect(shown(page)).toHaveCount(60);
  expect(asked.filter((url) => url.includes('/v1/'))).toHaveLength(1);
  expect(asked).toHaveLength(new Set(asked).size);
});

test('one file with every element does without the loader', async ({ page, elsewhere }) => {
  await watch(page);
  await page.goto(
    elsewhere.put('/all', {
      html: shop(`<script type="module" src="${elsewhere.proxy}/plaudit.all.js"></script>`),
      headers: strict(elsewhere.proxy),
    }),
  );
  await expect(async () => {
    await scrollThrough(page);
    await expect(shown(page)).toHaveCount(8, { timeout: 1_000 });
  }).toPass();
});

test('a page that asks for it is told what happens, in its dataLayer, and no word that was typed', async ({
  page,
  elsewhere,
}) => {
  const html = shop(
    loader(elsewhere.proxy, ' data-data-layer'),
    '<plaudit-product-reviews sku="DEMO-001"></plaudit-product-reviews>',
  );
  await page.goto(elsewhere.put('/analytics', { html, headers: strict(elsewhere.proxy) }));
  await page.getByRole('searchbox').fill('secret words');
  const layer = () => page.evaluate(() => (globalThis as { dataLayer?: object[] }).dataLayer ?? []);
  await expect.poll(layer).toContainEqual({
    event: 'plaudit_filter',
    element: 'plaudit-product-reviews',
    sku: 'DEMO-001',
    ratings: [],
    order: 'created',
    photos: false,
  });
  expect(await layer()).toContainEqual({ event: 'plaudit_ready', element: 'plaudit-product-reviews', total: 300 });
  expect(JSON.stringify(await layer())).not.toContain('secret');
});

test('a page that names no origin we know is refused, and keeps its children', async ({ browser, elsewhere }) => {
  // The same shop by another name is another origin.
  const page = await browser.newPage();
  await watch(page);
  elsewhere.put('/unknown-origin', {
    html: shop(loader(elsewhere.proxy), '<plaudit-stars sku="DEMO-001">Stars</plaudit-stars>'),
  });
  await page.goto(`${elsewhere.origin.replace('127.0.0.1', 'localhost')}/unknown-origin`);
  await expect(page.locator('[data-state=plaudit-error]')).toContainText('Stars');
  await page.close();
});
