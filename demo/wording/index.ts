/** The languages of the shop: the first, in which all of it is written, and those that some products are shown in. */
import type { Product } from '../shop.ts';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { japanese } from './japanese.ts';
import type { Wording } from './wording.ts';

export { english };
export type { Wording };

export const translations: readonly Wording[] = [arabic, japanese];
const languages: readonly Wording[] = [english, ...translations];

/** What a page leads to where it is not there in a language itself. */
const exemplar = 'DEMO-001';

const pathOf = (sku: string, { root }: Wording): string => `${root}/products/${sku.toLowerCase()}`;

/** A product as a page in this language shows it, or as it is where it has no such page. */
export function inWords(product: Product, words: Wording): Product {
  const own = words.products[product.sku];
  if (!own) return product;
  const { name, variant = null, description } = own;
  const title = variant === null ? name : words.joinTitle(name, variant);
  return { ...product, name, variant, title, description, path: pathOf(product.sku, words) };
}

export interface LanguageChoice {
  readonly words: Wording;
  readonly path: string;
  /** Whether it is this very page in that language. */
  readonly isSame: boolean;
}

/** Where each language is to be found from a page: the same product where it is there, otherwise one that is. */
export function choicesOf(sku: string | undefined): readonly LanguageChoice[] {
  return languages.map((words) => {
    const isThere = sku !== undefined && (words === english || sku in words.products);
    const elsewhere = words === english ? '/' : pathOf(exemplar, words);
    return { words, path: isThere ? pathOf(sku, words) : elsewhere, isSame: isThere };
  });
}
