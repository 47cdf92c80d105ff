/** Texts in files are right, and the guide names the languages of the elements. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { readBuiltIn } from '../../server-proxy/words/built.ts';
import { findFaults, missingIn } from '../../contract/texts/text-faults.ts';
import { faultOfName, readOwnFile } from '../../server-proxy/words/own-files.ts';
import plain from '../../src/server/plain/words.json' with { type: 'json' };
import { root } from '../support/packed.ts';
import { buildRenderer } from '../support/renderer.ts';

const files = globSync('src/locales/words/*.json', { cwd: root }).toSorted();
const codeOf = (file: string): string => basename(file).replace(/\..+$/, '');
const shipped = files.map(codeOf);
const inCode = ['en', ...globSync('src/locales/??.json', { cwd: root }).map(codeOf)].toSorted();

before(() => buildRenderer());

for (const file of files) {
  test(`${file} has every text, and each is right`, () => {
    const english = readBuiltIn().get('en')!;
    const { texts, faults } = readOwnFile(join(root, file), english);
    assert.deepEqual(faults, []);
    assert.deepEqual(missingIn(texts, english), []);
  });
}

for (const file of globSync('{review-service,demo}/wording/??.json', { cwd: root }).toSorted()) {
  test(`${file} has what the English file has, and each text is right`, () => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    assert.deepEqual(findFaults(codeOf(file), read(file), read(join(dirname(file), 'en.json'))), []);
  });
}

test('what is said to readers without JavaScript alone is right in every language', () => {
  for (const [language, texts] of Object.entries(plain))
    assert.deepEqual(findFaults(language, texts, plain.en), [], language);
});

test('what the elements have in their code is as right as what others may write', () => {
  const builtIn = readBuiltIn();
  assert.deepEqual([...builtIn.keys()].toSorted(), inCode);
  for (const [language, texts] of builtIn)
    assert.deepEqual(findFaults(language, texts, builtIn.get('en')!), [], language);
});

test('no language is both a file and in the code, and each can be named by its file', () => {
  assert.deepEqual(
    shipped.filter((language) => inCode.includes(language)),
    [],
  );
  assert.deepEqual(shipped.map(faultOfName).filter(Boolean), []);
});

test('the texts that the guide shows can be used', () => {
  const guide = readFileSync(join(root, 'docs/guides/words.md'), 'utf8');
  const [, example] = /```json\n(.+?)```/s.exec(guide)!;
  assert.deepEqual(findFaults('en', JSON.parse(example!), readBuiltIn().get('en')!), []);
});

test('the guide names each language with its code, and no other', () => {
  const guide = readFileSync(join(root, 'docs/guides/words.md'), 'utf8');
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const describe = (languages: readonly string[]): string =>
    languages
      .map((language) => `${names.of(language)} (\`${language}\`)`)
      .toSorted()
      .join(', ');
  assert.ok(guide.includes(`\n| in the elements | ${describe(inCode)} |\n`), describe(inCode));
  assert.ok(guide.includes(`\n| as files at the proxy | ${describe(shipped)} |\n`), describe(shipped));
});
