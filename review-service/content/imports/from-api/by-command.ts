/** The command line's import from another server of the API. A running service sees it from the next call on. */
import type { Account } from '../../../../api-client/session.ts';
import { readAnswer } from '../../../../contract/endpoints/answers.ts';
import { requireBusiness } from '../../../data/require-business.ts';
import { FROM_API } from '../../../data/import-tables.ts';
import type { Database } from '../../../data/tables.ts';
import { runImport, type ImportingOptions, type ImportOutcome } from '../run-import.ts';
import { SourceApi } from './api.ts';
import { compare, type Compared } from './compare.ts';
import { readPosition } from './position.ts';
import { ApiSource } from './source.ts';

export { ImportStopped } from './api.ts';

export interface FromApiCommand extends Pick<ImportingOptions, 'onRefused' | 'onStored'> {
  /** Of an hour, as many as the import takes at most. */
  readonly calls: number;
  readonly signal: AbortSignal;
  /** Told what can be asked while the import runs. */
  onBegun(running: RunningFromApi): void;
}

export interface RunningFromApi {
  /** How long it may still take, in seconds. */
  secondsToGo(): Promise<number>;
  /** Why the last call failed; null where it did not. */
  readonly trouble: string | null;
}

export interface FromApiOutcome extends ImportOutcome {
  /** Empty where it was ended before. */
  readonly compared: readonly Compared[];
  /** Whether it added or changed comments or questions, which the counts of reviews do not say. */
  readonly tookItems: boolean;
}

/**
 * Takes a business over from a server that speaks the API.
 * @throws ImportStopped where it cannot go on by itself. ApiError as for files.
 */
export async function importFromApiByCommand(
  db: Database,
  domain: string,
  account: Account,
  { calls, signal, onBegun, ...told }: FromApiCommand,
  now = Date.now(),
): Promise<FromApiOutcome> {
  const business = await requireBusiness(db, domain);
  const api = new SourceApi(db, account, { calls, signal });
  let source: ApiSource | undefined;
  onBegun({
    secondsToGo: () => api.secondsFor(source?.callsLeft ?? 1),
    get trouble() {
      return api.trouble;
    },
  });
  try {
    const profile = await api.ask('getBusiness', domain, {}, (body) => readAnswer('getBusiness', body));
    const shopReviews = profile?.numReviews.find(({ type }) => type === 'total')?.rating ?? 0;
    const { upstream } = account;
    const position = await readPosition(db, business.id, `${FROM_API} ${new URL(upstream).host}`);
    source = new ApiSource(db, { api, upstream, business, position, shopReviews, now });
    const options = { fileName: upstream, createProducts: true, dryRun: false, now, signal, ...told };
    const outcome = await runImport(db, business, source, options);
    const compared = outcome.isWhole ? await compare(db, business.id, source.vendor, source.position, shopReviews) : [];
    return { ...outcome, compared, tookItems: await tookItems(db, business.id, outcome.id) };
  } finally {
    await api.close();
  }
}

async function tookItems(db: Database, businessId: number, importId: number): Promise<boolean> {
  for (const table of ['imported_item', 'import_item_copy'] as const) {
    const some = db
      .selectFrom(table as 'imported_item')
      .select('kind')
      .where('business_id', '=', businessId);
    if (await some.where('import_id', '=', importId).limit(1).executeTakeFirst()) return true;
  }
  return false;
}
