import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { ApiError } from '../../contract/errors.ts';
import { toUnavailable } from '../../review-service/unavailable.ts';

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('it was to fail');
}

test('a database that cannot grow is 503, to be tried again', () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t (bytes blob); pragma max_page_count = 4');
  const refusal = toUnavailable(errorOf(() => database.exec('insert into t values (zeroblob(100000))')));
  assert.deepEqual([refusal?.code, refusal?.http], [503, 503]);
  assert.ok(refusal!.retryAfter! > 0);
});

test('a disk that is full is 503', { skip: existsSync('/dev/full') ? false : 'no device that is always full' }, () => {
  const file = openSync('/dev/full', 'a');
  assert.equal(toUnavailable(errorOf(() => writeSync(file, 'x')))?.http, 503);
  closeSync(file);
});

test('a refusal, and a fault of ours, stay what they are', () => {
  assert.equal(toUnavailable(new ApiError(305)), null);
  assert.equal(toUnavailable(new TypeError('x is not a function')), null);
});
