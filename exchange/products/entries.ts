/** Turns a file's products into entries for the store, by the same rules as the API's own `products/add`. */
import { ApiError } from '../../contract/endpoints/errors.ts';
import { LONGEST_LINE, LONGEST_LINK, LONGEST_TEXT, MOST_ENTRIES } from '../../contract/endpoints/limits.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import { typedText } from '../../contract/entities/typed-text.ts';
import type { ProductEntry } from '../../review-store/products/product-entries.ts';
import { plainLine, plainText, withoutEntities } from '../reading/plain-text.ts';
import { withoutGid } from '../reading/shopify-ids.ts';
import type { FoundProduct } from './found.ts';
import { readPrice } from './prices.ts';

/** Something about a product cannot be taken; the message says what. */
export class ProductRefused extends Error {
  override readonly name = 'ProductRefused';
}

/** More pictures of one product are shown nowhere. */
const MOST_IMAGES = 50;

/**
 * @param onFault - told what of the product cannot be taken, although the product can.
 * @throws ProductRefused
 */
export function toEntry(
  { fields, number, categories, imageUrls, faults = [] }: FoundProduct,
  onFault: (reason: string) => void,
): ProductEntry {
  faults.forEach(onFault);
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value) given[name] = clean(name, value);
  for (const name of ['sku', 'item_group']) if (given[name] !== undefined) given[name] = withoutGid(given[name]);
  const prices = readPrices(given, onFault);
  const { sku, image_url, categories: named, currency, ...described } = read(given);
  const names = categories ? readNames(categories) : named;
  const images = imageUrls?.length ? readImages(imageUrls) : image_url === undefined ? undefined : [image_url];
  const taken: ProductEntry['fields'] = {
    ...described,
    currency: currency?.toUpperCase(),
    categories: names?.map((category_name) => ({ category_name })),
  } as ProductEntry['fields'];
  const cleared = Object.fromEntries(Object.entries({ ...fields, ...prices }).filter(([, value]) => value === null));
  return {
    sku,
    fields: { ...Object.fromEntries(Object.entries(taken).filter(([, value]) => value !== undefined)), ...cleared },
    ...(number !== undefined && /^\d{1,19}$/.test(number) ? { number } : {}),
    ...(images ? { imageUrls: images } : {}),
  };
}

/** Replaces prices by those that the API takes. @returns null for each price that is there and cannot be read. */
function readPrices(
  given: Record<string, string>,
  onFault: (reason: string) => void,
): Partial<Record<'price' | 'retail_price', null>> {
  const lost: Partial<Record<'price' | 'retail_price', null>> = {};
  for (const name of ['price', 'retail_price'] as const) {
    const text = given[name];
    if (text === undefined) continue;
    const price = readPrice(text);
    if (price) {
      given[name] = price.amount;
      if (price.currency !== undefined) given['currency'] ??= price.currency;
    } else {
      onFault(`${name} ${JSON.stringify(text)} is left out, since it is no price such as 19.90`);
      delete given[name];
      lost[name] = null;
    }
  }
  return lost;
}

/** Shops write texts as HTML, and what is no text with the entities of HTML. */
function clean(name: string, value: string): string {
  if (name === 'description') return plainText(value, LONGEST_TEXT);
  return isNoText.has(name) ? withoutEntities(value) : plainLine(value);
}

const isNoText: ReadonlySet<string> = new Set(['sku', 'item_group', 'gtin', 'mpn', 'product_link', 'image_url']);

function read(given: Record<string, string>) {
  try {
    return parseParameters('addProduct', given);
  } catch (error) {
    if (error instanceof ApiError) throw new ProductRefused(error.message.replace(/^Parameter /, ''), { cause: error });
    throw error;
  }
}

function readNames(categories: readonly string[]): string[] | undefined {
  const names = [...new Set(categories.map((name) => typedText(plainLine(name))).filter(Boolean))];
  if (names.length > MOST_ENTRIES) throw new ProductRefused(`categories must name at most ${MOST_ENTRIES}`);
  if (names.some((name) => name.length > LONGEST_LINE || name.includes('\0')))
    throw new ProductRefused(`categories must name nothing longer than ${LONGEST_LINE} characters`);
  return names.length > 0 ? names : undefined;
}

function readImages(addresses: readonly string[]): string[] {
  const images = addresses.map(withoutEntities).map((address) => {
    const url = address.length <= LONGEST_LINK && URL.canParse(address) ? new URL(address) : null;
    if (url && /^https?:$/.test(url.protocol) && !address.includes('\0')) return url.href;
    throw new ProductRefused(
      `an image must have an http or https address, not ${JSON.stringify(address.slice(0, 80))}`,
    );
  });
  return images.slice(0, MOST_IMAGES);
}
