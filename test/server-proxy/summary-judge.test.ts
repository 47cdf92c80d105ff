/** How what a model wrote is judged, in each of the ten languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFair, judge, type Asked } from '../../insights/summaries/validator.ts';
import type { SentReview } from '../../insights/summaries/sent-reviews.ts';
import { inTenLanguages } from './files/ten-languages.ts';

/** Numbered from 1, each of an author of its own unless they are named. */
const sent = (texts: readonly string[], authors: readonly (number | null)[] = []): SentReview[] =>
  texts.map((text, index) => ({
    id: 100 + index,
    witness: `author ${authors[index] === undefined ? index : authors[index]}`,
    isVerified: true,
    rating: 5,
    helpfulness: index,
    title: '',
    text,
    hash: `hash ${index}`,
  }));

const asked = (language: string, reviews: readonly SentReview[]): Asked => ({
  language,
  reviews,
  common: new Set(),
  shares: { reviews: reviews.length, low: 0, high: reviews.length },
});

for (const [language, [first, second, third]] of Object.entries(inTenLanguages))
  test(`in ${language}, sentences stand that two reviewers carry`, async () => {
    const reviews = sent([first!, `${first} ${third}`, second!, `${second} ${third}`]);
    const sentences = [
      { text: first, reviews: [1, 2] },
      { text: second, reviews: [4, 3] },
      { text: third, reviews: [1, 3] },
    ];
    const judged = await judge(JSON.stringify({ sentences }), asked(language, reviews));
    assert.ok('sentences' in judged, JSON.stringify(judged));
    // The third names reviews that do not say it. A warning comes first, then the most helpful.
    assert.deepEqual(
      judged.sentences.map(({ text, grounds }) => [text, ...grounds.map(({ id }) => id)]),
      [
        [second, 103, 102],
        [first, 101, 100],
      ],
    );
    assert.equal(judged.sentences[1]!.grounds[0]!.hash, 'hash 1');
  });

test('one author who has written twice is one, and so are all without an account', async () => {
  const [first, second] = inTenLanguages['en'] as [string, string];
  const write = JSON.stringify({
    sentences: [
      { text: first, reviews: [1, 2] },
      { text: second, reviews: [3, 4] },
    ],
  });
  const by = (...authors: (number | null)[]) =>
    judge(write, asked('en', sent([first, first, second, second], authors)));
  assert.ok('sentences' in (await by(1, 2, 3, 4)));
  assert.ok('refused' in (await by(7, 7, 3, 4)));
  assert.ok('refused' in (await by(1, 2, null, null)));
});

test('a summary is fair where whoever is a fifth of all has a say', () => {
  const of = (low: number, high: number) => ({ reviews: 20, low, high });
  assert.ok(isFair(of(3, 17), [[5, 5], [4]]));
  assert.ok(!isFair(of(4, 16), [[5, 5], [4]]));
  assert.ok(
    isFair(of(4, 16), [
      [5, 5],
      [1, 2, 5, 5],
    ]),
  );
  assert.ok(
    !isFair(of(4, 16), [
      [5, 5],
      [1, 5, 5],
    ]),
  );
  assert.ok(!isFair(of(16, 4), [[1, 2], [2]]));
  assert.ok(isFair(of(17, 3), [[1, 2], [2]]));
  assert.ok(isFair(of(0, 0), [[3, 3], [3]]));
});
