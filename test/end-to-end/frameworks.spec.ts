/** The elements from the package, in a page that a shop's own bundler made: with React, Vue and Svelte. */
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

/** One script with everything in it. */
async function bundle(entry: string): Promise<string> {
  const out = await mkdtemp(join(tmpdir(), 'plaudit-framework-'));
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, '..', '..'),
      publicDir: false,
      logLevel: 'warn',
      plugins: [svelte],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: out,
        emptyOutDir: true,
        lib: { entry: join(pages, entry), formats: ['es'], fileName: 'app' },
        rolldownOptions: { output: { codeSplitting: false } },
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
