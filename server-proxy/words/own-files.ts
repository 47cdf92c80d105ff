/** An operator's own texts: a folder of files such as `sv.json`. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findFaults, type Fault } from '../../contract/texts/text-faults.ts';
import type { Texts } from '../../contract/texts/words-script.ts';
import type { TextsByLanguage } from './built.ts';

export interface OwnFile {
  readonly language: string;
  /** Empty if there are faults. */
  readonly texts: Texts;
  readonly faults: readonly Fault[];
}

/** Three times what all texts take in the language that needs most. */
const MOST_BYTES = 100_000;

/**
 * Every fault of every file at once.
 * @throws Error where the folder cannot be read
 */
export function readOwnFiles(directory: string, english: Texts): Map<string, OwnFile> {
  const names = readdirSync(directory)
    .filter((name) => /\.json$/i.test(name) && !name.startsWith('.'))
    .toSorted();
  return new Map(names.map((name) => [name, readOwnFile(join(directory, name), english)]));
}

export function readOwnFile(path: string, english: Texts): OwnFile {
  const language = basename(path, '.json');
  const refused = (reason: string): OwnFile => ({ language, texts: {}, faults: [{ key: null, reason }] });
  const wrongName = faultOfName(language);
  if (wrongName !== null) return refused(wrongName);
  const read = readJson(path);
  if ('reason' in read) return refused(read.reason);
  const faults = findFaults(language, read.value, english);
  return { language, texts: faults.length > 0 ? {} : (read.value as Texts), faults };
}

export const textsOf = (files: Iterable<OwnFile>): TextsByLanguage =>
  new Map([...files].map(({ language, texts }) => [language, texts]));

/** The subtag that files are named by: Norwegian is `nb` here, whichever of its codes a page has. */
export const languageOf = (code: string): string => (code === 'no' ? 'nb' : code);

/** @returns null if a file can be named by this. */
export function faultOfName(language: string): string | null {
  if (!/^[a-z]{2}$/.test(language)) return 'must be named by the two letters of a language, as in sv.json';
  const usual = languageOf(new Intl.Locale(language).language);
  if (usual !== language && usual.length === 2) return `must be named ${usual}.json`;
  return usual === language && Intl.PluralRules.supportedLocalesOf(language).length > 0
    ? null
    : `${language} is no language whose plural forms are known`;
}

const reasons: Partial<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
};

function readJson(path: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    const about = statSync(path);
    if (!about.isFile()) return { reason: 'is no file' };
    if (about.size > MOST_BYTES) return { reason: `is larger than ${MOST_BYTES / 1_000} kB` };
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return { reason: 'is not UTF-8' };
    if (error instanceof SyntaxError) return { reason: `is not JSON: ${message}` };
    return { reason: `cannot be read: ${reasons[code] ?? code}` };
  }
}
