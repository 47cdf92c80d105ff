import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageOf, roundAverage } from '../../contract/averages.ts';

test('only what is 5 is shown as 5.0, and only what is 1 as 1.0', () => {
  for (const [exact, one, two] of [
    [(18 * 5 + 4) / 19, 4.9, 4.95],
    [(999 * 5 + 4) / 1_000, 4.9, 4.99],
    [(999 * 1 + 2) / 1_000, 1.1, 1.01],
    [5, 5, 5],
    [1, 1, 1],
    [0, 0, 0],
    [4.847, 4.8, 4.85],
    [41 / 20, 2.1, 2.05],
    [4.25, 4.3, 4.25],
    [23 / 200 + 1, 1.1, 1.12],
  ] as const) {
    assert.equal(roundAverage(exact), one, `${exact} with one decimal`);
    assert.equal(roundAverage(exact, 2), two, `${exact} with two decimals`);
  }
});

test('an average comes from the counts of stars where these count every review', () => {
  const ratings = { 4: { num_reviews: 1, rating: 4 }, 5: { num_reviews: 18, rating: 5 } };
  assert.equal(averageOf({ total: 19, average_rating: 4.95, ratings }), 94 / 19);
  assert.equal(averageOf({ total: 20, average_rating: 4.95, ratings }), 4.95);
  assert.equal(averageOf({ total: 19, average_rating: 4.95, ratings: null }), 4.95);
  assert.equal(averageOf({ total: 0, average_rating: 0, ratings: {} }), 0);
});
