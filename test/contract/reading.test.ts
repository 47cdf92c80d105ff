import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer, readListAnswer, readRefusal } from '../../contract/endpoints/answers.ts';
import { formatRfc, parseDateTime } from '../../contract/entities/dates.ts';
import { strictEntities, tolerantEntities } from '../../contract/entities/entities.ts';

const odd = {
  reviewNo: '77',
  rating: [
    { type: 'overall', rating: '4' },
    { type: 'returns', rating: 0 },
    { type: 'unheard-of', rating: 5 },
  ],
  title: 'Fine\0',
  content: null,
  positive_votes: '3',
  created: '2026/11/03 09:15:00',
  publishedRFC: '2026/11/03T10:15:00+01:00',
  edited: '',
  labels: [{ label: 'gift' }, 'vip'],
  images: [{ original: 'a.jpg' }, 'not an image'],
  author: { username: 'kim', numReviews: '2', thumbnail: null },
};

test('what real servers send reads as the strict shape', () => {
  const review = tolerantEntities.Review.parse(odd);
  assert.equal(strictEntities.Review.safeParse(review).error, undefined);
  assert.equal(review.reviewNo, 77);
  assert.equal(review.title, 'Fine');
  assert.equal(review.content, '');
  assert.equal(review.edited, null);
  assert.equal(review.createdRFC, '2026-11-03T09:15:00+00:00');
  assert.equal(review.published, '2026-11-03 09:15:00');
  assert.deepEqual(review.labels, ['gift', 'vip']);
  assert.deepEqual(review.rating, [
    { type: 'overall', rating: 4 },
    { type: 'returns', rating: null },
  ]);
  assert.equal(review.images.length, 1);
});

test('reading what was read changes nothing', () => {
  const once = tolerantEntities.Review.parse(odd);
  assert.deepEqual(tolerantEntities.Review.parse(once), once);
});

test('a pending review stays pending', () => {
  const review = tolerantEntities.Review.parse({ ...odd, published: 'pending', publishedRFC: null });
  assert.deepEqual([review.published, review.publishedRFC], ['pending', null]);
});

test('one malformed item does not sink a list', () => {
  const answer = readListAnswer('listReviews', [odd, { title: 'no number' }, 5, null]);
  assert.deepEqual([answer?.items.length, answer?.sent, answer?.malformed], [1, 4, 3]);
});

test('the review listing is read as a bare array and in an envelope', () => {
  assert.equal(readListAnswer('listReviews', [odd])?.items.length, 1);
  assert.equal(readListAnswer('listReviews', { reviews: [odd], count: '1' })?.items.length, 1);
  assert.equal(readListAnswer('listReviews', '<html>'), null);
});

test('statistics are read as an object, as an array of one, with text for numbers, and without star counts', () => {
  const shapes = [
    { total: 2, average_rating: 4.5, ratings: { 4: { num_reviews: 1, rating: 4 }, 5: { num_reviews: 1, rating: 5 } } },
    [{ total: '2', average_rating: '4.5', ratings: { 4: '1', 5: 1 } }],
  ];
  for (const shape of shapes) {
    const stats = readAnswer('getProductReviewStats', {
      product_reviews_stats: shape,
      status: 'OK',
    })?.product_reviews_stats;
    assert.deepEqual(
      [stats?.total, stats?.average_rating, stats?.ratings[5].num_reviews, stats?.ratings[1].num_reviews],
      [2, 4.5, 1, 0],
    );
  }
  assert.equal(
    readAnswer('getProductReviewStats', { product_reviews_stats: { total: 2, average_rating: 4 } })
      ?.product_reviews_stats.ratings[5].num_reviews,
    0,
  );
});

test('an error envelope is found whatever the HTTP status was', () => {
  assert.deepEqual(readRefusal({ status: 'ERROR', success: false, errorCode: '305', errorReason: 'gone' }), {
    refusal: 'reviewNotFound',
    errorReason: 'gone',
  });
  assert.equal(readRefusal({ status: 'ERROR', errorCode: 12345 })?.refusal, 'unexpected');
  assert.equal(readRefusal({ status: 'OK', success: true }), null);
});

test('dates that do not exist are no dates', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-01-01 25:00:00', '2026-01/01', '', 'pending'])
    assert.equal(parseDateTime(text), null, text);
  assert.equal(formatRfc(parseDateTime('2024-02-29T23:59:59-03:30')!.time), '2024-03-01T03:29:59+00:00');
});
