import { day, newest, opened } from './dates.ts';
import { catalogue } from './files.ts';
import type { DemoProduct, DemoProductAttribute } from './types.ts';

const attributes: ReadonlyMap<string, DemoProductAttribute> = new Map(
  Object.entries(catalogue.attributes).map(([name, options]) => [
    name,
    { name, type: 'select', required: false, options },
  ]),
);

/** Asked of one product alone. The elements sum it up: “89% would recommend it”. */
export const recommendation = attributes.get('Would you recommend it?')!;

export const demoProducts: readonly DemoProduct[] = catalogue.products.map(({ plan: { launchDay }, ...product }) => ({
  ...product,
  currency: catalogue.currency,
  images: [product.sku],
  attributes: product.attributes.map((name) => attributes.get(name)!),
  createdAt: launchDay === null ? newest - 12 * day : opened + launchDay * day,
}));

const plans = new Map(catalogue.products.map(({ sku, plan }) => [sku, plan]));

export const planOf = (sku: string): NonNullable<ReturnType<typeof plans.get>> => plans.get(sku)!;
