/** The one cache for what is kept under keys that strangers choose. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesOf, WeighedCache } from '../../server-kit/weighed-cache.ts';

const root = join(import.meta.dirname, '..', '..');

test('keys count as much as values, so that the bound holds for whatever is kept', () => {
  const gone: string[] = [];
  const cache = new WeighedCache<string>({ maxBytes: 10_000, weigh: bytesOf, onGone: (value) => gone.push(value) });
  for (let index = 0; index < 1_000; index += 1) cache.set(`${index}`.padEnd(100, 'x'), '');
  const kept = [...cache.values()].length;
  assert.ok(kept > 10 && kept <= 10_000 / 300, `${kept} entries of more than 300 bytes`);
  assert.equal(gone.length, 1_000 - kept);
  assert.equal(cache.get('0'.padEnd(100, 'x')), undefined);
  assert.equal(cache.get('999'.padEnd(100, 'x')), '');
  // What is heavier than all of it pushes nothing out.
  cache.set('heavy', 'x'.repeat(6_000));
  assert.equal(cache.get('heavy'), undefined);
  assert.equal([...cache.values()].length, kept);
});

test('a long key is found again, and weighs no more than its hash', () => {
  const cache = new WeighedCache<number>({ maxBytes: 10_000, weigh: () => 0 });
  const long = (index: number) => `${'x'.repeat(50_000)}${index}`;
  for (let index = 0; index < 30; index += 1) cache.set(long(index), index + 1);
  for (let index = 0; index < 30; index += 1) assert.equal(cache.get(long(index)), index + 1);
  cache.delete(long(3));
  assert.equal(cache.get(long(3)), undefined);
  cache.clear();
  assert.equal(cache.get(long(4)), undefined);
});

test('no program has another cache of its own', () => {
  const others = globSync('{server-proxy,server-kit,review-service}/**/*.ts', { cwd: root }).filter(
    (file) => file !== 'server-kit/weighed-cache.ts' && /from 'lru-cache'/.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(others, []);
});

test('no program keeps addresses outside of it, but those with an open request or connection', () => {
  const keeping = globSync('{server-proxy,server-kit,review-service}/**/*.ts', { cwd: root }).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return /#\w+ = new Map</.test(text) && /\bnetwork\b|#byAddress/.test(text);
  });
  assert.deepEqual(keeping.toSorted(), [
    'server-kit/http/body-budget.ts',
    // Its map is of failures, and of no more than a hundred.
    'server-kit/http/http-server.ts',
    'server-kit/network/connections.ts',
    'server-kit/robots/guard.ts',
  ]);
});
