/** The texts of the elements as data, for the proxy, the command and pages (docs/decisions/0132-words-as-data.md). */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { wordsScript, type Texts } from '../contract/words-script.ts';

const locales = join(import.meta.dirname, '..', 'src', 'locales');

type Words = Readonly<Record<string, unknown>>;

function write(directory: string, language: string, words: Words): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${language}.json`), JSON.stringify(words));
}

/** Those of further languages, without what makes them readable. */
export function copyWords(directory: string): void {
  for (const [language, words] of readWords()) write(directory, language, words);
}

/** The same as scripts for pages. */
export function writeWordsScripts(directory: string): void {
  mkdirSync(directory, { recursive: true });
  for (const [language, words] of readWords())
    writeFileSync(join(directory, `${language}.js`), wordsScript(language, words));
}

function readWords(): (readonly [language: string, words: Texts])[] {
  const folder = join(locales, 'words');
  const names = globSync('*.json', { cwd: folder }).toSorted();
  return names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8')) as Texts]);
}

/** Those of the languages in the elements' code. */
export async function writeBuiltInWords(directory: string): Promise<void> {
  const parts = await Promise.all(filesIn('en', 'more/en').map(exportsOf));
  const english = merge(parts.flatMap((part) => Object.values(part)));
  write(directory, 'en', english);
  for (const file of filesIn('.').filter((name) => /^[a-z]{2}\.ts$/.test(basename(name)))) {
    const both = await Promise.all([file, join(locales, 'more', basename(file))].map(exportsOf));
    const words = merge(both.map((part) => part['words']!));
    write(directory, basename(file, '.ts'), Object.fromEntries(Object.keys(english).map((key) => [key, words[key]])));
  }
}

/** @throws Error if a key has two meanings, which one file could not have. */
function merge(parts: readonly Words[]): Words {
  const merged: Record<string, unknown> = {};
  for (const [key, text] of parts.flatMap((part) => Object.entries(part))) {
    if (key in merged && !isDeepStrictEqual(merged[key], text)) throw new Error(`Two texts have the key ${key}`);
    merged[key] = text;
  }
  return merged;
}

const filesIn = (...folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    globSync('*.ts', { cwd: join(locales, folder) })
      .toSorted()
      .map((name) => join(locales, folder, name)),
  );

const exportsOf = async (file: string): Promise<Readonly<Record<string, Words>>> =>
  (await import(pathToFileURL(file).href)) as Readonly<Record<string, Words>>;
