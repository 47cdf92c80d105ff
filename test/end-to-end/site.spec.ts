/** The documentation as a site, built with the answers of a running proxy, and read without any network but its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { FrameLocator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test as elsewhereTest } from './support/elsewhere.ts';
import { watch } from './support/every-element.ts';
import { expect, expectNoSidewaysScrolling } from './support/shop.ts';

const root = join(import.meta.dirname, '..', '..');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
};

interface Site {
  readonly url: string;
  readonly folder: string;
}

const test = elsewhereTest.extend<{ site: Site }, { built: Site }>({
  built: [
    async ({ elsewhere }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'plaudit-site-'));
      const run = async (...args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
      await run('tools/site/prepare.ts', '--from', elsewhere.proxy);
      // It fails if a link leads nowhere.
      await run('node_modules/vitepress/bin/vitepress.js', 'build', 'docs/site', '--outDir', folder);
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url!, 'http://site');
        const path = pathname.replace(/\/$/, '/index.html');
        readFile(join(folder, decodeURIComponent(path))).then(
          (file) => response.writeHead(200, { 'content-type': types[extname(path)] ?? '' }).end(file),
          () => response.writeHead(404).end(),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder });
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  site: async ({ built, page }, use) => {
    const strangers: string[] = [];
    await page.route(
      (url) => url.origin !== built.url && url.protocol.startsWith('http'),
      (route) => {
        strangers.push(route.request().url());
        return route.abort();
      },
    );
    await use(built);
    expect(strangers, 'asked of anybody else').toEqual([]);
  },
});

async function tagsOf({ folder }: Site): Promise<string[]> {
  const { modules } = JSON.parse(await readFile(join(folder, 'shop', 'custom-elements.json'), 'utf8')) as {
    modules: ReadonlyArray<{ declarations?: ReadonlyArray<{ tagName?: string }> }>;
  };
  return modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
}

const example = (page: Page, nth = 0) => page.frameLocator('iframe.live-example').nth(nth);

test('every element has a page with an example that is alive', async ({ page, site }) => {
  await watch(page);
  const tags = await tagsOf(site);
  expect(tags.length).toBeGreaterThanOrEqual(9);
  await page.goto(`${site.url}/elements/`);
  for (const tag of tags) await expect(page.getByRole('main').getByRole('link', { name: tag })).toBeVisible();
  for (const tag of tags) {
    await page.goto(`${site.url}/elements/${tag}.html`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(tag);
    await expect(example(page).locator(`${tag}[data-state=plaudit-ready]`)).toBeVisible();
  }
});

test('every link of the front page and of the list of pages leads to a page', async ({ page, site }) => {
  for (const path of ['/', '/elements/']) {
    await page.goto(site.url + path);
    const links = await page.locator('a[href^="/"]').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(links.length).toBeGreaterThan(5);
    for (const link of new Set(links)) expect((await page.request.get(site.url + link)).status(), link).toBe(200);
  }
});

test('an example answers as a proxy does: it filters, takes a vote, and says what it does not know', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/elements/plaudit-product-reviews.html`);
  const reviews = example(page).locator('plaudit-product-reviews');
  await expect(reviews.getByRole('article')).toHaveCount(3);
  await reviews.getByRole('button', { name: 'With photos' }).click();
  await expect(reviews.getByRole('article').first().locator('button img').first()).toBeVisible();
  await reviews.getByRole('button', { name: 'Show more reviews' }).click();
  await expect(reviews.getByRole('article')).toHaveCount(6);
  await reviews
    .getByRole('button', { name: /^Helpful/ })
    .first()
    .click();
  await expect(reviews.getByText('Thank you').first()).toBeVisible();
  await reviews.getByRole('searchbox').fill('a word that nobody recorded');
  await expect(reviews.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('each recipe for a look is alive, and as its style sheet says', async ({ page, site }) => {
  await watch(page);
  await page.goto(`${site.url}/guides/theming.html`);
  const frames = page.locator('iframe.live-example');
  await expect(frames).toHaveCount(8);
  for (let index = 0; index < 8; index++) {
    await frames.nth(index).scrollIntoViewIfNeeded();
    await expect(example(page, index).locator('plaudit-product-reviews[data-state=plaudit-ready]')).toBeAttached();
    await expect(example(page, index).locator('plaudit-star-summary[data-state=plaudit-ready]')).toBeVisible();
  }
  const strip = (nth: number) => example(page, nth).locator('plaudit-product-reviews').locator('[part=strip]');
  await expect(strip(0)).toBeHidden();
  await expect(strip(1)).toBeVisible();
});

/** The editor for the look, and the elements in it. */
async function openEditor(page: Page, { url }: Site, fragment = '') {
  await page.goto('about:blank');
  await page.goto(`${url}/look.html${fragment}`);
  const shown = page.frameLocator('iframe[title^="The elements"]');
  const code = page.getByRole('region', { name: 'To paste into your style sheet' }).locator('pre');
  await expect(shown.locator('plaudit-star-summary[data-state=plaudit-ready]')).toBeVisible();
  return { shown, code };
}

async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label).fill(text);
  await page.keyboard.press('Tab');
}

/** What is seen of a look, in the shadow roots. */
const measure = (frame: FrameLocator) =>
  frame.locator('body').evaluate((body) => {
    const style = (tag: string, inside: string, property: string) => {
      const found = body.querySelector(tag)?.shadowRoot?.querySelector(inside);
      return found ? getComputedStyle(found).getPropertyValue(property) : null;
    };
    return {
      stars: style('plaudit-stars', '.on', 'fill'),
      bars: style('plaudit-star-summary', '.on', 'fill'),
      review: style('plaudit-product-reviews', '[part=review]', 'border-top-left-radius'),
      edge: style('plaudit-product-reviews', '[part=review]', 'border-left-width'),
      title: style('plaudit-product-reviews', '[part=title]', 'font-family'),
      size: style('plaudit-product-reviews', '[part=title]', 'font-size'),
      strip: style('plaudit-product-reviews', '[part=strip]', 'display'),
      submit: style('plaudit-review-form', '[part~=submit]', 'background-color'),
      onSubmit: style('plaudit-review-form', '[part~=submit]', 'color'),
      ground: getComputedStyle(body).backgroundColor,
    };
  });

test('a look is chosen and seen, its style sheet does the same on a bare page, and its link opens it again', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await watch(page);
  const { shown, code } = await openEditor(page, site);
  await expect(code).toContainText('Nothing to paste');
  const ready = async (frame: FrameLocator) => {
    for (const tag of ['stars', 'product-reviews', 'review-form']) {
      await frame.locator(`plaudit-${tag}`).scrollIntoViewIfNeeded();
      await expect(frame.locator(`plaudit-${tag}[data-state=plaudit-ready]`)).toBeAttached();
    }
    await expect(frame.getByRole('button', { name: 'Send review' })).toBeAttached();
  };
  await ready(shown);
  const before = await measure(shown);
  expect(before).toMatchObject({ stars: 'rgb(194, 102, 10)', edge: '0px', ground: 'rgb(255, 255, 255)' });

  await page.getByLabel('Stars', { exact: true }).fill('#6d28d9');
  await type(page, 'Accent, as digits', 'FC0');
  await page.getByLabel('Each review').selectOption('In a frame');
  await page.getByLabel('Corners', { exact: true }).fill('125');
  await type(page, 'Font', '"Times New Roman", serif');
  await page.getByLabel('Size').fill('90');
  await page.getByLabel('Customers’ photos above the list').uncheck();
  await type(page, 'Background, as digits', '#fdf6ec');
  await expect(code).toContainText('background: #fdf6ec');
  const chosen = await measure(shown);
  expect(chosen).toMatchObject({
    stars: 'rgb(109, 40, 217)',
    bars: 'rgb(109, 40, 217)',
    edge: '1px',
    title: '"Times New Roman", serif',
    strip: 'none',
    submit: 'rgb(255, 204, 0)',
    onSubmit: 'rgb(0, 0, 0)',
    ground: 'rgb(253, 246, 236)',
  });
  for (const name of ['review', 'size'] as const) expect(chosen[name]).not.toBe(before[name]);

  const styles = (await code.textContent())!;
  await page.getByRole('button', { name: 'Copy CSS' }).first().click();
  await expect(page.getByText('CSS copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(styles);

  // The last choice is in it, so all are.
  await expect(page).toHaveURL(/background-light=fdf6ec/);
  const linked = page.url();
  const markup = await shown.locator('body').evaluate((body) => {
    const tags = [...body.children].map((element) => element.cloneNode() as Element);
    for (const tag of tags) tag.removeAttribute('data-state');
    return tags.map((tag) => tag.outerHTML).join('');
  });
  const bare = (css: string) => `<!doctype html><html lang="en"><head><title>Bare</title>
<style>body{margin:0;padding:1rem;font:1rem/1.5 system-ui,sans-serif}</style><style>${css}</style>
<script src="/shop/recording.js"></script><script type="module" src="/shop/plaudit.all.js"></script></head>
<body>${markup}</body></html>`;
  await page.route('**/bare.html', (route) => route.fulfill({ contentType: 'text/html', body: bare(styles) }));
  await page.route('**/frame.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<iframe src="bare.html" width="860" height="700"></iframe>' }),
  );
  await page.goto(`${site.url}/frame.html`);
  const pasted = page.frameLocator('iframe');
  await ready(pasted);
  expect(await measure(pasted)).toEqual(chosen);

  const again = await openEditor(page, site, new URL(linked).hash);
  await expect(again.code).toHaveText(styles);
  await openEditor(page, site);
  await page.getByText('Go on with an earlier look').click();
  await type(page, 'Its link', styles.split('\n')[0]!);
  await expect(code).toHaveText(styles);
});

test('a recipe is something to begin with, and the page stays as it was described', async ({ page, site }) => {
  await watch(page);
  const { shown } = await openEditor(page, site, '#background-light=eeeeee');
  const recipe = (name: string) => page.getByRole('button', { name, exact: true });
  await recipe('Dark only').click();
  await expect(recipe('Dark only')).toHaveAttribute('aria-pressed', 'true');
  expect(await measure(shown)).toMatchObject({ stars: 'rgb(255, 209, 102)', ground: 'rgb(20, 22, 26)' });
  await recipe('Minimal').click();
  await expect(recipe('Dark only')).toHaveAttribute('aria-pressed', 'false');
  await expect(recipe('Minimal')).toHaveAttribute('aria-pressed', 'true');
  expect(await measure(shown)).toMatchObject({ stars: 'rgb(0, 0, 0)', ground: 'rgb(238, 238, 238)' });
});

test('the editor warns of a faint colour, and finds one that can be seen', async ({ page, site }) => {
  await watch(page);
  const { shown } = await openEditor(page, site);
  const warning = page.getByRole('status').filter({ hasText: 'WCAG' });
  await expect(warning).toBeHidden();
  await page.getByLabel('Stars', { exact: true }).fill('#ffe08a');
  await expect(warning).toContainText('Stars on the background: only 1.2 : 1');
  await page.getByRole('button', { name: /^Use #/ }).click();
  await expect(warning).toBeHidden();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(async () => (await measure(shown)).stars).toBe('rgb(245, 181, 68)');
  await expect(warning).toBeHidden();
  await type(page, 'Text, as digits', '#555');
  await expect(warning).toContainText('Text on the background');
});

test('a hostile address chooses nothing in the editor', async ({ page, site }) => {
  await watch(page);
  const inject = encodeURIComponent('red;}body{display:none}a{background:url(//evil.example/)}');
  const names = ['stars-light', 'background-light', 'font', 'radius', 'hide', 'page', 'theme', 'reviews'];
  const { shown, code } = await openEditor(page, site, `#${names.map((name) => `${name}=${inject}`).join('&')}`);
  await expect(code).toContainText('Nothing to paste');
  expect((await measure(shown)).stars).toBe('rgb(194, 102, 10)');
  await type(page, 'Font', 'serif; } body { display: none');
  await expect(page.getByText('Names alone')).toBeVisible();
  await expect(code).toContainText('Nothing to paste');
  await page.getByText('Go on with an earlier look').click();
  await type(page, 'Its link', `${site.url}/look#font=${inject}&hide=strip`);
  await expect(code).toContainText('part(strip)');
  await expect(code).not.toContainText('body');
});

test('its search finds Trusted Types, and parts of an element', async ({ page, site }) => {
  await page.goto(site.url);
  for (const [words, found] of [
    ['Trusted Types', 'Content security policy'],
    ['part lightbox', 'plaudit-product-reviews'],
  ] as const) {
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill(words);
    await expect(page.getByRole('option').filter({ hasText: found }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

for (const [width, colorScheme, paths] of [
  [360, 'light', ['/', '/look.html', '/elements/plaudit-stars.html', '/guides/shopify.html']],
  [1280, 'dark', ['/look.html', '/elements/plaudit-stars.html', '/http/', '/troubleshooting.html']],
] as const) {
  test(`it can be read by everybody at ${width} px, ${colorScheme}`, async ({ page, site }) => {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    for (const path of paths) {
      await page.goto(site.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    }
  });
}

test('what was recorded is as openapi.json describes it', async ({ site }) => {
  // Fastify's validator.
  const { default: Ajv } = createRequire(
    createRequire(import.meta.resolve('fastify')).resolve('@fastify/ajv-compiler'),
  )('ajv/dist/2020.js') as {
    default: new (options: object) => {
      addSchema(schema: object, id: string): void;
      compile(schema: object): ((value: unknown) => boolean) & { errors?: unknown };
    };
  };
  const read = async (name: string) => JSON.parse(await readFile(join(site.folder, name), 'utf8')) as unknown;
  const api = (await read('openapi.json')) as {
    paths: Record<string, { get?: { responses: { 200: { content: { 'application/json': { schema: object } } } } } }>;
  };
  const ajv = new Ajv({ strict: false });
  ajv.addSchema(api, 'api');
  const answers = Object.entries((await read('shop/answers.json')) as Record<string, unknown>);
  expect(answers.length).toBeGreaterThan(30);
  const describes = (path: string) => {
    const { schema } = api.paths[path]!.get!.responses[200].content['application/json'];
    return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object);
  };
  const paths = answers.map(([question]) => question.split('?')[0]!.replace('/-', '/{business}'));
  const validators = new Map([...new Set(paths)].map((path) => [path, describes(path)]));
  for (const [index, [question, answer]] of answers.entries()) {
    const matches = validators.get(paths[index]!)!;
    expect(matches(answer), `${question}: ${JSON.stringify(matches.errors)}`).toBe(true);
    expect(matches({ status: 'OK', success: true })).toBe(false);
  }
});
