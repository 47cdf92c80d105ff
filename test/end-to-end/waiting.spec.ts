import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';

const page = (proxy: string, attributes = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title><link rel="icon" href="data:,"><script type="module" src="${proxy}/plaudit.js"></script></head><body><h1>Mug</h1><plaudit-stars sku="DEMO-001"${attributes}>Stars</plaudit-stars></body></html>`;

test('a proxy that hangs when it is asked for code: the children stay, the page is told, and what comes late is shown', async ({
  page: tab,
  elsewhere,
}) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await tab.route('**/assets/**', async (route) => (await promise, route.continue()));
  await tab.clock.install();
  await tab.addInitScript(() =>
    addEventListener('plaudit-error', ({ target }) => ((target as HTMLElement).dataset['failed'] = ''), true),
  );
  await tab.goto(elsewhere.put('/hanging', { html: page(elsewhere.proxy) }), { waitUntil: 'commit' });
  await expect(tab.getByText('Stars')).toBeVisible();
  await expect(async () => {
    await tab.clock.fastForward(30_000);
    await expect(tab.locator('[data-failed]')).toHaveText('Stars', { timeout: 500 });
  }).toPass();
  letGo();
  await expect(tab.locator('plaudit-stars').getByRole('img', { name: /out of 5/ })).toBeVisible();
});

test('words that do not come are not waited for longer than ten seconds: the reviews are shown in English', async ({
  page: tab,
  elsewhere,
}) => {
  await tab.route('**/assets/de-*.js', () => {});
  await tab.clock.install();
  await tab.goto(elsewhere.put('/wordless', { html: page(elsewhere.proxy, ' locale="de"') }), { waitUntil: 'commit' });
  await expect(async () => {
    await tab.clock.fastForward(10_000);
    await expect(tab.locator('plaudit-stars').getByRole('img', { name: /out of 5/ })).toBeVisible({ timeout: 500 });
  }).toPass();
});

test.describe('where the network fails', () => {
  test.use({ allowedFaults: [/net::ERR_FAILED/] });

  test('a file that does not arrive is asked for again, although the browser remembers that it failed', async ({
    page: tab,
    elsewhere,
  }) => {
    let asked = 0;
    await tab.route('**/assets/core-*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()));
    await tab.goto(elsewhere.put('/failing', { html: page(elsewhere.proxy) }));
    await expect(tab.locator('plaudit-stars').getByRole('img', { name: /out of 5/ })).toBeVisible({ timeout: 60_000 });
    expect(asked).toBe(2);
  });
});
