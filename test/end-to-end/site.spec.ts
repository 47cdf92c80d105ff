/** The documentation as a site: its pages, live examples and search. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { watch } from './support/every-element.ts';
import { expect, expectNoSidewaysScrolling } from './support/shop.ts';
import { test, type Site } from './support/site.ts';

async function tagsOf({ folder }: Site): Promise<string[]> {
  const { modules } = JSON.parse(await readFile(join(folder, 'shop', 'custom-elements.json'), 'utf8')) as {
    modules: ReadonlyArray<{ declarations?: ReadonlyArray<{ tagName?: string }> }>;
  };
  return modules.flatMap(({ declarations = [] }) => declarations.flatMap(({ tagName }) => tagName ?? []));
}

const example = (page: Page, nth = 0) => page.frameLocator('iframe.live-example').nth(nth);

/** An example further down, which loads when somebody comes near, also where those above it grow meanwhile. */
async function goToExample(page: Page, nth: number) {
  const elements = example(page, nth).locator('plaudit-star-summary, plaudit-product-reviews');
  await expect(async () => {
    await page.locator('iframe.live-example').nth(nth).scrollIntoViewIfNeeded();
    await expect(elements.and(page.locator('[data-state=plaudit-ready]')).first()).toBeAttached({ timeout: 1_000 });
  }).toPass();
  return example(page, nth);
}

test.beforeEach(({ page }) => watch(page));

test('every element has a page with an example that is alive', async ({ page, site }) => {
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
  await reviews.getByRole('button', { name: /^Filter/ }).click();
  const sheet = reviews.getByRole('dialog', { name: 'Filter' });
  await sheet.getByRole('button', { name: 'With photos' }).click();
  await sheet.getByRole('button', { name: 'Show the reviews' }).click();
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
  await page.goto(`${site.url}/guides/theming.html`);
  const frames = page.locator('iframe.live-example');
  await expect(frames).toHaveCount(11);
  for (let index = 0; index < 11; index++) {
    const elements = (await goToExample(page, index)).locator('plaudit-star-summary, plaudit-product-reviews');
    await expect(elements).toHaveCount(index < 8 ? 2 : 1);
    for (const element of await elements.all()) await expect(element).toHaveAttribute('data-state', 'plaudit-ready');
  }
  const strip = (nth: number) => example(page, nth).locator('plaudit-product-reviews').locator('[part=strip]');
  await expect(strip(0)).toBeHidden();
  await expect(strip(1)).toBeVisible();
  // On the page as it is: it has all examples now, which takes a while.
  await test.step('a badge is as small as its words', () => expectBadge(page));
  await test.step('photos alone open their dialog', () => expectPhotosAlone(page));
  await test.step('reviews in a row scroll sideways, also by keyboard, and more join the row', () => expectRow(page));
});

async function expectRow(page: Page): Promise<void> {
  const reviews = (await goToExample(page, 8)).locator('plaudit-product-reviews');
  const list = reviews.locator('[part=list]');
  // Two of the ten stand above the list.
  const cards = list.getByRole('article');
  await expect(cards).toHaveCount(8);
  const boxes = () => cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
  const [first, second] = await boxes();
  expect([second!.top, second!.width, second!.height]).toEqual([first!.top, first!.width, first!.height]);
  expect(second!.left).toBeGreaterThan(first!.right);
  const scrolled = () => list.evaluate(({ scrollLeft }) => scrollLeft);
  const { height } = (await list.boundingBox())!;
  await cards
    .first()
    .getByRole('button', { name: /^Helpful/ })
    .focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(scrolled).toBeGreaterThan(0);
  await cards
    .last()
    .getByRole('button', { name: /^Helpful/ })
    .focus();
  await expect(cards.last()).toBeInViewport();
  expect((await list.boundingBox())!.height, 'of the row, whatever is in view').toBe(height);
  await reviews.getByRole('button', { name: 'Show more reviews' }).click();
  await expect(cards).toHaveCount(18);
  expect((await boxes())[17]!.top).toBe((await boxes())[0]!.top);
  await page.emulateMedia({ media: 'print' });
  const [one, below] = await boxes();
  expect(below!.top).toBeGreaterThanOrEqual(one!.bottom);
}

async function expectBadge(page: Page): Promise<void> {
  const badge = (await goToExample(page, 9)).locator('plaudit-star-summary');
  await expect(badge.getByText(/^\d+ reviews$/)).toBeVisible();
  expect((await badge.boundingBox())!.height).toBeLessThan(48);
}

async function expectPhotosAlone(page: Page): Promise<void> {
  const photos = (await goToExample(page, 10)).locator('plaudit-product-reviews');
  await expect(photos.locator('[part=strip]')).toBeVisible();
  for (const part of ['overview', 'toolbar', 'list', 'foot'])
    await expect(photos.locator(`[part=${part}]`), part).toBeHidden();
  await photos.locator('[part=strip] .frame').first().click();
  await expect(photos.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(photos.getByRole('dialog')).toBeHidden();
}

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
  [360, 'light', ['/', '/elements/plaudit-stars.html', '/guides/shopify.html']],
  [1280, 'dark', ['/elements/plaudit-stars.html', '/http/', '/troubleshooting.html']],
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
