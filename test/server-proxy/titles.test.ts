import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildRenderer } from '../support/renderer.ts';
import { fieldOf, productReview } from './fake-upstream.ts';
import { Stage } from './harness.ts';

buildRenderer();

const add = '/product/reviews/add';
const long =
  'The kettle is quiet and boils a litre in two minutes, which is all that I ask of a kettle in the morning before work.';

const texts: readonly (readonly [text: string, title: string])[] = [
  ['It hums.', 'It hums.'],
  [long, 'The kettle is quiet and boils a litre in two minutes, which is all that I ask of'],
  ['First line\r\n\r\n\tand\u2028another\u0007 one', 'First line and another one'],
  ['Call 0664 1234567 or me@home.example.', 'Call ••• or •••.'],
  [
    'هذه الغلاية هادئة جدا وتغلي لترا من الماء في دقيقتين وهذا كل ما أطلبه من غلاية في الصباح قبل الذهاب إلى العمل',
    'هذه الغلاية هادئة جدا وتغلي لترا من الماء في دقيقتين وهذا كل ما أطلبه من غلاية',
  ],
  // Without spaces, it ends with a word all the same.
  [
    'このケトルはとても静かで、一リットルのお湯が二分で沸きます。'.repeat(4),
    'このケトルはとても静かで、一リットルのお湯が二分で沸きます。'.repeat(2) + 'このケトルはとても静かで、一リットルの',
  ],
  ['👩‍👩‍👧‍👦'.repeat(20), '👩‍👩‍👧‍👦'.repeat(7)],
  ['\u202egnihtemos sdaer', 'gnihtemos sdaer'],
  [`a${'\u0301'.repeat(600)} b`, `a${'\u0301'.repeat(79)}`],
  [`${'x'.repeat(300)} y`, 'x'.repeat(80)],
];

test('a review without a title finds its way in, from shoppers and merchants, with the first words of its text', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  for (const [index, [content, title]] of texts.entries()) {
    const written = { sku: 'SKU-1', content, rating: '5' };
    const { http, text, body } = await proxy.merchant(`/businesses/-${add}`, {
      body: index % 2 ? written : { ...written, title: ' \n' },
    });
    assert.equal(http, 200, text);
    assert.equal(fieldOf(stage.upstream.callsOf(add).at(-1)!, 'title'), title);
    const kept = content.replace('\u202e', '').replaceAll('\r\n', '\n');
    assert.equal(body.product_review.content, kept);
  }
  const { http, body } = await proxy.post(add, { sku: 'SKU-1', title: '', content: long, rating: '5' });
  assert.deepEqual([http, body.product_review.title, body.product_review.title_repeats], [200, texts[1]![1], true]);
  for (const [sent, field] of [
    [{ sku: 'SKU-1', rating: '5' }, 'content'],
    [{ sku: 'SKU-1', rating: '5', content: ' ', title: '' }, 'content'],
    [{ sku: 'SKU-1', rating: '5', content: '\u200b\u3164', title: '\u2060' }, 'content'],
    [{ sku: 'SKU-1', rating: '5', content: '\u00ad', title: 'Good' }, 'content'],
    [{ sku: 'SKU-1', content: 'Good', title: '' }, 'rating'],
  ] as const) {
    const refused = await proxy.post(add, sent);
    assert.deepEqual([refused.http, refused.body.errorCode, refused.body.field], [400, 302, field]);
  }
});

test('a title that is the beginning of the text is not shown beside it, in the element or to search engines', async () => {
  await using stage = await Stage.open();
  const mug = stage.upstream.content.products[0]!;
  const [made] = texts[1]!.toReversed();
  const named = (id: number, title: string, content: string) => ({ ...productReview(id, mug, id), title, content });
  stage.upstream.content.productReviews = [
    named(1, made!, long),
    named(2, 'It hums.', 'It hums.'),
    named(3, `${made!.slice(0, 50)}…`, long),
    named(4, 'The kettle', long),
  ];
  const proxy = await (await stage.proxy()).mirrored();
  const { body } = await proxy.shop('/product/reviews?sku=SKU-1');
  const repeating = body.product_reviews.filter((one: { title_repeats?: true }) => one.title_repeats);
  assert.deepEqual(repeating.map(({ id }: { id: number }) => id).toSorted(), [1, 2, 3]);
  assert.ok(body.product_reviews.every((one: { title: string }) => one.title !== ''));
  const { text } = await proxy.get('/render/plaudit-product-reviews?sku=SKU-1');
  const [, shadow] = /<\/style>(.*?)<script type="application\/json">/s.exec(text)!;
  assert.deepEqual(
    [...shadow!.matchAll(/part="title"[^>]*>(?:<!--.*?-->)*([^<]*)/g)].map(([, title]) => title),
    ['The kettle'],
  );
  const [, product] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
  assert.deepEqual((JSON.parse(product!).review as { name?: string }[]).map(({ name }) => name).filter(Boolean), [
    'The kettle',
  ]);
});
