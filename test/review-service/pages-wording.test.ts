/** The languages of pages and mails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogues, chooseWording, formatDay } from '../../review-service/wording/index.ts';

/** Every text of a catalogue under its path; one that takes words is given words that can be found again. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function')
    return [[path, String((value as (...words: unknown[]) => string)('«1»', '«2»', '«3»'))]];
  return Object.entries(value as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`));
}

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} says everything in its own words, and leaves no word out that it is given`, () => {
    assert.equal(catalogue.language, language);
    const english = new Map(textsOf(catalogues['en']));
    for (const [path, text] of textsOf(catalogue)) {
      assert.ok(text.trim() !== '' && text === text.trim(), path);
      assert.doesNotMatch(text, /undefined|NaN|\{n\}/, path);
      if (path !== '.form.stars' && path !== '.errors.tooLong') {
        const given = (from: string | undefined) => (from ?? '').match(/«\d»/g)?.toSorted() ?? [];
        assert.deepEqual(given(text), given(english.get(path)), path);
      }
      if (language !== 'en' && text.length > 12) assert.notEqual(text, english.get(path), path);
    }
    for (const count of [1, 2, 5]) assert.match(catalogue.form.stars(count), new RegExp(`^${count} \\p{L}+$`, 'u'));
    assert.match(formatDay(catalogue, Date.UTC(2026, 10, 3)), /^0?3\.? .*2026/);
  });
}

test('the plural of Polish stars follows its rules', () => {
  assert.deepEqual([1, 2, 5].map(catalogues['pl']!.form.stars), ['1 gwiazdka', '2 gwiazdki', '5 gwiazdek']);
});

test('what the shop named wins, then what the browser prefers, then English', () => {
  const chosen: [string | null, string | undefined, string][] = [
    [null, undefined, 'en'],
    [null, '', 'en'],
    ['de', 'fr', 'de'],
    ['pt_BR', undefined, 'pt'],
    ['PL-pl', undefined, 'pl'],
    ['xx', 'fr-CA', 'fr'],
    ['', 'ja, nl;q=0.8, es;q=0.9', 'es'],
    [null, 'es;q=0, it', 'it'],
    [null, '*', 'en'],
    [null, 'constructor, __proto__;q=1, de;q=0.1', 'de'],
    [null, 'de;q=nonsense, fr;q=0.9', 'de'],
  ];
  for (const [wanted, accepted, language] of chosen)
    assert.equal(chooseWording(wanted, accepted).language, language, `${wanted} ${accepted}`);
});
