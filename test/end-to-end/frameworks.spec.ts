/** The elements from the package, in a page that a shop's own bundler made: with React, Vue and Svelte. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { linkElements } from '../support/elements-package.ts';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';

const svelte: Plugin = {
  name: 'svelte',
  transform: (code, id) =>
    id.endsWith('.svelte')
      ? { code: compile(code, { filename: id, generate: 'client', css: 'injected' }).js.code, map: null }
      : null,
};

const pages = join(import.meta.dirname, 'frameworks');

/** One script with everything in it: for browsers, or for a server. In development, frameworks warn of mistakes. */
async function bundle(entry: string, isServer = false, mode = 'production'): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'plaudit-framework-'));
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, '..', '..'),
      publicDir: false,
      logLevel: 'warn',
      mode,
      plugins: [svelte],
      define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
      ssr: { noExternal: true },
      build: {
        ssr: isServer,
        outDir: out,
        emptyOutDir: true,
        lib: { entry: join(pages, entry), formats: ['es'], fileName: 'app' },
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'app.js' } },
      },
    });
    return await readFile(join(out, 'app.js'), 'utf8');
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

test.beforeAll(() => linkElements(pages));

for (const [framework, entry] of [
  ['React', 'react.tsx'],
  ['Vue', 'vue.ts'],
  ['Svelte', 'svelte.ts'],
] as const) {
  test(`in ${framework}, properties reach the elements, change with the page's state, and events come back`, async ({
    page,
    elsewhere,
  }) => {
    elsewhere.put(`/${entry}.js`, { html: await bundle(entry), headers: { 'content-type': 'text/javascript' } });
    const start = `import { mount } from '/${entry}.js'; mount(${JSON.stringify(elsewhere.proxy)});`;
    await page.goto(
      elsewhere.put(`/${framework}`, {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mug</title><body><div id="app"></div><script type="module">${start}</script></body></html>`,
      }),
    );
    await expect(page.locator('plaudit-product-reviews').getByRole('article')).toHaveCount(3);
    await expect(page.locator('output')).toHaveText('300');
    await page.getByRole('button', { name: 'Another product' }).click();
    await expect(page.locator('plaudit-stars').getByRole('img', { name: 'No reviews yet' })).toBeVisible();
    await expect(page.locator('plaudit-product-reviews').getByRole('article')).toHaveCount(0);
    await expect(page.locator('output')).toHaveText('0');
  });
}

test('React takes over what it rendered on a server: the properties count, one request is made, and it warns of nothing', async ({
  page,
  elsewhere,
}) => {
  const input = await bundle('react-server.tsx', true);
  const html = execFileSync(process.execPath, ['--input-type=module'], { input, encoding: 'utf8' }).trim();
  expect(html).toContain('<plaudit-product-reviews sku="DEMO-001" pageSize="3">Reviews</plaudit-product-reviews>');
  const script = await bundle('react.tsx', false, 'development');
  elsewhere.put('/react-over.js', { html: script, headers: { 'content-type': 'text/javascript' } });

  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/product/reviews')) asked.push(url.searchParams.get('count'));
  });
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const start = `import { hydrate } from '/react-over.js'; hydrate(${JSON.stringify(elsewhere.proxy)});`;
  await page.goto(
    elsewhere.put('/over', {
      html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mug</title><body><div id="app">${html}</div><script type="module">${start}</script></body></html>`,
    }),
  );
  const reviews = page.locator('plaudit-product-reviews');
  await expect(reviews.getByRole('article')).toHaveCount(3);
  await page.getByRole('button', { name: 'Another product' }).click();
  await expect(page.locator('output')).toHaveText('0');
  expect(asked).toEqual(['3', '3']);
  expect(warnings).toEqual([]);
});
