/** Words that every object of JavaScript has, such as “constructor”, are words like any other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../exchange/reading/plain-text.ts';
import { Terms } from '../../insights/terms/mentions.ts';

test('the word “constructor” is counted, not NaN', () => {
  const terms = new Terms();
  for (let review = 0; review < 4; review += 1)
    terms.add({ language: 'en', terms: ' constructor:constructor ' }, false, `author ${review}`);
  const shop = new Map([['en', { language: 'en', reviews: 104, counts: new Map([['constructor', 104]]) }]]);
  // All others have it as well, so it stands out for nothing.
  assert.deepEqual(terms.findings(shop, new Set()).mentions, []);
  const others = new Map([['en', { language: 'en', reviews: 104, counts: new Map<string, number>() }]]);
  assert.deepEqual(
    terms.findings(others, new Set()).mentions.map(({ key, count }) => [key, count]),
    [['en.constructor', 4]],
  );
});

test('an entity that is named as a method stays as it is written', () => {
  assert.equal(plainText('a &amp; b &toString; &valueOf;', 100), 'a & b &toString; &valueOf;');
});
