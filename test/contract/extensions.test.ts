import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extensionNames, readExtensions } from '../../contract/endpoints/extensions.ts';

test('a header names the extensions that we know, in any order and spelling', () => {
  assert.deepEqual(readExtensions('ask, answer, report'), ['ask', 'answer', 'report']);
  assert.deepEqual(readExtensions(' REVOTE,ask,teleport,,ask'), ['ask', 'revote']);
  assert.deepEqual(readExtensions(extensionNames.join(', ')), [...extensionNames]);
});

test('no header, or one that is none, names nothing', () => {
  for (const header of [undefined, '', ['ask'], 5, null, `ask,${'x'.repeat(2_000)}`])
    assert.deepEqual(readExtensions(header), [], String(header));
});
