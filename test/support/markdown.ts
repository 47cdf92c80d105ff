/** What documents show in blocks of code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '..', '..', 'docs');

export interface Block {
  readonly language: string;
  /** What stands behind the language. */
  readonly mark: string;
  readonly code: string;
}

/** The blocks of code of a file below docs/, in their order. */
export const blocksOf = (file: string): Block[] =>
  [...readFileSync(join(docs, file), 'utf8').matchAll(/^```(\w+)([^\n]*)\n(.*?)^```$/gms)].map(
    ([, language, mark, code]) => ({ language: language!, mark: mark!.trim(), code: code! }),
  );
