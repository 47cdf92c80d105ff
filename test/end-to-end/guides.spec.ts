/** The programs of the guides, run as they stand there. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/ports.ts';
import { renderSection } from '../support/shopify.ts';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';

const guides = join(import.meta.dirname, '..', '..', 'docs', 'guides');

/** Writes the code blocks of a guide that begin with a file's name. */
async function writePrograms(guide: string, folder: string): Promise<void> {
  for (const [, code, name] of (await readFile(join(guides, guide), 'utf8')).matchAll(
    /```js\n(\/\/ ([\w-]+\.mjs)[^]*?)```/g,
  ))
    await writeFile(join(folder, name!), code!);
}

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plaudit-guide-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

for (const [what, reviews] of [
  ['the proxy', (proxy: string) => proxy],
  ['a proxy that is gone', () => 'http://127.0.0.1:9'],
] as const) {
  test(`the Node shop has its reviews in the first HTML, or the bare tags: with ${what}`, async ({ elsewhere }) => {
    await writePrograms('node.md', folder);
    const port = await freePort();
    const shop = spawn(process.execPath, ['shop.mjs'], {
      cwd: folder,
      env: { ...process.env, PORT: String(port), REVIEWS: reviews(elsewhere.proxy), REVIEWS_PUBLIC: elsewhere.proxy },
      stdio: 'ignore',
    });
    try {
      let html = '';
      await expect(async () => {
        html = await (await fetch(`http://127.0.0.1:${port}/?sku=DEMO-001`)).text();
        // The guide's shop does not wait for a proxy that is busy.
        if (what === 'the proxy')
          expect(html).toMatch(
            /<plaudit-product-reviews sku="DEMO-001" locale="en"><template shadowrootmode="open">.*<article.*application\/ld\+json/s,
          );
      }).toPass();
      if (what !== 'the proxy')
        expect(html).toContain('<plaudit-product-reviews sku="DEMO-001" locale="en"></plaudit-product-reviews>');
    } finally {
      shop.kill();
      await once(shop, 'exit');
    }
  });
}

test('the static shop gets reviews into its files, and renews them when the program runs again', async ({
  elsewhere,
}) => {
  await writePrograms('static.md', folder);
  const [, mark] = /```html\n(<!-- plaudit-[^]*?)```/.exec(await readFile(join(guides, 'static.md'), 'utf8'))!;
  const file = join(folder, 'mug.html');
  await writeFile(file, `<!doctype html><title>Mug</title>${mark}<footer>Footer</footer>`);
  const run = async (): Promise<string> => {
    const program = spawn(process.execPath, ['include-reviews.mjs', folder], {
      cwd: folder,
      env: { ...process.env, REVIEWS: elsewhere.proxy },
      stdio: 'inherit',
    });
    expect((await once(program, 'exit'))[0]).toBe(0);
    return readFile(file, 'utf8');
  };
  const first = await run();
  expect(first.match(/<article/g)).toHaveLength(5);
  expect(first).toContain('<footer>Footer</footer>');
  expect((await run()).match(/<article/g)).toHaveLength(5);
});

test('the template of the Vue guide is what Vue makes elements of, whose events and products it knows', async ({
  page,
  elsewhere,
}) => {
  const [, template] = /```vue\n<template>\n([^]*?)<\/template>/.exec(await readFile(join(guides, 'vue.md'), 'utf8'))!;
  const vue = await readFile(createRequire(import.meta.url).resolve('vue/dist/vue.esm-browser.prod.js'), 'utf8');
  elsewhere.put('/vue.js', { html: vue, headers: { 'content-type': 'text/javascript' } });
  const app = `import { createApp, ref } from './vue.js';
    const product = ref({ sku: 'DEMO-001' }), total = ref(null);
    const app = createApp({ template: ${JSON.stringify(`${template}<output>{{ total }}</output><button @click="product = { sku: 'DEMO-024' }">Another product</button>`)}, setup: () => ({ product, total }) });
    app.config.compilerOptions.isCustomElement = (tag) => tag.startsWith('plaudit-');
    app.mount('#app');`;
  await page.goto(
    elsewhere.put('/vue', {
      html: `<!doctype html><html lang="en"><title>Mug</title><link rel="icon" href="data:,"><script type="module" src="${elsewhere.proxy}/plaudit.js"></script><div id="app"></div><script type="module">${app}</script></html>`,
    }),
  );
  await expect(page.locator('plaudit-product-reviews').getByRole('article')).toHaveCount(5);
  await expect(page.locator('output')).toHaveText(/^\d{3}$/);
  await page.getByRole('button', { name: 'Another product' }).click();
  await expect(page.locator('output')).toHaveText('0');
  await expect(page.locator('plaudit-stars').getByRole('img', { name: 'No reviews yet' })).toBeVisible();
});

test('the section of the Shopify guide shows the reviews of all variants, and a form', async ({ page, elsewhere }) => {
  const { html } = await renderSection('sections/plaudit-reviews.liquid', {
    handle: 'tide-mug',
    selected_or_first_available_variant: { sku: 'DEMO-001' },
  });
  const script = `<script type="module" src="${elsewhere.proxy}/plaudit.js"></script>`;
  await page.goto(
    elsewhere.put('/shopify', {
      html: `<!doctype html><html lang="en"><title>Mug</title><link rel="icon" href="data:,">${script}${html}</html>`,
    }),
  );
  await expect(page.locator('plaudit-product-reviews').getByRole('article')).toHaveCount(10);
  await page.locator('plaudit-review-form').scrollIntoViewIfNeeded();
  await expect(page.locator('plaudit-review-form').getByRole('radio')).toHaveCount(5);
});
