/** The languages of pages and mails. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import form from '../../src/locales/en/form.json' with { type: 'json' };
import { languages as elementLanguages } from '../../src/locales/index.ts';
import {
  catalogues,
  chooseWording,
  directionOf,
  formatDay,
  knowsLanguage,
  languages,
} from '../../review-service/letters/wording/index.ts';

/** What the element's form says in a language. */
const elementWords = async (language: string): Promise<Readonly<Record<string, unknown>>> =>
  language === 'en' ? form : (await elementLanguages[language]!()).default;

/** Every text of a catalogue under its path. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, (value as (n: number) => string)(5)]];
  return Object.entries(value as object).flatMap(([key, one]) => textsOf(one, `${path}.${key}`));
}

for (const [language, catalogue] of Object.entries(catalogues)) {
  test(`${language} calls the fields of a review the same on the shop's page as on the page from a mail`, async () => {
    const { title, images } = await elementWords(language);
    assert.deepEqual([catalogue.form.reviewTitle, catalogue.form.photos], [title, images]);
  });

  test(`${language} says everything in its own words`, () => {
    assert.equal(catalogue.language, language);
    const english = new Map(textsOf(catalogues['en']));
    for (const [path, text] of textsOf(catalogue)) {
      if (language !== 'en' && text.length > 12) assert.notEqual(text, english.get(path), path);
    }
    const counts = [0, 1, 2, 3, 5, 11, 25, 100];
    for (const count of counts) assert.match(catalogue.form.stars(count), /^(?:\p{L}+ ?)?\d*(?: ?\p{L}+){0,2}$/u);
    // Arabic has words for one and two that hold no figure.
    for (const count of counts.filter((one) => language !== 'ar' || one > 2))
      assert.ok(catalogue.form.stars(count).includes(String(count)), `${language} ${count}`);
    assert.match(formatDay(catalogue, Date.UTC(2026, 10, 3)), /^0?3\.? .*2026|^2026年11月3日$/);
  });
}

test('there are the ten languages that the elements speak', () => {
  assert.deepEqual(languages.toSorted(), ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt']);
  assert.deepEqual(
    languages.filter((language) => directionOf(language) === 'rtl'),
    ['ar'],
  );
});

test('the plurals of stars follow the rules of their language', () => {
  const stars = (language: string, counts: number[]) => counts.map(catalogues[language]!.form.stars);
  assert.deepEqual(stars('pl', [1, 2, 5]), ['1 gwiazdka', '2 gwiazdki', '5 gwiazdek']);
  assert.deepEqual(stars('ar', [1, 2, 3, 11, 100]), ['نجمة واحدة', 'نجمتان', '3 نجوم', '11 نجمة', '100 نجمة']);
  assert.deepEqual(stars('ja', [1, 5]), ['星1つ', '星5つ']);
});

test('what the shop named wins, then what the browser prefers, then English', () => {
  const chosen: [string | null, string | undefined, string][] = [
    [null, undefined, 'en'],
    [null, '', 'en'],
    ['de', 'fr', 'de'],
    ['pt_BR', undefined, 'pt'],
    ['PL-pl', undefined, 'pl'],
    ['xx', 'fr-CA', 'fr'],
    ['', 'xx, nl;q=0.8, es;q=0.9', 'es'],
    ['ar-EG', 'ja', 'ar'],
    [null, 'ja-JP, en;q=0.5', 'ja'],
    [null, 'es;q=0, it', 'it'],
    [null, '*', 'en'],
    [null, 'constructor, __proto__;q=1, de;q=0.1', 'de'],
    [null, 'de;q=nonsense, fr;q=0.9', 'de'],
  ];
  for (const [wanted, accepted, language] of chosen)
    assert.equal(chooseWording(wanted, accepted).language, language, `${wanted} ${accepted}`);
});

test('where neither a link nor a browser names a known language, it is that of the shop', () => {
  assert.equal(chooseWording(null, 'xx', 'pt-BR').language, 'pt');
  assert.equal(chooseWording(null, 'it', 'pt-BR').language, 'it');
  assert.equal(chooseWording('de', 'it', 'pt-BR').language, 'de');
});

test('a language is known with and without a region, and by nothing else', () => {
  for (const known of ['de', 'pt-BR', 'ja_JP', 'AR', 'en-Latn-GB']) assert.ok(knowsLanguage(known), known);
  for (const unknown of ['', 'xx', 'de"><script>', 'de;', 'de-', 'constructor', 'd'.repeat(99)])
    assert.equal(knowsLanguage(unknown), false, unknown);
});
