/** The shop's products and its words about them. */
import catalogue from '../demo-data/catalogue.json' with { type: 'json' };

export interface Product {
  readonly sku: string;
  readonly title: string;
  /** The title without its variant: “Tide Mug”. */
  readonly name: string;
  /** Its difference from the others in its group, such as “Seafoam”; null for a product that stands alone. */
  readonly variant: string | null;
  /** For class names, in every language the same. */
  readonly swatch: string;
  readonly category: Category;
  readonly itemGroup: string | null;
  readonly brand: string;
  /** In euros. */
  readonly price: number;
  readonly retailPrice: number | null;
  readonly description: string;
  readonly mpn: string;
  readonly isNew: boolean;
  readonly path: string;
  readonly image: string;
}

export interface Category {
  readonly name: string;
  readonly path: string;
  /** For class names. */
  readonly key: string;
  readonly heading: string;
  readonly intro: string;
}

export const shop = {
  name: catalogue.shop.name,
  tagline: catalogue.shop.tagline,
  email: `hello@${catalogue.shop.domain}`,
  address: '12 Kiln Lane, Marlow',
};

export const categories: readonly Category[] = Object.entries(catalogue.categories).map(([name, texts]) => ({
  name,
  key: name.toLowerCase(),
  path: `/${name.toLowerCase()}`,
  ...texts,
}));

export const products: readonly Product[] = catalogue.products.map((product) => {
  const [name = product.title, variant = null] = product.itemGroup ? product.title.split(', ') : [product.title];
  return {
    ...product,
    name,
    variant,
    swatch: `${product.itemGroup}-${variant?.toLowerCase()}`,
    category: categories.find((category) => category.name === product.category)!,
    isNew: product.sku === 'DEMO-024',
    path: `/products/${product.sku.toLowerCase()}`,
    image: `/images/${product.sku}.webp`,
  };
});

export function productsOf(category: Category): readonly Product[] {
  return products.filter((product) => product.category === category);
}

export function variantsOf(product: Product): readonly Product[] {
  return product.itemGroup ? products.filter(({ itemGroup }) => itemGroup === product.itemGroup) : [];
}

/** Four things from the same room, none of them this one in another colour. */
export function companionsOf(product: Product): readonly Product[] {
  const others = productsOf(product.category).filter((other) => other.name !== product.name);
  const at = products.indexOf(product) % Math.max(1, others.length);
  const turned = [...others.slice(at), ...others.slice(0, at)];
  const firsts = turned.filter((other) => turned.find(({ name }) => name === other.name) === other);
  return [...firsts, ...turned.filter((other) => !firsts.includes(other))].slice(0, 4);
}

/** As the elements write prices, so that a page has one way of it. */
export const formatPrice = (amount: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: catalogue.currency }).format(amount);
