import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from '../../contract/endpoints/answers.ts';
import { endpointPath, endpoints, extensionOf, type EndpointName } from '../../contract/endpoints/endpoints.ts';
import { parameters } from '../../contract/endpoints/parameters.ts';

test('the table holds the 32 operations of the API and our own, each path and method once', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  const extended = names.filter((name) => extensionOf(name) !== undefined);
  assert.deepEqual(extended, [
    'addProductQuestion',
    'answerProductQuestion',
    'flagProductReview',
    'replyToProductReview',
    'getTransparency',
    'listChanges',
  ]);
  assert.equal(names.length, 32 + extended.length);
  assert.equal(new Set(names.map((name) => `${endpoints[name].method} ${endpoints[name].path}`)).size, names.length);
  assert.deepEqual(Object.keys(parameters).sort(), names.toSorted());
  assert.deepEqual(Object.keys(answers).sort(), names.toSorted());
});

test('a business that is no host name cannot leave its place in a path', () => {
  assert.equal(endpointPath('listReviews', '../../admin?x=1'), '/businesses/..%2F..%2Fadmin%3Fx%3D1/reviews');
});
