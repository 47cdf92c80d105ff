/** Checks the file of a business, or takes it, as its row asks for, and notes there how far it has come. */
import { createReadStream } from 'node:fs';
import { ApiError } from '../../../../contract/endpoints/errors.ts';
import { FileRefused } from '../../../../exchange/file-refused.ts';
import type { Encoding } from '../../../../exchange/reading/decode-text.ts';
import type { DateOrder, FormatName } from '../../../../exchange/reviews/format.ts';
import type { ImportedReview } from '../../../../exchange/reviews/imported-review.ts';
import { reviewInWords } from '../../../../exchange/reviews/in-words.ts';
import { PLAUDIT } from '../../../../exchange/reviews/plaudit/lines.ts';
import { openPlaudit } from '../../../../exchange/reviews/plaudit/source.ts';
import type { Database } from '../../../data/tables.ts';
import { importReviewsByCommand, restoreByCommand } from '../by-command.ts';
import type { ImportingOptions, ImportOutcome } from '../run-import.ts';
import { noOutcome, noteOfFile, readKeptFile, type FileOutcome, type KeptFile } from './kept-files.ts';

/** Reviews, and refused rows, that a check shows. */
const MOST_SHOWN = 20;

export interface Taking {
  readonly business: { readonly id: number; readonly domain: string };
  /** The file on the disk. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export async function takeFile(db: Database, { business, path, now }: Taking): Promise<void> {
  const kept = await readKeptFile(db, business.id);
  if (!kept) return;
  const isDry = kept.state === 'checking';
  let outcome: FileOutcome = noOutcome;
  const gone = new AbortController();
  const note = async (columns: Parameters<typeof noteOfFile>[2]) => {
    if (!(await noteOfFile(db, kept, { outcome, ...columns }))) gone.abort();
  };
  const options = {
    fileName: kept.name,
    actor: kept.options.actor,
    dryRun: isDry,
    signal: gone.signal,
    async onBegun(id: number | null, vendor: string, expected: number) {
      outcome = { ...outcome, vendor, expected };
      await note({ import_id: id });
    },
    onRefused(line: number, reason: string) {
      if (isDry && outcome.refused.length < MOST_SHOWN)
        outcome = { ...outcome, refused: [...outcome.refused, { line, reason }] };
    },
    onTaken(review: ImportedReview) {
      if (isDry && outcome.first.length < MOST_SHOWN)
        outcome = { ...outcome, first: [...outcome.first, { line: review.line, words: reviewInWords(review) }] };
    },
    async onStored(counts: FileOutcome['counts']) {
      outcome = { ...outcome, counts };
      await note({});
    },
  };
  try {
    const { counts, audit } = await take(db, { kept, path, now, domain: business.domain }, options);
    outcome = { ...outcome, counts, notes: audit.notes };
    await note({ state: isDry ? 'checked' : 'taken' });
  } catch (error) {
    if (!(error instanceof FileRefused || error instanceof ApiError)) throw error;
    const line = error instanceof FileRefused ? error.line : 0;
    outcome = { ...outcome, wrong: { line, reason: error.message } };
    await note({ state: 'refused' });
  }
}

async function take(
  db: Database,
  { kept, path, domain, now }: { kept: KeptFile; path: string; domain: string; now: number },
  options: Omit<ImportingOptions, 'now' | 'createProducts' | 'restoring'>,
): Promise<ImportOutcome> {
  const { format, map, saveMap, dateOrder, encoding, createProducts } = kept.options;
  const source = format === '' || format === PLAUDIT ? await openPlaudit(path) : null;
  if (source)
    try {
      return await restoreByCommand(db, domain, source, options, now);
    } finally {
      await source.close();
    }
  if (format === PLAUDIT) throw new FileRefused(0, 'it is no export of Plaudit: a .tar');
  const given = {
    ...options,
    createProducts,
    format: (format || undefined) as FormatName | undefined,
    map: map || undefined,
    saveMap: saveMap || undefined,
    dateOrder: (dateOrder || undefined) as DateOrder | undefined,
    encoding: (encoding || undefined) as Encoding | undefined,
  };
  return importReviewsByCommand(db, domain, () => createReadStream(path), given, now);
}
