/** Product feeds for Google of any length, as files: each is written piece by piece. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const columns = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'price',
  'brand',
  'gtin',
  'product_type',
  'item_group_id',
] as const;

/** Pieces of this many products are written at once. */
const AT_ONCE = 1_000;

const valuesOf = (n: number): readonly string[] => [
  `SKU-${n}`,
  `Product ${n}`,
  `This is product ${n}. It does what a product does, comes in a box, and lasts for years if it is looked after.`,
  `https://shop.example/products/${n}`,
  `https://shop.example/pictures/${n}.jpg`,
  `${n % 100}.90 EUR`,
  `Brand ${n % 50}`,
  String(4_006_381_000_000 + n),
  `Home > Kitchen ${n % 20}`,
  `GROUP-${Math.floor(n / 4)}`,
];

interface Shape {
  readonly before: string;
  product(values: readonly string[]): string;
  readonly after: string;
}

export const shapes = {
  tsv: { before: `${columns.join('\t')}\n`, product: (values) => `${values.join('\t')}\n`, after: '' },
  rss: {
    before: '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n',
    product(values) {
      const fields = values.map((value, at) => `<g:${columns[at]!}>${value.replace('>', '&gt;')}</g:${columns[at]!}>`);
      return `<item>${fields.join('')}</item>\n`;
    },
    after: '</channel></rss>\n',
  },
} as const satisfies Record<string, Shape>;

export type ShapeName = keyof typeof shapes;

export async function writeFeed(file: string, shape: ShapeName, products: number): Promise<void> {
  const { before, product, after } = shapes[shape];
  const out = createWriteStream(file);
  out.write(before);
  for (let start = 0; start < products; start += AT_ONCE) {
    const count = Math.min(AT_ONCE, products - start);
    const piece = Array.from({ length: count }, (_none, n) => product(valuesOf(start + n))).join('');
    if (!out.write(piece)) await once(out, 'drain');
  }
  out.end(after);
  await once(out, 'close');
}
