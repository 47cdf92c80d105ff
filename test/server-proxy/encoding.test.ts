/** Which encoding a request asks for: RFC 9110, section 12.5.3. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseEncoding } from '../../server-kit/http/encoding.ts';

test('qualities are weighed, and of equals the smaller answer is given', () => {
  for (const [accepted, encoding] of [
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP;Q=1', 'gzip'],
    ['br;q=0.9', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br ; q=0.8 , gzip ; q = 0.8', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
    ['deflate, zstd', 'identity'],
    ['br;q=2, gzip;q=x', 'identity'],
    [';q=1,,', 'identity'],
  ] as const)
    assert.equal(chooseEncoding(accepted), encoding, accepted);
});
