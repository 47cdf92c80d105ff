/** Reads a file of orders whole, so that nobody is asked by a file that is broken further down. */
import { FileRefused } from '../file-refused.ts';
import { readBeginning } from '../reading/beginning.ts';
import { decodeText } from '../reading/decode-text.ts';
import { columnName, readHeader, readSeparated, type BrokenRow, type Row } from '../reading/separated.ts';
import { unpack } from '../reading/unpack.ts';
import { csv } from './formats/csv.ts';
import { shopify } from './formats/shopify.ts';
import { woocommerce } from './formats/woocommerce.ts';
import type { Field, Found, OrderFormat, Rows } from './order.ts';

/** A format whose columns are all those of another one comes before it. */
const formats: readonly OrderFormat[] = [csv, shopify, woocommerce];

/** More are no work of a day, and are kept in memory. Rows of line items count. */
export const MOST_ROWS = 20_000;
const MOST_UNPACKED_BYTES = 64 * 2 ** 20;

/**
 * @param onNotice - told of what the sender should know about the file.
 * @throws FileRefused where it is of no format, is broken, or is too long.
 */
export async function readOrders(
  input: AsyncIterable<Uint8Array>,
  onNotice: (notice: string) => void,
): Promise<Found[]> {
  const { beginning, whole } = await readBeginning(decodeText(unpack(input, MOST_UNPACKED_BYTES), onNotice));
  if (beginning.trim() === '') throw new FileRefused(0, 'The file is empty');
  const { separator, titles } = readHeader(beginning);
  const format = recognise(titles);
  const names = new Map(titles.map((title) => [columnName(title), generalName(title)]));
  const found: Found[] = [];
  let rows: Row[] = [];
  const finish = (): void => {
    const [first, ...rest] = rows;
    if (first) found.push(toFound(format, [first, ...rest]));
    rows = [];
  };
  let count = 0;
  for await (const row of readSeparated(whole, separator, names)) {
    if (++count > MOST_ROWS)
      throw new FileRefused(row.line, `the file has more than ${MOST_ROWS} rows: send parts of it`);
    if (isBroken(row)) {
      finish();
      found.push(row);
    } else {
      if (rows[0] && !isSameOrder(format, rows[0], row)) finish();
      rows.push(row);
    }
  }
  finish();
  return found;
}

const isBroken = (row: Row | BrokenRow): row is BrokenRow => 'refused' in row;

/** `line_item_12` is one of many. */
const generalName = (title: string): string => columnName(title.replace(/\d+/g, '#'));

const columnsOf = ({ columns }: OrderFormat, field: Field): string[] =>
  columns.filter(([, meaning]) => meaning === field).map(([title]) => generalName(title));

function recognise(titles: readonly string[]): OrderFormat {
  const there = new Set(titles.map(generalName));
  const format = formats.find((one) =>
    one.required.every((fields) => fields.some((field) => columnsOf(one, field).some((column) => there.has(column)))),
  );
  if (format) return format;
  const listed = titles.slice(0, 12).map((title) => JSON.stringify(title.trim().slice(0, 60)));
  throw new FileRefused(
    1,
    `The first line fits no file of orders (its columns are ${listed.join(', ')}). It needs email, order_id, ` +
      'order_date and product_skus, or to be an export of orders of Shopify or WooCommerce with addresses and SKUs',
  );
}

/** All cells of a field, those of columns that win first. */
const cells = (format: OrderFormat, row: Row, field: Field): string[] =>
  columnsOf(format, field).flatMap((column) => row.all(column));

const idOf = (format: OrderFormat, row: Row): string =>
  cells(format, row, 'order_number')[0] ?? cells(format, row, 'order_id')[0] ?? '';

/** A later row of an order may have nothing but its line item. */
function isSameOrder(format: OrderFormat, first: Row, row: Row): boolean {
  const [email] = cells(format, row, 'email');
  const id = idOf(format, row);
  if (id === '' && email === undefined) return cells(format, row, 'line_items').length > 0;
  return id !== '' && id === idOf(format, first) && (email === undefined || email === cells(format, first, 'email')[0]);
}

function toFound(format: OrderFormat, rows: Rows): Found {
  const [{ line }] = rows;
  const first = (field: Field): string => rows.map((row) => cells(format, row, field)[0]).find(Boolean) ?? '';
  const state = standing(format, first('state'), first('cancelled'));
  if (state !== null) return { line, ...state };
  const items = rows.flatMap((row) => cells(format, row, 'line_items')).flatMap(format.skusIn ?? ((sku) => [sku]));
  const skus = [...rows.flatMap((row) => cells(format, row, 'product_skus')), ...items];
  if (skus.length === 0 && format !== csv) return { line, refused: 'none of its line items has a SKU' };
  const full = /^(.*\S)\s+(\S+)$/.exec(first('name'));
  return {
    line,
    fields: {
      email: first('email'),
      order_id: idOf(format, rows[0]),
      // A time after it is none of the API's business.
      order_date: first('order_date').replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1'),
      first_name: first('first_name') || (full?.[1] ?? first('name')),
      last_name: first('last_name') || (full?.[2] ?? ''),
      product_skus: skus.join(','),
      language: first('language'),
    },
  };
}

/** Null for an order to ask about. */
function standing(
  { states }: OrderFormat,
  state: string,
  cancelled: string,
): { readonly leftOut: string } | { readonly refused: string } | null {
  if (cancelled !== '') return { leftOut: 'cancelled' };
  const word = state.toLowerCase().replace(/^wc-/, '').replaceAll('-', ' ');
  if (states === undefined || word === '' || states.asked.includes(word)) return null;
  return states.leftOut.includes(word)
    ? { leftOut: word }
    : { refused: `whether to ask about the order cannot be told from its state ${JSON.stringify(state)}` };
}
