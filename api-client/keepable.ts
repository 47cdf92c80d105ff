/** Which items of the API the database surely cannot keep: an index takes no text of any length. */

/** Of what is looked up by, in UTF-8; PostgreSQL takes some 2,700 for all columns of an index together. */
const LONGEST_INDEXED_BYTES = 1_024;

/** Fields that items are looked up or counted by, wherever in them they stand. */
const indexed: ReadonlySet<string> = new Set([
  'sku',
  'item_group',
  'gtin',
  'mpn',
  'brand',
  'category_name',
  'username',
  'email',
  'order_id',
  'labels',
  'source',
  'datasource',
  'type',
]);

/**
 * Why an item cannot be kept, as far as it shows before it is tried; null where nothing speaks against it.
 * @param json - the same as JSON.
 */
export function unkeepable(item: unknown, json: string): string | null {
  const field = hasLongText(json) ? fieldTooLong(item) : null;
  return field && `its ${field} has more than ${LONGEST_INDEXED_BYTES.toLocaleString('en-US')} bytes`;
}

/** Most have none, which shows without a look at each field. */
function hasLongText(json: string): boolean {
  let from = 0;
  for (let at = json.indexOf('"'); at >= 0; at = json.indexOf('"', at + 1)) {
    // Within a text.
    if (json[at - 1] === '\\') continue;
    if (at - from > LONGEST_INDEXED_BYTES / 3) return true;
    from = at;
  }
  return false;
}

/** The field of an item that is too long to be looked up by; null where there is none. */
function fieldTooLong(item: unknown): string | null {
  if (typeof item !== 'object' || item === null) return null;
  for (const name in item) {
    const value = (item as Record<string, unknown>)[name];
    if (typeof value === 'object') {
      const inner = fieldTooLong(value);
      if (inner !== null) return inner;
    }
    if (indexed.has(name) && [value].flat().some(isTooLong)) return name;
  }
  return null;
}

const isTooLong = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) > LONGEST_INDEXED_BYTES;

export interface Unkeepable {
  readonly id: number;
  readonly reason: string;
}
