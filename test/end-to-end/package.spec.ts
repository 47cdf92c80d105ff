/** What a shop's developer is given: the manifest, what an editor knows, and scripts with a budget. */
import { globSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { test } from './support/elsewhere.ts';

const root = join(import.meta.dirname, '..', '..');
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));

interface Described {
  readonly name: string;
  readonly description?: string;
  readonly type?: { readonly text: string };
  readonly default?: string;
}
interface Declaration {
  readonly tagName: string;
  readonly description: string;
  readonly attributes: readonly Described[];
  readonly events: readonly Described[];
  readonly slots: readonly Described[];
  readonly cssParts: readonly Described[];
  readonly cssProperties: readonly Described[];
  readonly members: readonly Described[];
}

const elements = (read('dist/widgets/custom-elements.json') as { modules: { declarations: Declaration[] }[] }).modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ tagName }) => tagName);

/** Attributes of their own, as everybody relies on them. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  'plaudit-star-summary': ['sku', 'item-group'],
  'plaudit-stars': ['sku', 'item-group'],
  'plaudit-review-list': ['page-size', 'order', 'datasources'],
  'plaudit-product-reviews': ['sku', 'item-group', 'page-size', 'order', 'translated'],
  'plaudit-questions': ['sku'],
  'plaudit-review-form': ['sku', 'customer'],
  'plaudit-write-review': [],
  'plaudit-edit-review': ['customer'],
  'plaudit-top-rated': ['category', 'currency'],
  'plaudit-transparency': ['sku'],
};
const everywhere = ['proxy', 'business', 'locale', 'theme'];

test('the manifest describes the ten elements and all that is public of each', () => {
  expect(elements.map(({ tagName }) => tagName).toSorted()).toEqual(Object.keys(attributes).toSorted());
  for (const element of elements) {
    expect(element.attributes.map(({ name }) => name).toSorted(), element.tagName).toEqual(
      [...attributes[element.tagName]!, ...everywhere].toSorted(),
    );
    for (const { name, type } of element.events)
      expect(type?.text, `${element.tagName} ${name}`).toBe(`CustomEvent<EventDetails['${name}']>`);
    expect(element.events.map(({ name }) => name)).toContain('plaudit-ready');
    expect(element.slots.map(({ name }) => name)).toContain('');
    expect(element.cssParts.map(({ name }) => name)).toContain('base');
    for (const { name, default: initial } of element.cssProperties)
      expect([name.startsWith('--plaudit-'), typeof initial], name).toEqual([true, 'string']);
    const described = [
      element.attributes,
      element.events,
      element.slots,
      element.cssParts,
      element.cssProperties,
    ].flat();
    expect(described.filter(({ description }) => !description).map(({ name }) => `${element.tagName} ${name}`)).toEqual(
      [],
    );
  }
});

test('an editor offers every element with its attributes', () => {
  const { version, tags } = read('dist/widgets/vscode.html-custom-data.json') as { version: number; tags: Described[] };
  expect(version).toBe(1.1);
  expect(tags.map(({ name }) => name).toSorted()).toEqual(Object.keys(attributes).toSorted());
});

/** The files that a budget counts, as a page asks for them. */
const budgeted = (name: string): string[] => {
  const { path } = (read('.size-limit.json') as { name: string; path: string | string[] }[]).find(
    (budget) => budget.name === name,
  )!;
  return globSync(path, { cwd: root }).map((file) => file.slice('dist/widgets'.length));
};

for (const [name, width, elements] of [
  ['the first stars', 1280, '<plaudit-stars sku="DEMO-001"></plaudit-stars>'],
  [
    'the reviews of a product, until the first is shown',
    1280,
    '<plaudit-product-reviews sku="DEMO-001"></plaudit-product-reviews>',
  ],
  [
    'a product page with stars, summary, reviews, questions and form, on a phone',
    360,
    '<plaudit-stars sku="DEMO-001"></plaudit-stars><plaudit-star-summary sku="DEMO-001"></plaudit-star-summary><plaudit-write-review></plaudit-write-review><plaudit-product-reviews sku="DEMO-001"></plaudit-product-reviews><plaudit-questions sku="DEMO-001"></plaudit-questions><plaudit-review-form sku="DEMO-001"></plaudit-review-form>',
  ],
  ['every element in one file', 1280, '<plaudit-stars sku="DEMO-001"></plaudit-stars>'],
] as const)
  test.describe(name, () => {
    test.use({ viewport: { width, height: 860 }, hasTouch: width < 600, isMobile: width < 600 });

    test('is what its budget counts', async ({ page, elsewhere }) => {
      const asked = new Set<string>();
      const isOne = name.endsWith('one file');
      page.on('request', (request) => {
        const { origin, pathname } = new URL(request.url());
        if (origin === elsewhere.proxy && pathname.endsWith('.js')) asked.add(pathname);
      });
      await page.goto(
        elsewhere.put(`/weighed-${width}-${name.length}`, {
          html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Mug</title><link rel="icon" href="data:,"><script type="module" src="${elsewhere.proxy}/plaudit${isOne ? '.all' : ''}.js"></script>${elements}`,
        }),
      );
      if (name.includes('until')) {
        await expect(page.locator('plaudit-product-reviews').getByRole('article').first()).toBeVisible();
      } else {
        for (const tag of new Set(elements.match(/(?<=<)plaudit-[a-z-]+/g))) {
          await page.locator(tag).first().scrollIntoViewIfNeeded();
          await expect(page.locator(tag).first().locator('[part~=base] > *').first()).toBeAttached();
        }
        await page.waitForLoadState('networkidle');
      }
      // What follows the first review may be on its way.
      const after = name.includes('until') ? /\/describe-/ : /^$/;
      expect([...asked].filter((file) => !after.test(file)).toSorted()).toEqual(budgeted(name).toSorted());
      expect(asked.size).toBeLessThanOrEqual(14);
    });
  });

test('the language whose words weigh most is the one that has the budget', () => {
  const size = (file: string): number => brotliCompressSync(readFileSync(join(root, file))).length;
  const [heaviest] = globSync('dist/widgets/assets/[a-z][a-z]-*.js', { cwd: root }).toSorted(
    (one, other) => size(other) - size(one),
  );
  expect(budgeted('the words of a further language')).toEqual([heaviest!.slice('dist/widgets'.length)]);
});

test('what the budget measures is what travels', async () => {
  for (const file of globSync('dist/widgets/**/*.js', { cwd: root })) {
    const path = file.slice('dist/widgets'.length);
    const sent = await new Promise<Buffer>((resolve, reject) => {
      get(process.env['PLAUDIT_SHOP_URL'] + path, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(Buffer.concat(pieces)));
      }).on('error', reject);
    });
    const script = readFileSync(join(root, file));
    expect(brotliDecompressSync(sent).equals(script), path).toBe(true);
    expect(sent.length, path).toBeLessThanOrEqual(brotliCompressSync(script).length);
  }
});
