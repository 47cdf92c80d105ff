/** The formats that products come in, and what tells them apart. */
import { FileRefused } from '../file-refused.ts';
import { readJsonObjects } from '../reading/json-objects.ts';
import { exportInEnglish, listed, recognise, type TableFormat } from './columns.ts';
import { readHeader, readSeparated, type BrokenRow, type Row } from '../reading/separated.ts';
import type { Found } from './found.ts';
import { fromGoogleFields } from './google-fields.ts';
import { fromGoogleXml } from './google-xml.ts';
import { fromOwnObject, fromOwnRow } from './own-names.ts';
import { fromShopify } from './shopify.ts';
import { fromWooCommerce } from './woocommerce.ts';

export const productFormats = ['google', 'shopify', 'woocommerce', 'csv', 'json'] as const;
export type ProductFormat = (typeof productFormats)[number];

type Rows = AsyncIterable<Row | BrokenRow>;

const readRows: Readonly<Record<TableFormat, (rows: Rows, now: number) => AsyncIterable<Found>>> = {
  google: (rows, now) =>
    eachRow(rows, (row) => fromGoogleFields(row.line, (field) => row.all(field.replaceAll('_', '')), now)),
  shopify: fromShopify,
  woocommerce: fromWooCommerce,
  csv: (rows) => eachRow(rows, fromOwnRow),
};

/**
 * Reads the products of a text.
 * @param beginning - of the text, its first line at least.
 * @param wanted - the format, where somebody named it; otherwise the text says what it is.
 * @param now - in milliseconds since 1970; a sale may have ended by then.
 * @param onNotice - told which columns are not read.
 * @throws FileRefused if it is of no format or could be of several, or not of the one that is wanted.
 */
export function readProducts(
  beginning: string,
  text: AsyncIterable<string>,
  wanted: ProductFormat | undefined,
  now: number,
  onNotice: (notice: string) => void,
): AsyncIterable<Found> {
  const first = /\S/.exec(beginning)?.[0];
  if (first === undefined) throw new FileRefused(0, 'The file is empty');
  if (first === '<') return only('google', wanted, fromGoogleXml(text, now));
  if (first === '[' || first === '{') return only('json', wanted, eachObject(text));
  if (wanted === 'json') throw new FileRefused(1, 'The file is no JSON: it begins neither with [ nor with {');
  const { separator, titles } = readHeader(beginning);
  const { format, fields, unknown, isTranslated } = recognise(titles, wanted, beginning);
  if (unknown.length > 0)
    onNotice(
      `Not read, since the format ${format} has no such columns: ${listed(unknown)}` +
        (isTranslated ? `. If one of them matters, ${exportInEnglish}` : ''),
    );
  return readRows[format](readSeparated(text, separator, fields), now);
}

function only(is: ProductFormat, wanted: ProductFormat | undefined, found: AsyncIterable<Found>): AsyncIterable<Found> {
  if (wanted !== undefined && wanted !== is)
    throw new FileRefused(1, `The file is not of the format ${wanted}: it begins like one of the format ${is}`);
  return found;
}

async function* eachRow(rows: Rows, toFound: (row: Row) => Found): AsyncGenerator<Found> {
  for await (const row of rows) yield 'refused' in row ? row : toFound(row);
}

async function* eachObject(text: AsyncIterable<string>): AsyncGenerator<Found> {
  for await (const object of readJsonObjects(text)) yield fromOwnObject(object);
}
