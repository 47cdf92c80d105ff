import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { refuse } from '../../contract/errors.ts';
import { toUnavailable } from '../../review-store/unavailable.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('it was to fail');
}

function assertUnavailable(error: unknown): void {
  const refusal = toUnavailable(error, 'service');
  assert.deepEqual([refusal?.code, refusal?.http, refusal?.cause], [503, 503, error]);
  assert.ok(refusal!.retryAfter! > 0);
}

test('a database that cannot grow is 503, to be tried again', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t (bytes blob); pragma max_page_count = 4');
  assertUnavailable(errorOf(() => database.exec('insert into t values (zeroblob(100000))')));
});

test('a disk that is full is 503', { skip: existsSync('/dev/full') ? false : 'no device that is always full' }, () => {
  const file = openSync('/dev/full', 'a');
  assertUnavailable(errorOf(() => writeSync(file, 'x')));
  closeSync(file);
});

test('what PostgreSQL and the network say when there is no room, no server or no answer is 503', () => {
  for (const code of ['53100', '58030', '25006', '57P01', '08006', '25P03', 'ECONNREFUSED', 'ETIMEDOUT']) assertUnavailable(Object.assign(new Error('no'), { code }));
  assertUnavailable(new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })]));
});

test('a refusal, and a fault of ours, stay what they are', () => {
  for (const error of [refuse('reviewNotFound'), new TypeError('x is not a function'), Object.assign(new Error('no such column'), { code: '42703' }), undefined]) assert.equal(toUnavailable(error, 'service'), null);
});
