/** Reviews that leave in a table come back from it as they were, as far as its format can say. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removalReasons } from '../../../contract/removal-reasons.ts';
import { csv } from '../../../exchange/reviews/formats/csv.ts';
import { judgeme } from '../../../exchange/reviews/formats/judgeme.ts';
import { yotpo } from '../../../exchange/reviews/formats/yotpo.ts';
import type { ImportedReview, ImportedState } from '../../../exchange/reviews/imported-review.ts';
import { ReviewTable, type TableFormat } from '../../../exchange/reviews/writing/review-table.ts';
import { Unsaid } from '../../../exchange/reviews/writing/unsaid.ts';
import type { WrittenReview } from '../../../exchange/reviews/writing/written-review.ts';
import { randomFrom } from '../../support/random.ts';
import { read } from './reading.ts';

const seed = Number(process.env['PLAUDIT_FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const formats = [csv, judgeme, yotpo] as TableFormat[];

function tableOf(format: TableFormat, reviews: readonly WrittenReview[]) {
  const unsaid = new Unsaid(format);
  for (const review of reviews) unsaid.look(review);
  const table = new ReviewTable(format, unsaid.attributes);
  return { text: table.header + reviews.map((review) => table.row(review)).join(''), unsaid };
}

const plain: WrittenReview = {
  number: 1,
  product: { sku: 'MUG-1', url: 'https://shop.example/products/mug', title: 'Mug' },
  stars: 5,
  title: 'Lovely',
  content: 'Warm',
  firstName: 'Anna',
  lastName: 'B',
  email: null,
  location: null,
  created: Date.parse('2024-03-05T10:11:12Z'),
  state: { is: 'published', reason: null },
  verified: null,
  incentivised: null,
  reply: null,
  photos: [],
  votesUp: 0,
  votesDown: 0,
  orderId: null,
  attributes: [],
  datasource: '',
  beyond: [],
};

// ---- random reviews -------------------------------------------------------------------------------------------------

const texts = [
  'Warm, and "soft"',
  '=HYPERLINK("https://bad.example")',
  '+1 to that',
  "-'tis",
  '@home',
  "'=1+1",
  "''=2",
  "'quoted'",
  'Zwei\nZeilen\n\nund mehr',
  'Größe; gut\tund',
  'a|b,c;d',
  '他の人にも 👍🏽',
  '4,6',
  'sep=;',
  'null',
];

function randomReview(below: (most: number) => number, number: number): WrittenReview {
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const maybe = <Item>(make: () => Item): Item | null => (below(2) === 0 ? null : make());
  const line = () => one(texts).replaceAll(/[\n\t]+/g, ' ');
  const time = () => Date.parse('2020-01-01T00:00:00Z') + below(200_000_000) * 1000 + one([0, 0, 7, 250]);
  const states: ImportedState[] = [
    { is: 'published', reason: null },
    { is: 'pending', reason: null },
    { is: 'removed', reason: one(removalReasons) },
    { is: 'removed', reason: 'hidden where it was collected' },
  ];
  return {
    number,
    product: maybe(() => ({
      sku: one(['MUG-1', '13', 'a,b', 'x|y', 'size:12', '=SUM', 'ä ö', "'=q", '00012']),
      url: one(['', 'https://shop.example/products/mug?v=1,2', 'https://shop.example/p/13']),
      title: line(),
    })),
    stars: 1 + below(5),
    title: one(['', line()]),
    content: one(['', one(texts), `${one(texts)} ${one(texts)}`]),
    firstName: one(['Anna', 'Ben', '-Zoé', 'Ana María José', 'Anonymous']),
    lastName: one(['B', 'Ł', 'Ö']),
    email: maybe(() => `p${below(9)}@mail.example`),
    location: maybe(line),
    created: time(),
    state: one(states),
    verified: one([null, true, false]),
    incentivised: one([null, true, false]),
    reply: maybe(() => ({ content: one(texts), created: maybe(time) })),
    photos: Array.from({ length: below(8) }, (_none, at) => `https://pictures.example/${number}/${at}.jpg`),
    votesUp: one([0, below(500)]),
    votesDown: one([0, below(9)]),
    orderId: maybe(line),
    attributes: ['Size', 'Fit "now"', 'Größe, cm'].flatMap((name) => maybe(() => ({ name, value: line() })) ?? []),
    datasource: '',
    beyond: [],
  };
}

// ---- what is left of them -------------------------------------------------------------------------------------------

type Left = Omit<ImportedReview, 'line' | 'product' | 'vendorId' | 'refusedPhotos'> & { readonly sku: string | null };

const seconds = (time: number): number => time - (time % 1000);
const byName = (attributes: Left['attributes']) =>
  attributes.toSorted((one, other) => (one.name < other.name ? -1 : 1));

const whole = ({ number: _number, product, beyond: _beyond, ...review }: WrittenReview): Left => ({
  ...review,
  attributes: byName(review.attributes),
  state: review.state.is === 'pending' ? waiting : review.state,
  sku: product?.sku ?? null,
});
const waiting: ImportedState = { is: 'pending', reason: 'never published where it was collected' };

/** Everything that these templates have no column for is said here once more, by hand. */
const left: Record<string, (review: WrittenReview) => Left> = {
  csv: whole,
  judgeme: (review) => ({
    ...whole(review),
    location: null,
    created: seconds(review.created),
    state: review.state.is === 'removed' && review.state.reason !== 'spam' ? waiting : whole(review).state,
    verified: null,
    incentivised: null,
    reply: review.reply && { content: review.reply.content, created: null },
    photos: review.photos.slice(0, 5),
    votesUp: 0,
    votesDown: 0,
    orderId: null,
    attributes: [],
  }),
  yotpo: (review) => ({
    ...whole(review),
    state: review.state.is === 'published' ? review.state : waiting,
    verified: review.verified ?? false,
    incentivised: null,
    votesUp: 0,
    votesDown: 0,
    orderId: null,
  }),
};

for (const format of formats)
  test(`reviews of random shops leave as ${format.name} and come back (seed ${seed})`, async () => {
    const below = randomFrom(seed);
    for (let shop = 0; shop < 20; shop++) {
      const reviews = Array.from({ length: 1 + below(30) }, (_none, at) => randomReview(below, at + 1));
      const { text } = tableOf(format, reviews);
      const { found } = await read(Buffer.from(text), format.name === 'csv' ? { format: 'csv' } : {});
      const back = found.map((one): Left => {
        if ('refused' in one) return assert.fail(`line ${one.line}: ${one.refused}`);
        const { line: _line, product, vendorId: _vendorId, refusedPhotos, ...review } = one;
        assert.deepEqual(refusedPhotos, []);
        const sku = product && (product.sku || product.id);
        return { ...review, attributes: byName(review.attributes), sku };
      });
      assert.deepEqual(back, reviews.map(left[format.name]!));
    }
  });

test('no cell of a table is a formula to a spreadsheet', () => {
  for (const format of formats)
    for (const start of ['=', '+', '-', '@', '\t', '\r', "'="]) {
      const { text } = tableOf(format, [{ ...plain, title: `${start}1`, attributes: [{ name: 'Size', value: '=2' }] }]);
      assert.ok(text.includes(`'${start}1`), `${format.name} ${JSON.stringify(start)}`);
      assert.ok(!/(?:^|[,"\n])[=+\-@\t]/.test(text), text);
    }
});

test('what a format cannot say is counted, each once for a review', () => {
  const review: WrittenReview = {
    ...plain,
    content: '',
    firstName: 'Ana María',
    lastName: '',
    state: { is: 'removed', reason: 'off topic' },
    verified: true,
    photos: ['1', '2', '3', '4', '5', '6'].map((name) => `https://p.example/${name}`),
    orderId: '7',
    attributes: [{ name: 'Size', value: 'M' }],
    beyond: ['tips', 'tips'],
  };
  const counted = (format: TableFormat) => Object.fromEntries(tableOf(format, [review, plain]).unsaid.counts);
  assert.deepEqual(counted(judgeme as TableFormat), {
    tips: 1,
    'verified purchases': 1,
    orders: 1,
    'photos after the first 5': 1,
    'a text, which they do not have and may be asked for there': 1,
    'that they are hidden: they wait there': 1,
    'last words of names, of which a letter stays': 1,
    'answers to own questions': 1,
  });
  assert.deepEqual(counted(yotpo as TableFormat), {
    tips: 1,
    orders: 1,
    'that they are hidden: they wait there': 1,
    'last words of names, of which a letter stays': 1,
  });
  assert.deepEqual(counted(csv as TableFormat), { tips: 1, 'last words of names, of which a letter stays': 1 });
});

test('answers whose names make one column, or too many columns, are counted and never mixed', async () => {
  const attributes = [
    { name: 'Size', value: 'M' },
    { name: 'size ', value: 'L' },
  ];
  const { text, unsaid } = tableOf(csv as TableFormat, [{ ...plain, attributes }]);
  assert.equal(unsaid.counts.get('answers to own questions'), 1);
  const [back] = (await read(Buffer.from(text), { format: 'csv' })).found;
  assert.deepEqual(back && 'attributes' in back && back.attributes, [attributes[0]]);
  const wide = new Unsaid(csv as TableFormat);
  for (let at = 0; at < 1_000; at++) wide.look({ ...plain, attributes: [{ name: `Q${at}`, value: 'a' }] });
  assert.equal(wide.counts.get('answers to own questions'), 100);
  const table = new ReviewTable(csv as TableFormat, wide.attributes);
  const { found } = await read(Buffer.from(table.header + table.row(plain)), { format: 'csv' });
  assert.ok(found[0] && 'attributes' in found[0]);
});

test('a sku with a comma is one name, except where the format lists products', async () => {
  const { found } = await read(
    Buffer.from('product_id,review_score,date,published\n"a,b",5,2024-01-02,true\nt:12,4,2024-01-02,true\n'),
  );
  assert.deepEqual(
    found.map((one) => 'product' in one && one.product?.id),
    ['a,b', 't:12'],
  );
});
