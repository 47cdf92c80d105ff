import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../contract/endpoints/errors.ts';
import { parseParameters, type RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { tolerant } from '../../contract/entities/fields.ts';

const refusals: [EndpointName, RawParameters, number, RegExp][] = [
  ['getReview', {}, 302, /review_no is missing/],
  ['getReview', { review_no: '  ' }, 302, /review_no is missing/],
  ['getReview', { review_no: '12.5' }, 306, /review_no must be a whole number/],
  ['getReview', { review_no: ['1', '2'] }, 306, /review_no is given more than once/],
  ['listReviews', { count: '101' }, 303, /count must be at most 100/],
  ['listReviews', { count: '0' }, 306, /count must be at least 1/],
  ['listReviews', { start: '-1' }, 306, /start must be at least 0/],
  ['listReviews', { date_from: '2026-02-30' }, 306, /date_from must be a date/],
  ['listReviews', { date_from: 'yesterday' }, 306, /date_from/],
  ['listReviews', { order: 'random' }, 306, /order must be one of ASC, DESC/],
  ['listReviews', { unpublished: 'maybe' }, 306, /unpublished must be 0 or 1/],
  ['listReviews', { datasources: 'myspace' }, 306, /datasources must be codes from bbb/],
  ['listReviews', { q: 'a\0b' }, 306, /q must not contain a NUL/],
  ['listProductReviews', { ratings: '3,6' }, 306, /ratings/],
  ['listProductReviews', { price_range: '40,20' }, 306, /price_range/],
  ['listProductReviews', { price_range: 'cheap' }, 306, /price_range must be a range/],
  ['voteOnProductReview', { review_id: '1', vote: 'up' }, 306, /vote must be one of positive, negative/],
  ['addProductReview', { sku: 'A', title: 'T', content: 'C', rating: '6' }, 306, /rating must be at most 5/],
  [
    'addProductReview',
    { sku: 'A', title: 'x'.repeat(257), content: 'C', rating: '5' },
    306,
    /title is longer than 256/,
  ],
  [
    'addProductReview',
    { sku: 'A', title: 'T', content: 'C', rating: '5', email: 'a@x.test\r\nRCPT TO:<evil@e.test>' },
    306,
    /email/,
  ],
  ['getBusinesses', { businesses: '["a.example"' }, 306, /businesses must be a JSON array/],
  [
    'getBusinesses',
    { businesses: JSON.stringify(Array.from({ length: 21 }, (_, at) => `s${at}.example`)) },
    303,
    /businesses must name at most 20/,
  ],
  ['addProduct', { sku: 'A', title: 'T', product_link: 'javascript:alert(1)' }, 306, /product_link must be an http/],
  ['addReviewRequest', { order_id: '1', order_date: '2026-13-01' }, 306, /order_date/],
];

for (const [name, raw, code, reason] of refusals) {
  test(`${name} refuses ${JSON.stringify(raw).slice(0, 70)} with ${code}, naming the parameter`, () => {
    assert.throws(
      () => parseParameters(name, raw),
      (error) => error instanceof ApiError && error.code === code && reason.test(error.message),
    );
  });
}

test('a text of characters that nobody sees counts as empty', () => {
  // Zero-width, soft hyphen, word joiner, byte order mark, Hangul and half-width Hangul fillers, Braille, tags.
  for (const unseen of ['\u200b\u200d', '\u00ad', ' \u2060\ufeff ', '\u3164', '\uffa0', '\u2800', '\u{e0041}\u180e']) {
    for (const [name, parameter] of [
      ['addProductReview', 'content'],
      ['addProductQuestion', 'content'],
      ['answerProductQuestion', 'content'],
      ['addComment', 'text'],
    ] as const) {
      const raw = { sku: 'A', title: 'T', rating: '5', question_id: '1', review_no: '1', [parameter]: unseen };
      assert.throws(
        () => parseParameters(name, raw),
        (error) => error instanceof ApiError && error.code === 302 && error.message.includes(`${parameter} is missing`),
        JSON.stringify(unseen),
      );
    }
    const { user_name } = parseParameters('addProductQuestion', { sku: 'A', content: 'Q', user_name: unseen });
    assert.equal(user_name, undefined);
  }
  const seen = '\u200d❤️ क्‍ष 👩‍👧';
  assert.equal(parseParameters('addComment', { review_no: '1', text: seen }).text, seen);
});

test('a name with a mark of direction that has no end does not turn what follows it', () => {
  for (const [typed, kept] of [
    ['Ann\u202e', 'Ann'],
    ['\u2067Ann \u202aB', 'Ann B'],
    ['Ann\u202c \u2069B', 'Ann B'],
    ['\u2068\u202eAnn\u2069B', '\u2068Ann\u2069B'],
    ['\u202a\u2068Ann\u202c\u2069B', '\u2068Ann\u2069B'],
    // Whoever ends what they begin is left alone.
    ['\u202bشاي\u202c (\u20661 kg\u2069)', '\u202bشاي\u202c (\u20661 kg\u2069)'],
  ] as const) {
    const raw = { sku: 'A', content: 'C', rating: '5', title: typed, user_name: typed };
    const { title, user_name } = parseParameters('addProductReview', raw);
    assert.deepEqual([title, user_name], [kept, kept], JSON.stringify(typed));
    assert.equal(tolerant.text.parse(typed), kept, 'from another API');
  }
});

test('an empty optional parameter counts as absent, and defaults apply', () => {
  const query = parseParameters('listProductReviews', { sku: '', count: '', order: '', unknown: 'ignored' });
  assert.deepEqual(
    { sku: query.sku, count: query.count, start: query.start, order: query.order },
    { sku: undefined, count: 10, start: 0, order: 'created' },
  );
});

test('date_to without a time includes that day; a time without a zone is UTC', () => {
  const query = parseParameters('listReviews', { date_from: '2026/11/03 12:00:00', date_to: '2026-11-03' });
  assert.equal(query.date_from, Date.UTC(2026, 10, 3, 12));
  assert.equal(query.date_to, Date.UTC(2026, 10, 4) - 1);
});

test('ranges tolerate brackets and an empty end', () => {
  assert.deepEqual(parseParameters('listProducts', { price_range: '[20],[40]' }).price_range, { min: 20, max: 40 });
  assert.deepEqual(parseParameters('listProducts', { price_range: '20,' }).price_range, { min: 20, max: null });
});

test('attributes are taken in the long form and in the short one', () => {
  assert.deepEqual(
    parseParameters('addProduct', { sku: 'A', title: 'T', attributes: 'Fit;radio;required:Snug,Loose|Colour:True' })
      .attributes,
    [
      { name: 'Fit', type: 'radio', required: true, options: ['Snug', 'Loose'] },
      { name: 'Colour', type: 'select', required: false, options: ['True'] },
    ],
  );
});

test('a key that every object inherits is no parameter', () => {
  const raw = JSON.parse('{"__proto__": {"q": "x"}, "constructor": "x"}') as RawParameters;
  assert.equal(parseParameters('listReviews', raw).q, undefined);
});
