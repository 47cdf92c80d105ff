import catalogue from './catalogue.json' with { type: 'json' };
import { day, newest, opened } from './dates.ts';
import type { DemoProduct, DemoProductAttribute } from './types.ts';

const choice = (name: string, options: string[]): DemoProductAttribute => ({
  name,
  type: 'select',
  required: false,
  options,
});

const size = choice('Size', ['Smaller than expected', 'As expected', 'Larger than expected']);
const colour = choice('Colour fidelity', ['Paler than pictured', 'As pictured', 'Darker than pictured']);
const brightness = choice('Brightness', ['Too dim', 'Just right', 'Too bright']);

/** Asked of one product alone. The elements sum it up: “89% would recommend it”. */
export const recommendation = choice('Would you recommend it?', ['Yes', 'No']);
const recommended = 'DEMO-001';

const attributesByGroup: Readonly<Record<string, DemoProductAttribute[]>> = {
  'tide-mug': [size, colour],
  'dune-lamp': [brightness],
};

/** Days after the opening on which a product came; left out: on the first day. */
const launchDays: Readonly<Record<string, number>> = {
  'DEMO-003': 120,
  'DEMO-005': 90,
  'DEMO-009': 210,
  'DEMO-010': 330,
  'DEMO-012': 160,
  'DEMO-013': 400,
  'DEMO-015': 240,
  'DEMO-016': 300,
  'DEMO-017': 450,
  'DEMO-018': 520,
  'DEMO-019': 560,
  'DEMO-020': 480,
  'DEMO-021': 500,
  'DEMO-022': 620,
  'DEMO-023': 700,
};

export const demoProducts: readonly DemoProduct[] = catalogue.products.map((product) => ({
  ...product,
  currency: catalogue.currency,
  images: [product.sku],
  attributes: [
    ...(attributesByGroup[product.itemGroup ?? ''] ?? []),
    ...(product.sku === recommended ? [recommendation] : []),
  ],
  createdAt: product.sku === 'DEMO-024' ? newest - 12 * day : opened + (launchDays[product.sku] ?? 0) * day,
}));

/** How many reviews each product has, removed ones included: 1,200 in all. DEMO-024 is new and has none. */
export const productReviewCounts: Readonly<Record<string, number>> = {
  'DEMO-001': 300,
  'DEMO-002': 142,
  'DEMO-003': 88,
  'DEMO-004': 74,
  'DEMO-005': 51,
  'DEMO-006': 63,
  'DEMO-007': 58,
  'DEMO-008': 66,
  'DEMO-009': 43,
  'DEMO-010': 37,
  'DEMO-011': 49,
  'DEMO-012': 31,
  'DEMO-013': 28,
  'DEMO-014': 41,
  'DEMO-015': 22,
  'DEMO-016': 26,
  'DEMO-017': 12,
  'DEMO-018': 19,
  'DEMO-019': 17,
  'DEMO-020': 13,
  'DEMO-021': 9,
  'DEMO-022': 7,
  'DEMO-023': 4,
  'DEMO-024': 0,
};
