import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDomain, readTypedDomain } from '../../contract/domains.ts';
import { firstLetter } from '../../contract/first-letter.ts';

test('the first letter of a name is what people see first', () => {
  for (const [name, letter] of [
    ['Ann', 'A'],
    [' ann', 'a'],
    ['🇩🇪 Anna', '🇩🇪'],
    ['👨‍👩‍👧 Family', '👨‍👩‍👧'],
    ['\u200fدانا', 'د'],
    ['\u202a\u2068Ann', 'A'],
    ['e\u0301mile', 'e\u0301'],
    ['किरण', 'कि'],
    ['👍🏽 Kim', '👍🏽'],
    ['“Mia”', 'M'],
    ['’t Hooft', 't'],
    ['\u200b\u200e', ''],
    ['', ''],
  ] as const)
    assert.equal(firstLetter(name), letter, JSON.stringify(name));
});

test('a domain can be typed in any script, and is stored in ASCII', () => {
  for (const [typed, domain] of [
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['MÜNCHEN.Example', 'xn--mnchen-3ya.example'],
    ['пример.example', 'xn--e1afmkfd.example'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['Shop.example', 'shop.example'],
    ['münchen.example/x', null],
    ['ü@evil.example', null],
    ['ü:80', null],
    ['ü example', null],
    ['127.1', '127.1'],
  ] as const)
    assert.equal(readTypedDomain(typed), domain, typed);
  assert.equal(readDomain('münchen.example'), null);
});
