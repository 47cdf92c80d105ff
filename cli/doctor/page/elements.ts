/** Whether the elements of a page are written as the manifest of its proxy says, and its JSON-LD. */
import { choicesOf, needed } from '../../../contract/shopper/choices.ts';
import { descriptionsIn, judge, type Description } from '../../../contract/described.ts';
import { ok, fail, warn, type Finding } from '../finding.ts';
import type { Markup, Tag } from './markup.ts';

/** Attributes by element. */
export type Known = ReadonlyMap<string, ReadonlySet<string>>;

interface Manifest {
  readonly modules?: readonly {
    readonly declarations?: readonly { readonly tagName?: string; readonly attributes?: readonly { name: string }[] }[];
  }[];
}

/** @returns null for what is no manifest. */
export function readManifest(text: string): Known | null {
  try {
    const { modules = [] } = JSON.parse(text) as Manifest;
    const known = modules
      .flatMap(({ declarations = [] }) => declarations)
      .flatMap(({ tagName, attributes = [] }) =>
        tagName === undefined ? [] : [[tagName, new Set(attributes.map(({ name }) => name))] as const],
      );
    return known.length > 0 ? new Map(known) : null;
  } catch {
    return null;
  }
}

/** Attributes that any element may have, of HTML and of frameworks. */
const COMMON =
  /^(?:id|class|style|title|lang|dir|hidden|inert|slot|part|role|tabindex|nonce|is|item\w+|on\w+|[^a-z].*)$/;
/** Names of which anything may follow: of HTML, of our own rendering, of Vue and of Angular. */
const PREFIXES = ['data-', 'aria-', 'plaudit-', 'v-', 'ng-'];
const isCommon = (name: string): boolean => COMMON.test(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
export function checkElements({ elements }: Markup, known: Known | null): Finding[] {
  if (elements.length === 0)
    return [warn('elements', 'there are none in the HTML of this page: does a script add them?')];
  const problems = [...new Set(elements.flatMap((tag) => problemsOf(tag, known)))];
  const counts = Map.groupBy(elements, ({ name }) => name);
  if (problems.length === 0)
    return [ok('elements', [...counts].map(([name, tags]) => `${tags.length} ${name}`).join(', '))];
  return problems.map((problem) => fail('elements', problem));
}

function problemsOf({ name, attributes }: Tag, known: Known | null): string[] {
  const mine = known?.get(name);
  if (known && !mine) return [`<${name}> is no element; there are ${[...known.keys()].toSorted().join(', ')}`];
  const problems: string[] = [];
  const oneOf = needed[name];
  if (oneOf && !oneOf.some((attribute) => attributes[attribute]?.trim()))
    problems.push(`<${name}> shows nothing without ${oneOf.join(' or ')}`);
  for (const attribute of Object.keys(attributes))
    if (mine && !mine.has(attribute) && !isCommon(attribute))
      problems.push(`<${name}> has no attribute ${attribute}; there are ${[...mine].join(', ')}`);
  return [...problems, ...wrongValues(name, attributes)];
}

/** Values that an element passes over, as if the attribute were not there. */
function wrongValues(name: string, attributes: Tag['attributes']): string[] {
  const { 'page-size': size } = attributes;
  const problems: string[] = [];
  for (const [attribute, values] of Object.entries(choicesOf(name))) {
    const value = attributes[attribute];
    if (value && !values.includes(value))
      problems.push(`<${name} ${attribute}="${value}"> means nothing: ${attribute} is one of ${values.join(', ')}`);
  }
  if (size && !(Number(size) >= 1)) problems.push(`<${name} page-size="${size}"> means nothing: it is a number`);
  return problems;
}

/** Search engines take two descriptions of one product for two products, or for none. */
export function checkJsonLd({ jsonLd, items, elements }: Markup): Finding[] {
  const said: unknown[] = [...items];
  for (const text of jsonLd) {
    try {
      said.push(JSON.parse(text));
    } catch {
      return [fail('JSON-LD', `a script of the page is no JSON: ${JSON.stringify(text.trim().slice(0, 60))}`)];
    }
  }
  const all = descriptionsIn(said);
  const products = all.filter(({ isAside }) => !isAside);
  const twice = products.find((one, index) => products.some((other, at) => at < index && isSame(one, other)));
  if (twice)
    return [
      fail('JSON-LD', `${twice.skus[0] ?? twice.name ?? 'a product'} is described more than once: keep one Product`),
    ];
  const skus = new Set(
    elements
      .filter(({ name }) => name === 'plaudit-product-reviews')
      .map(({ attributes }) => (attributes['item-group'] ? null : (attributes['sku'] ?? null))),
  );
  const found = [...skus].flatMap((sku) => {
    const judged = judge(all, sku);
    if (judged.does === 'miss') return [warn('JSON-LD', WITHOUT_RATING)];
    return judged.does === 'join' ? [ok('JSON-LD', `the elements add their rating to the page's ${judged.id}`)] : [];
  });
  if (found.length > 0) return found;
  return [ok('JSON-LD', products.length === 0 ? 'none in the HTML; the elements add it' : 'one description a product')];
}

const WITHOUT_RATING =
  'the page describes the product without a rating: give its Product an "@id", such as "#product", ' +
  'and the elements add theirs';

/** Without a sku the name tells, if there is one. */
const isSame = (one: Description, other: Description): boolean =>
  one.skus.length > 0 && other.skus.length > 0
    ? one.skus.some((sku) => other.skus.includes(sku))
    : one.name === null || other.name === null || one.name === other.name;
