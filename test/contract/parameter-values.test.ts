/** Value by value, what a parameter takes and what it becomes, on either side of every limit. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError } from '../../contract/endpoints/errors.ts';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { MOST_ENTRIES } from '../../contract/endpoints/limits.ts';
import {
  longestValues,
  parseParameters,
  pickParameters,
  type RawParameters,
} from '../../contract/endpoints/read-parameters.ts';

/** What is given beside the parameter that is looked at, where an operation wants more. */
const beside: Partial<Record<EndpointName, RawParameters>> = {
  addProduct: { sku: 'A', title: 'T' },
  addReviewRequest: { order_id: '1', order_date: '2026-11-03' },
  addProductReview: { title: 'T', content: 'C', rating: '5' },
  sendMessage: { subject: 'S', body: 'B' },
  flagReview: { review_no: '1', reason: 'other', message: 'M' },
};
const read = (operation: EndpointName, parameter: string, value: string): unknown =>
  (parseParameters(operation, { ...beside[operation], [parameter]: value }) as Record<string, unknown>)[parameter];

const local = `${'l'.repeat(64)}@shop.example`;
const long = 'x'.repeat(256);
const day = Date.UTC(2026, 10, 3);
const commas = (count: number) => Array.from({ length: count }, (_none, index) => `s${index}`).join();

const taken: readonly [EndpointName, parameter: string, readonly (readonly [given: string, is: unknown])[]][] = [
  [
    'listReviews',
    'start',
    [
      ['0', 0],
      [' 7 ', 7],
      ['+7', 7],
    ],
  ],
  [
    'listReviews',
    'count',
    [
      ['1', 1],
      ['100', 100],
      [' ', 10],
    ],
  ],
  [
    'listReviews',
    'q',
    [
      [' a b ', 'a b'],
      [long, long],
      ['a\ud800', 'a\ufffd'],
      ['  ', undefined],
    ],
  ],
  [
    'listReviews',
    'unpublished',
    [
      ['1', true],
      ['True', true],
      [' 1 ', true],
      ['0', false],
      ['FALSE', false],
      ['', false],
    ],
  ],
  [
    'listReviews',
    'solicited',
    [
      ['0', false],
      ['', undefined],
    ],
  ],
  [
    'listReviews',
    'order',
    [
      ['asc', 'ASC'],
      [' DESC ', 'DESC'],
      ['', 'DESC'],
    ],
  ],
  [
    'listReviews',
    'labels',
    [
      ['a, b,,a', ['a', 'b']],
      [',', undefined],
      [long.slice(1), [long.slice(1)]],
    ],
  ],
  [
    'listReviews',
    'datasources',
    [
      ['bbb', ['bbb']],
      ['false', []],
      ['0', []],
      ['', []],
    ],
  ],
  [
    'listReviews',
    'date_from',
    [
      ['2026-11-03', day],
      ['2026-11-03 00:00:01', day + 1_000],
    ],
  ],
  [
    'listReviews',
    'date_to',
    [
      ['2026-11-03', day + 86_399_999],
      ['2026-11-03 00:00:01', day + 1_999],
    ],
  ],
  [
    'listMessages',
    'folder',
    [
      ['SENT', 'sent'],
      ['inbox', 'inbox'],
      ['', 'inbox'],
    ],
  ],
  [
    'listProductQuestions',
    'filter',
    [
      ['pending', 'PENDING'],
      ['published', 'PUBLISHED'],
      ['removed', 'REMOVED'],
      ['', undefined],
    ],
  ],
  [
    'listProductReviews',
    'order',
    [
      ['relevant', 'relevant'],
      ['Created', 'created'],
    ],
  ],
  [
    'listProductReviews',
    'ratings',
    [
      ['1, 5', [1, 5]],
      ['3,3', [3]],
      [',', undefined],
    ],
  ],
  [
    'listProducts',
    'price_range',
    [
      ['20,40', { min: 20, max: 40 }],
      [' [ 1.5 ] , [123456789012.25] ', { min: 1.5, max: 123_456_789_012.25 }],
      ['20,20', { min: 20, max: 20 }],
      [',40', { min: null, max: 40 }],
      [',', { min: null, max: null }],
    ],
  ],
  ['addReviewRequest', 'order_date', [[' 2026-11-03 ', day]]],
  [
    'addReviewRequest',
    'email',
    [
      [' a.b+c@mail.shop.example ', 'a.b+c@mail.shop.example'],
      [local, local],
      ['ä@b.ex', 'ä@b.ex'],
    ],
  ],
  [
    'addReviewRequest',
    'phone',
    [
      ['+49 (30) 98-76/5.4', '+49 (30) 98-76/5.4'],
      ['12345', '12345'],
    ],
  ],
  [
    'addReviewRequest',
    'return_link',
    [
      ['1', true],
      ['', false],
    ],
  ],
  [
    'addProduct',
    'price',
    [
      ['19.90', 19.9],
      [' 0 ', 0],
      ['1234567890.123456', 1_234_567_890.123456],
    ],
  ],
  [
    'addProduct',
    'product_link',
    [
      ['http://x.example', 'http://x.example/'],
      ['https://x.example/a?b', 'https://x.example/a?b'],
    ],
  ],
  [
    'addProductReview',
    'attributes',
    [
      [
        'Fit:Snug| Colour ; radio : True to: it |',
        [
          { name: 'Fit', value: 'Snug' },
          { name: 'Colour', value: 'True to: it' },
        ],
      ],
    ],
  ],
  [
    'addProduct',
    'attributes',
    [
      [
        ' Fit ; radio ; YES : Snug , Loose,, | Note |',
        [
          { name: 'Fit', type: 'radio', required: true, options: ['Snug', 'Loose'] },
          { name: 'Note', type: 'select', required: false, options: [] },
        ],
      ],
      ['A;;unrequired:', [{ name: 'A', type: 'select', required: false, options: [] }]],
      ['A;;required not:', [{ name: 'A', type: 'select', required: false, options: [] }]],
    ],
  ],
  [
    'getBusinesses',
    'businesses',
    [
      ['["a.example"]', ['a.example']],
      [JSON.stringify(commas(20).split(',')), commas(20).split(',')],
    ],
  ],
  ['flagReview', 'reason', [['Other', 'other']]],
];

describe('taken', () => {
  for (const [operation, parameter, rows] of taken)
    test(`${parameter} of ${operation}`, () => {
      for (const [given, is] of rows) assert.deepEqual(read(operation, parameter, given), is, given.slice(0, 60));
    });
});

const refused: readonly [EndpointName, parameter: string, code: number, reason: RegExp, ...given: string[]][] = [
  ['listReviews', 'start', 306, /whole number/, '1e3', '0x1', '1.0', '-', '1234567890123456', '1 2', 'a1', '1a'],
  ['listReviews', 'q', 306, /longer than 256/, `${long}x`, ` ${long}`],
  ['listReviews', 'unpublished', 306, /must be 0 or 1/, '2', 'truest', 'yes'],
  ['listReviews', 'labels', 306, /longer than 256/, `a,${long}x`],
  ['listReviews', 'datasources', 306, /codes from bbb, /, 'bbb,nope', 'false,0', 'false,bbb', 'toString'],
  ['listReviews', 'date_to', 306, /must be a date/, 'tomorrow'],
  ['listMessages', 'folder', 306, /one of inbox, sent/, 'in'],
  ['listProductReviews', 'ratings', 306, /from 1 to 5/, '0', '6', '15', '1.5', '1,x'],
  [
    'listProducts',
    'price_range',
    306,
    /a range such as/,
    '20',
    '1,2,3',
    'a,2',
    '1,b',
    '1.,2',
    '1,2.1234567',
    '[[1,2',
    '-1,2',
    '1x,2',
    '1,1234567890123',
  ],
  ['listProducts', 'price_range', 306, /not end before/, '40,20'],
  [
    'addReviewRequest',
    'order_date',
    306,
    /a date such as/,
    '2026/11/03',
    '2026-11-03 10:00:00',
    '12026-11-03',
    '2026-1-3',
    '2026-11-31',
    'x2026-11-03',
    '2026-11-03x',
  ],
  [
    'addReviewRequest',
    'email',
    306,
    /an e-mail address/,
    'a',
    'a@b',
    'a@b.c',
    '@shop.example',
    'a@@shop.example',
    'a@shop..example',
    'a@.example',
    'a b@shop.example',
    'a@sh op.example',
    'a@shop.ex ample',
    'A <a@shop.example>',
    'a@shop.example,b@shop.example',
    'a@shop.example;',
    `l${local}`,
    'a@shop.exa\u0007mple',
    '"a"@shop.example',
    'a@[127.0.0.1]',
  ],
  ['addReviewRequest', 'phone', 306, /a phone number/, '1234', 'call me', '12345x', 'x12345', '++12345', '1+2345'],
  ['addReviewRequest', 'phone', 306, /longer than 40/, '1'.repeat(41)],
  ['sendMessage', 'subject', 306, /one line/, 'a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\u0085b', 'a\tb'],
  ['sendMessage', 'body', 302, /is missing/, '', '  '],
  [
    'addProduct',
    'price',
    306,
    /a price such as/,
    '-1',
    '1.',
    '.5',
    '1.2.3',
    '12345678901',
    '1.1234567',
    '1,5',
    'x1',
    '1x',
  ],
  [
    'addProduct',
    'product_link',
    306,
    /http or https/,
    'x.example',
    'ftp://x.example',
    'data:text/html,x',
    'mailto:a@b.example',
    'http://',
  ],
  [
    'addProductReview',
    'attributes',
    306,
    /entries such as name:option/,
    'Fit',
    ':Snug',
    ' ;radio:Snug',
    'Fit:Snug|Colour',
  ],
  ['addProduct', 'attributes', 306, /entries such as name;type;required/, ':Snug', ';radio:Snug', 'Fit:Snug|;:'],
  [
    'getBusinesses',
    'businesses',
    306,
    /a JSON array of site domains/,
    '"a.example"',
    '{}',
    '[1]',
    '["a.example",1]',
    'null',
    '[',
    '5',
  ],
  ['getBusinesses', 'businesses', 303, /at most 20/, JSON.stringify(commas(21).split(','))],
  ['flagReview', 'message', 306, /NUL/, 'a\0b'],
];

describe('refused', () => {
  for (const [operation, parameter, code, reason, ...given] of refused)
    test(`${parameter} of ${operation}: ${reason.source}`, () => {
      for (const value of given)
        assert.throws(
          () => read(operation, parameter, value),
          (error) =>
            error instanceof ApiError &&
            error.code === code &&
            error.field === parameter &&
            error.message.startsWith(`Parameter ${parameter} `) &&
            reason.test(error.message),
          value.slice(0, 60),
        );
    });
});

test('a list is as long as it may be, and no longer', () => {
  const labels = (count: number) => read('listReviews', 'labels', commas(count)) as string[];
  assert.equal(labels(MOST_ENTRIES).length, MOST_ENTRIES);
  assert.throws(() => labels(MOST_ENTRIES + 1), {
    code: 303,
    message: `Parameter labels must name at most ${MOST_ENTRIES}`,
  });
  assert.deepEqual(read('listReviews', 'labels', `a,${long}`), ['a', long]);
});

test('a value of a parameter is no longer than its operation says, before anything reads it', () => {
  const longest = longestValues('listReviews');
  assert.equal(longest['q'], 256);
  assert.throws(() => read('listReviews', 'q', ' '.repeat(257)), /q is longer than 256 characters/);
  assert.equal(read('listReviews', 'q', ' '.repeat(256)), undefined);
});

test('what requests for reviews also call a parameter is taken in its place, but not before it', () => {
  assert.deepEqual(pickParameters('addReviewRequest', { product_sku: 'A' }), { product_skus: 'A' });
  assert.deepEqual(pickParameters('addProductReviewRequest', { product_sku: 'A' }), { product_skus: 'A' });
  assert.deepEqual(pickParameters('addReviewRequest', { product_sku: 'A', product_skus: 'B' }), { product_skus: 'B' });
  assert.deepEqual(pickParameters('listReviews', { product_sku: 'A', q: 'x', more: ['1', '2'] }), { q: 'x' });
});

test('defaults cannot be changed by whoever is given them', () => {
  const { datasources } = parseParameters('listReviews', {});
  assert.throws(() => datasources.push('bbb'), TypeError);
  assert.deepEqual(parseParameters('listReviews', {}).datasources, []);
});
