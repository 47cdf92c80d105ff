/** What a refusal says to whom, and which of the API's answers are one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer, readListAnswer, readRefusal } from '../../contract/endpoints/answers.ts';
import {
  ApiError,
  nameOfCode,
  refusals,
  refuse,
  refuseParameter,
  type RefusalName,
} from '../../contract/endpoints/errors.ts';

test('a refusal has the code, the status and the words of its name, and only what was said beside it', () => {
  const error = refuse('votedAlready');
  assert.deepEqual(error.toEnvelope(), {
    status: 'ERROR',
    success: false,
    errorCode: 404,
    errorReason: 'Can vote only once every 24 hours',
  });
  assert.ok(error instanceof ApiError);
  assert.deepEqual(
    [error.name, error.http, error.code, error.retryAfterSeconds, error.field],
    ['ApiError', 409, 404, undefined, undefined],
  );
  assert.ok(!('cause' in error));
  const cause = new Error('why');
  const more = refuse('unavailable', 'Later', { cause, retryAfterSeconds: 7 });
  assert.deepEqual([more.message, more.cause, more.retryAfterSeconds], ['Later', cause, 7]);
  const field = refuseParameter('malformed', 'order', 'must be one of ASC, DESC');
  assert.deepEqual([field.field, field.message], ['order', 'Parameter order must be one of ASC, DESC']);
});

test('names that share a code are the same to the API, and its code is read as the first of them', () => {
  assert.ok(refuse('tooSlow').is('malformed'));
  assert.ok(!refuse('tooSlow').is('unexpected'));
  for (const name of Object.keys(refusals) as RefusalName[]) {
    const { code } = refusals[name];
    const first = (Object.keys(refusals) as RefusalName[]).find((other) => refusals[other].code === code);
    assert.equal(nameOfCode(code), first, name);
  }
  assert.equal(nameOfCode(1), undefined);
});

test('an answer is a refusal where it says so, in its status or, without one, in its success', () => {
  const refused = { refusal: 'unexpected', errorReason: '' };
  for (const [body, is] of [
    [{ status: 'ERROR', errorCode: 399 }, refused],
    [{ success: false, errorCode: 399, errorReason: 5 }, refused],
    [{ status: 'OK', success: false }, null],
    [{ status: 'OK', errorCode: 399 }, null],
    [{}, null],
    [{ success: true }, null],
    [[], null],
    [null, null],
    ['ERROR', null],
    [undefined, null],
  ] as const)
    assert.deepEqual(readRefusal(body), is, JSON.stringify(body));
});

test('a body without its list, or its item, is no answer', () => {
  for (const body of [null, undefined, 5, 'x', {}, { reviews: null }, { reviews: {} }])
    assert.equal(readListAnswer('listReviews', body), null, JSON.stringify(body));
  assert.equal(readAnswer('login', { token: '' }), null);
  assert.equal(readAnswer('login', {}), null);
  assert.deepEqual(readAnswer('login', { token: 't', more: 1 }), { token: 't' });
  assert.equal(readAnswer('getEditLink', { link: 5 }), null);
  assert.deepEqual(readAnswer('publishReview', { status: 'OK' }), {});
});

test('what an answer may do without is read as none where it is missing or cannot be read', () => {
  assert.deepEqual(readAnswer('addReviewRequest', {}), {});
  assert.equal(readAnswer('addReviewRequest', { link: 5 })?.link, undefined);
  assert.equal(readAnswer('addReviewRequest', { link: 'https://x.example/' })?.link, 'https://x.example/');
  assert.deepEqual(readAnswer('removeReviewRequest', {}), { removed_order_ids: [] });
  assert.deepEqual(readAnswer('removeReviewRequest', { removed_order_ids: 'x' }), { removed_order_ids: [] });
  assert.deepEqual(readAnswer('removeReviewRequest', { removed_order_ids: [1, 'b'] }), {
    removed_order_ids: ['1', 'b'],
  });
  assert.deepEqual(readAnswer('addProduct', { product: 'x' }), { product: null });
  assert.deepEqual(readAnswer('addProductImage', { image: { id: '4', url: 'u' } }), { image: { id: 4, url: 'u' } });
  assert.deepEqual(readAnswer('addProductImage', {}), { image: null });
  assert.deepEqual(readAnswer('getWriteLink', { url: 'u' }), { url: 'u', hash: '', expire: '' });
});
