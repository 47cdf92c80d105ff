/**
 * The texts that pages and the renderer get besides those in the elements' code: of further languages, and the
 * operator's own (docs/decisions/0132-words-as-data.md). All are read at the start.
 */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import type { Renderer, Texts } from '../../contract/rendering.ts';
import { toServed, type ServedFile } from '../http/built-files.ts';
import { FOLDER, type TextsByLanguage } from './built.ts';
import { missingIn } from './faults.ts';
import { languageOf } from './own-files.ts';

export interface WordsOptions {
  readonly builtIn: TextsByLanguage;
  readonly shipped: TextsByLanguage;
  /** The operator's, checked. */
  readonly own: TextsByLanguage;
  /** The files that `shipped` was read from, ready to be sent. */
  readonly files: readonly ServedFile[];
  readonly logger: Logger;
}

interface LanguageWords {
  readonly language: string;
  /** All texts of the language. */
  readonly complete: Texts;
  /** What pages get by its code; null if the elements have the language, and the operator has no text of it. */
  readonly file: ServedFile | null;
}

export const isWordsFile = ({ path }: ServedFile): boolean => path.startsWith(`/${FOLDER}/`);

const pathOf = (language: string): string => `/${FOLDER}/${language}.json`;

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
    const file = builtIn.has(language)
      ? owned && toFile(language, owned)
      : built && !owned && missing.length === 0
        ? built
        : toFile(language, complete);
    return { language, complete, file: file ?? null };
  });
}

function toFile(language: string, texts: Texts): ServedFile {
  const bytes = Buffer.from(JSON.stringify(texts));
  return toServed({ path: pathOf(language), bytes, brotli: brotliCompressSync(bytes), gzip: gzipSync(bytes) });
}

/** By the codes that pages may name. */
export function filesByCode(words: readonly LanguageWords[]): ReadonlyMap<string, ServedFile> {
  const files = words.flatMap(({ language, file }) => (file ? [[language, file] as const] : []));
  const byLanguage = new Map(files);
  const norwegian = byLanguage.get(languageOf('no'));
  return norwegian ? byLanguage.set('no', norwegian) : byLanguage;
}

export async function useWords(renderer: Renderer, words: readonly LanguageWords[]): Promise<void> {
  for (const { language, complete } of words) await renderer.useWords(language, complete);
  const norwegian = words.find(({ language }) => language === languageOf('no'));
  if (norwegian) await renderer.useWords('no', norwegian.complete);
}
