import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeenSkus } from '../../exchange/products/seen-skus.ts';

test('each sku is seen once, however many there are, and its first line is known', () => {
  const seen = new SeenSkus();
  const skus = Array.from({ length: 20_000 }, (_none, n) => `SKU-${n}`);
  for (const [at, sku] of skus.entries()) assert.equal(seen.add(sku, at + 1), null);
  for (const [at, sku] of skus.entries()) assert.equal(seen.add(sku, 99_999), at + 1);
  assert.equal(seen.add('', 7), null);
  assert.equal(seen.add('', 8), 7);
});
