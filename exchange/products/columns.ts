/** Which columns the formats of tables have, and which format a header is of. */
import { FileRefused } from '../file-refused.ts';
import { columnName } from '../reading/separated.ts';
import google from './columns/google.json' with { type: 'json' };
import shopify from './columns/shopify.json' with { type: 'json' };
import woocommerce from './columns/woocommerce.json' with { type: 'json' };
import { ownNames } from './own-names.ts';

export type TableFormat = 'google' | 'shopify' | 'woocommerce' | 'csv';

export interface Recognised {
  readonly format: TableFormat;
  /** This program's name for a column, by its name in the file. */
  readonly fields: ReadonlyMap<string, string>;
  /** Titles of columns that the format does not have. */
  readonly unknown: readonly string[];
  /** The columns are in another language than English, of which words may be missing here. */
  readonly isTranslated: boolean;
}

/** The titles of each field in one language or edition of a format; `unread` ones are known and of no use here. */
type Titles = Readonly<Partial<Record<string, readonly string[]>>>;

interface Layout {
  readonly format: TableFormat;
  readonly required: readonly string[];
  readonly fields: ReadonlyMap<string, string>;
  readonly unread: readonly string[];
  readonly isTranslated: boolean;
}

/** Without these it is not the format. They include the column that hides a product: a draft must stay out. */
const required: Readonly<Record<TableFormat, readonly string[]>> = {
  google: ['id', 'title', 'link'],
  shopify: ['handle', 'title', 'sku', 'price', 'published'],
  woocommerce: ['id', 'type', 'sku', 'name', 'published'],
  csv: ['sku', 'title'],
};

const own: Titles = Object.fromEntries(ownNames.map((name) => [columnName(name), [name]]));

/** `Weight (kg)` is Weight, and `Attribute 12 name` is one of many. */
const generalName = (title: string): string => columnName(title.replace(/\d+/g, '#').replace(/\s?\([^()]{1,9}\)$/, ''));

function toLayout(format: TableFormat, titles: Titles, isTranslated = false): Layout {
  const { unread = [], ...fields } = titles;
  return {
    format,
    required: required[format],
    fields: new Map(
      Object.entries(fields).flatMap(([field, names]) => names!.map((name) => [columnName(name), field])),
    ),
    unread: unread.map(generalName),
    isTranslated,
  };
}

/** Translations are never whole: what has no word in a language is English there. */
const inLanguage = (language: string, titles: Titles): Layout => {
  const { en } = woocommerce;
  const both = { ...titles, unread: [...(titles['unread'] ?? []), ...en.unread] };
  const layout = toLayout('woocommerce', both, language !== 'en');
  return { ...layout, fields: new Map([...toLayout('woocommerce', en).fields, ...layout.fields]) };
};

const layouts: readonly Layout[] = [
  ...Object.values(google).map((titles) => toLayout('google', titles)),
  // Exports from before there were drafts have no status.
  toLayout('shopify', shopify.former),
  { ...toLayout('shopify', shopify.present), required: [...required.shopify, 'status'] },
  ...Object.entries(woocommerce).map(([language, titles]) => inLanguage(language, titles)),
  toLayout('csv', own),
];

/** In a table of no known program, such a column may say that a product is not to be seen. */
const hiding: ReadonlySet<string> = new Set(
  Object.values<Titles>({ ...woocommerce, ...shopify })
    .flatMap(({ published = [], status = [] }) => [...published, ...status])
    .concat('visible', 'visibility', 'active', 'draft', 'state', 'hidden', 'enabled', 'online')
    .map(columnName),
);

/**
 * @param titles - of the columns, as the file has them.
 * @param wanted - the format, where somebody named it.
 * @param beginning - of the file, to recognise by its rows what cannot be recognised by its columns.
 * @throws FileRefused if it is of no format, could be of several, or lacks columns of the wanted one.
 */
export function recognise(titles: readonly string[], wanted: TableFormat | undefined, beginning: string): Recognised {
  const names = new Set(titles.map(columnName));
  const meant = layouts.filter(({ format }) => wanted === undefined || format === wanted);
  const fitting = meant
    .filter((layout) => missingIn(layout, names).length === 0)
    .map((layout) => ({ ...layout, unknown: titles.filter((title) => !isKnown(layout, title)) }))
    .toSorted((one, other) => one.unknown.length - other.unknown.length);
  const best = fitting.find(({ format, unknown }) => wanted || format !== 'csv' || isRatherOwn(unknown, titles));
  if (!best) throw wanted === undefined ? unrecognised(titles, beginning) : lacking(meant, names, wanted);
  const others = best.unknown.map(columnName);
  const rivals = fitting.filter(({ required }) => required.some((field) => others.includes(field)));
  if (rivals.length > 0) {
    const formats = [best, ...rivals].map(({ format }) => format);
    throw new FileRefused(
      1,
      `The first line fits several formats. Say which one it is with --format: ${formats.join(', ')}`,
    );
  }
  return best;
}

function missingIn({ required, fields }: Layout, names: ReadonlySet<string>): string[] {
  const found = new Set([...names].map((name) => fields.get(name)));
  return required.filter((field) => !found.has(field));
}

const isKnown = ({ fields, unread }: Layout, title: string): boolean =>
  title.trim() === '' ||
  title.includes('(product.metafields.') ||
  fields.has(columnName(title)) ||
  unread.some((known) => (/[:/]$/.test(known) ? columnName(title).startsWith(known) : known === generalName(title)));

/** Any table has a column that could be one of ours. Only one that is mostly ours is taken for our own. */
const isRatherOwn = (unknown: readonly string[], titles: readonly string[]): boolean =>
  unknown.length * 2 < titles.length && !unknown.some((title) => hiding.has(columnName(title)));

/** The cells that WooCommerce writes in every language. */
const productOfWooCommerce = /(?:^|[,;\t"])(?:simple|variable|variation)(?:[,;\t"]|$)/m;

export const exportInEnglish =
  'export it in English: in WordPress under Users, Profile, set Language to English (United States), and export again';

function unrecognised(titles: readonly string[], beginning: string): FileRefused {
  if (/^\s*"?(?:id|kimlik)\b/i.test(beginning) && productOfWooCommerce.test(beginning))
    return new FileRefused(
      1,
      `The file looks like an export of WooCommerce whose columns are not known in this language: ${exportInEnglish}`,
    );
  return new FileRefused(
    1,
    `The first line fits no format (its columns are ${listed(titles)}). ` +
      `Say which one it is with --format: google, shopify, woocommerce, csv, json`,
  );
}

function lacking(meant: readonly Layout[], names: ReadonlySet<string>, wanted: TableFormat): FileRefused {
  const [nearest] = meant
    .map((layout) => ({ ...layout, missing: missingIn(layout, names) }))
    .toSorted((one, other) => one.missing.length - other.missing.length);
  const titles = nearest!.missing.map((field) => titleOf(wanted, field));
  const hint = wanted === 'woocommerce' ? `. If it is in another language, ${exportInEnglish}` : '';
  return new FileRefused(1, `The file is not of the format ${wanted}: it has no column ${titles.join(', ')}${hint}`);
}

/** As the format writes it, for messages. */
function titleOf(format: TableFormat, field: string): string {
  const titles = { google: google.en, shopify: shopify.former, woocommerce: woocommerce.en, csv: own }[
    format
  ] as Titles;
  return titles[field]![0]!;
}

const MOST_LISTED = 12;

/** Titles for a message. */
export function listed(titles: readonly string[]): string {
  const named = titles.filter((title) => title.trim() !== '').map((title) => JSON.stringify(title.trim().slice(0, 60)));
  const more = named.length - MOST_LISTED;
  return named.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
