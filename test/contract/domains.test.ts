import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDomain } from '../../contract/domains.ts';

test('a domain is read in lower case', () => {
  assert.equal(readDomain('Shop.Example'), 'shop.example');
  assert.equal(readDomain('localhost'), 'localhost');
  assert.equal(readDomain('xn--mnchen-3ya.example'), 'xn--mnchen-3ya.example');
});

const wrong = [
  '',
  '-',
  '.',
  'shop..example',
  'shop.example.',
  '-shop.example',
  'shop-.example',
  'shop.example:80',
  'shop/../example',
  'münchen.example',
  'shop\n.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(126)}ab`,
];

for (const text of wrong)
  test(`${JSON.stringify(text.slice(0, 40))} is no domain`, () => assert.equal(readDomain(text), null));

test('whatever its length, a text is judged in no time', () => {
  for (const part of ['a', 'a.', '-', '.']) assert.equal(readDomain(part.repeat(5_000_000)), null);
});
