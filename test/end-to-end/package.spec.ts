/** What a shop's developer is given: the manifest, what an editor knows, and scripts with a budget. */
import { globSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

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

test('every script that shops load has a budget', () => {
  const budgets = (read('.size-limit.json') as { path: string | string[] }[]).flatMap(({ path }) =>
    globSync(path, { cwd: root }),
  );
  expect(globSync('dist/widgets/**/*.js', { cwd: root }).filter((file) => !budgets.includes(file))).toEqual([]);
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
