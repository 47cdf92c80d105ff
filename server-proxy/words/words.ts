/**
 * The texts that pages and the renderer get besides those in the elements' code: of further languages, and the
 * operator's own (docs/decisions/0132-words-as-data.md). All are read at the start.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import type { Renderer } from '../../contract/shopper/rendering.ts';
import { missingIn } from '../../contract/texts/text-faults.ts';
import { codesOf, wordsScript, type Texts } from '../../contract/texts/words-script.ts';
import { toServed, type ServedFile } from '../http/built-files.ts';
import { FOLDER, type TextsByLanguage } from './built.ts';

export interface WordsOptions {
  readonly builtIn: TextsByLanguage;
  readonly shipped: TextsByLanguage;
  /** The operator's, checked. */
  readonly own: TextsByLanguage;
  /** The scripts of `shipped`, ready to be sent. */
  readonly files: readonly ServedFile[];
  readonly logger: Logger;
}

interface LanguageWords {
  readonly language: string;
  /** All texts of the language. */
  readonly complete: Texts;
  /** The script that brings them to a page. */
  readonly file: ServedFile;
}

export const isWordsFile = ({ path }: ServedFile): boolean => path.startsWith(`/${FOLDER}/`);

const pathOf = (language: string): string => `/${FOLDER}/${language}.js`;

export function combineWords({ builtIn, shipped, own, files, logger }: WordsOptions): LanguageWords[] {
  const english = { ...builtIn.get('en'), ...own.get('en') };
  return [...new Set([...shipped.keys(), ...own.keys()])].map((language) => {
    const known = builtIn.get(language) ?? shipped.get(language);
    const owned = own.get(language);
    const missing = missingIn({ ...known, ...owned }, english);
    if (missing.length > 0)
      logger.warn({ language, missing: missing.length }, 'texts are missing, and stay in English');
    const complete = { ...english, ...known, ...owned };
    const built = files.find(({ path }) => path === pathOf(language));
    const file = built && !owned && missing.length === 0 ? built : toFile(language, complete);
    return { language, complete, file };
  });
}

function toFile(language: string, texts: Texts): ServedFile {
  const bytes = Buffer.from(wordsScript(language, texts));
  return toServed({ path: pathOf(language), bytes, brotli: brotliCompressSync(bytes), gzip: gzipSync(bytes) });
}

/** By the codes that pages may name. */
export const filesByCode = (words: readonly LanguageWords[]): ReadonlyMap<string, ServedFile> =>
  new Map(words.flatMap(({ language, file }) => codesOf(language).map((code) => [code, file] as const)));

export function useWords(renderer: Renderer, words: readonly LanguageWords[]): void {
  for (const { language, complete } of words) for (const code of codesOf(language)) renderer.useWords(code, complete);
}
