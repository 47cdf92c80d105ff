/** The languages of the shop: the first, in which all of it is written, and those that some products are shown in. */
import type { Product } from '../shop.ts';
import ar from './ar.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import products from './products.json' with { type: 'json' };

type Lists = 'categories' | 'makers' | 'variantLabels';

/** All that a product page says in one language, besides what the elements say. */
export type Wording = Omit<typeof en, Lists> & {
  /** Names of categories by key, what makers say of themselves by brand, how the variants of a group differ. */
  readonly [List in Lists]: Readonly<Record<string, string>>;
} & {
  /** Of the page, and for prices. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The beginning of page addresses in this language; empty for the shop's first language. */
  readonly root: '' | `/${string}`;
  /** By sku. In the first language, the catalogue says all this. */
  readonly products: Readonly<Record<string, { name: string; variant?: string; description: string }>>;
};

export const english: Wording = { ...en, language: 'en-GB', direction: 'ltr', root: '', products: {} };
export const translations: readonly Wording[] = [
  { ...ar, language: 'ar', direction: 'rtl', root: '/ar', products: products.ar },
  { ...ja, language: 'ja', direction: 'ltr', root: '/ja', products: products.ja },
];
const languages: readonly Wording[] = [english, ...translations];

/** Sets the values in braces. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** The target of links to a page that a language does not have. */
const exemplar = 'DEMO-001';

const pathOf = (sku: string, { root }: Wording): string => `${root}/products/${sku.toLowerCase()}`;

/** A product as a page in this language shows it, or as it is where it has no such page. */
export function inWords(product: Product, words: Wording): Product {
  const own = words.products[product.sku];
  if (!own) return product;
  const { name, variant = null, description } = own;
  const title = variant === null ? name : fill(words.joinTitle, { name, variant });
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
