import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenSkus } from '../../exchange/products/seen-skus.ts';

for (const expected of [0, 5_000, 20_001, 1e300]) {
  test(`each sku is seen once, and its first line is known, where ${expected} were expected`, () => {
    const seen = new SeenSkus(expected);
    const skus = Array.from({ length: 20_000 }, (_none, n) => `SKU-${n}`);
    for (const [at, sku] of skus.entries()) assert.equal(seen.add(sku, at + 1), null);
    for (const [at, sku] of skus.entries()) assert.equal(seen.add(sku, 99_999), at + 1);
    assert.equal(seen.add('', 7), null);
    assert.equal(seen.add('', 8), 7);
  });
}
