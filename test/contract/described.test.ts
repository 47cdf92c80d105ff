/** Whether a page describes a product already, in all the ways that shops do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { descriptionsIn, judge } from '../../contract/described.ts';

const rating = { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 9 };
const product = (more: object) => ({ '@type': 'Product', ...more });

const cases: [string, unknown, string | null, string][] = [
  ['a product of another sku', product({ sku: 'B', aggregateRating: rating }), 'A', 'describe'],
  ['a product that names no sku', product({ name: 'Mug', aggregateRating: rating }), 'A', 'leave'],
  ['a product with its rating', { '@graph': [product({ sku: 'A', aggregateRating: rating })] }, 'A', 'leave'],
  ['a product without a rating', product({ sku: 'A' }), 'A', 'miss'],
  [
    'one whose rating is elsewhere',
    [product({ '@id': '#p', sku: 'A' }), { '@id': '#p', aggregateRating: rating }],
    'A',
    'leave',
  ],
  ['one that a rating is of', { ...rating, itemReviewed: product({ sku: 'A' }) }, 'A', 'leave'],
  [
    'one in two parts',
    [product({ '@id': '#p', sku: 'A' }), product({ '@id': '#p', aggregateRating: rating })],
    'A',
    'leave',
  ],
  ['a prefix', { '@type': 'schema:Product', 'schema:sku': 'A', 'schema:aggregateRating': rating }, 'A', 'leave'],
  ['a number for a sku', product({ sku: 7 }), '7', 'miss'],
  [
    'a group whose variants have no sku',
    { '@type': 'ProductGroup', productGroupID: 'G', hasVariant: [product({ name: 'S' })] },
    'A',
    'miss',
  ],
  ['a group with other variants', { '@type': 'ProductGroup', hasVariant: [product({ sku: 'B' })] }, 'A', 'describe'],
  [
    'a variant of a rated group',
    product({ sku: 'A', isVariantOf: { '@type': 'ProductGroup', aggregateRating: rating } }),
    'A',
    'leave',
  ],
  [
    'a list of others',
    { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: product({}) }] },
    'A',
    'describe',
  ],
  [
    'a list with this one',
    { '@type': 'ItemList', itemListElement: [product({ sku: 'A', aggregateRating: rating })] },
    'A',
    'leave',
  ],
  ['what goes with it', product({ sku: 'B', isRelatedTo: [product({ name: 'Saucer' })] }), 'A', 'describe'],
  ['one whose template says that there are no reviews', product({ sku: 'A', '@id': '#p', review: [] }), 'A', 'join'],
  [
    'one with a rating of none',
    product({ sku: 'A', '@id': '#p', aggregateRating: { ratingValue: 0, reviewCount: '0' } }),
    'A',
    'join',
  ],
  ['no product', { '@type': 'Organization', sku: 'A' }, 'A', 'describe'],
  ['any product, for a group of ours', product({ sku: 'S', aggregateRating: rating }), null, 'leave'],
  ['nothing', null, 'A', 'describe'],
];
for (const [name, data, sku, does] of cases)
  test(`${name}: ${does}`, () => assert.equal(judge(descriptionsIn(data), sku).does, does));

test('a variant is joined by its own @id, and by that of its group where it has none', () => {
  const group = (variant: object) => ({
    '@type': 'ProductGroup',
    '@id': '#group',
    hasVariant: [product({ sku: 'B', '@id': '#b' }), product({ sku: 'A', ...variant })],
  });
  assert.deepEqual(judge(descriptionsIn(group({ '@id': '#a' })), 'A'), { does: 'join', id: '#a' });
  assert.deepEqual(judge(descriptionsIn(group({})), 'A'), { does: 'join', id: '#group' });
});

test('what is nested a hundred thousand times is no trouble', () => {
  let data: unknown = product({ sku: 'A' });
  for (let depth = 0; depth < 100_000; depth += 1) data = { mainEntity: data };
  assert.equal(judge(descriptionsIn(data), 'A').does, 'miss');
});
