import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuse } from '../../contract/endpoints/errors.ts';
import { named } from '../../review-store/databases/postgres/errors.ts';
import { openWriting } from '../../review-store/databases/sqlite/connection.ts';
import { toUnavailable } from '../../review-store/databases/unavailable.ts';

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
  assert.ok(refusal!.retryAfterSeconds! > 0);
}

test('a database that cannot grow is 503, to be tried again', () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-full-'));
  const database = openWriting(join(directory, 'data.sqlite'));
  database.run('create table t (bytes blob)');
  database.run('pragma max_page_count = 4');
  assertUnavailable(errorOf(() => database.run('insert into t values (zeroblob(100000))')));
  database.close();
  rmSync(directory, { recursive: true });
});

test('a disk that is full is 503', { skip: existsSync('/dev/full') ? false : 'no device that is always full' }, () => {
  const file = openSync('/dev/full', 'a');
  assertUnavailable(errorOf(() => writeSync(file, 'x')));
  closeSync(file);
});

test('what PostgreSQL and the network say when there is no room, no server or no answer is 503', () => {
  for (const code of ['53100', '58030', '25006', '57P01', '08006', '25P03', 'ECONNREFUSED', 'ETIMEDOUT'])
    assertUnavailable(named(Object.assign(new Error('no'), { code })));
  assertUnavailable(named(new AggregateError([Object.assign(new Error('no'), { code: 'ECONNREFUSED' })])));
});

test('what a database says is named, and stays the cause', () => {
  const said = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const conflict = named(said);
  assert.ok(conflict instanceof Error);
  assert.deepEqual([conflict.name, conflict.message, conflict.cause], ['WriteConflict', 'deadlock detected', said]);
});

test('a refusal, and a fault of ours, stay what they are', () => {
  for (const error of [
    refuse('reviewNotFound'),
    new TypeError('x is not a function'),
    Object.assign(new Error('no such column'), { code: '42703' }),
    undefined,
  ]) {
    assert.equal(named(error), error);
    assert.equal(toUnavailable(error, 'service'), null);
  }
});
