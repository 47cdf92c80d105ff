/** The texts of the elements as data, for the proxy, the command and pages (docs/decisions/0132-words-as-data.md). */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { wordsScript, type Texts } from '../contract/texts/words-script.ts';

const locales = join(import.meta.dirname, '..', 'src', 'locales');

function write(directory: string, file: string, text: string): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, file), text);
}

const readFolder = (folder: string): (readonly [name: string, texts: Texts])[] =>
  globSync('*.json', { cwd: join(locales, folder) })
    .toSorted()
    .map((file) => [basename(file, '.json'), JSON.parse(readFileSync(join(locales, folder, file), 'utf8')) as Texts]);

/** Those of further languages, without what makes them readable. */
export function copyWords(directory: string): void {
  for (const [language, texts] of readFolder('words')) write(directory, `${language}.json`, JSON.stringify(texts));
}

/** The same as scripts for pages. */
export function writeWordsScripts(directory: string): void {
  for (const [language, texts] of readFolder('words')) write(directory, `${language}.js`, wordsScript(language, texts));
}

/** Those of the languages in the elements' code. */
export function writeBuiltInWords(directory: string): void {
  const english: Texts = Object.assign({}, ...readFolder('en').map(([, texts]) => texts));
  write(directory, 'en.json', JSON.stringify(english));
  // Files that people edit have the order of the English texts.
  for (const [language, texts] of readFolder('.'))
    write(
      directory,
      `${language}.json`,
      JSON.stringify(Object.fromEntries(Object.keys(english).map((key) => [key, texts[key]]))),
    );
}
