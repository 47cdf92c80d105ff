/**
 * Every change of what answers are made from (the mirror, and the votes that wait to be sent) happens here, in one
 * transaction with a new version, which all instances follow. An answer is good for as long as its version, so nothing
 * else has to be invalidated.
 */
import type { ProxyDb } from '../../state/tables.ts';
import { inTransaction, readTurns, takeTurn } from '../../state/transaction.ts';
import { RefusedAtOnce, saveApart } from './save-keepable.ts';

/** The result of a change. */
export interface Changed {
  /** True where something that answers are made from is different now. */
  readonly changed: boolean;
  /** True where everything that could be read before still can, and says the same. */
  readonly onlyAdds?: boolean | undefined;
}

const gate = (business: string): string => `mirror ${business}`;
const additions = (business: string): string => `additions ${business}`;

/**
 * Another one after each change that may have hidden something, whichever instance made it. An older program counts no
 * additions, so all that it changes may have.
 */
export async function readTakings(db: ProxyDb, business: string): Promise<number> {
  const turns = await readTurns(db, [gate(business), additions(business)]);
  return (turns.get(gate(business)) ?? 0) - (turns.get(additions(business)) ?? 0);
}

export class Changes {
  readonly #db: ProxyDb;
  /** By business, as this instance knows them. */
  readonly #versions = new Map<string, number>();

  constructor(db: ProxyDb) {
    this.#db = db;
  }

  version(business: string): number {
    return this.#versions.get(business) ?? 0;
  }

  /**
   * Not to be called within a transaction: this instance may follow the new version only after the commit. A review
   * that is written here may come by the listing of changes at the same moment: where the two meet, it is tried again.
   * So it is where the database refuses an item of a page, which is left out then.
   * @param work - changes nothing but the database.
   */
  async change<Result extends Changed>(business: string, work: (db: ProxyDb) => Promise<Result>): Promise<Result> {
    const attempt = (prepare: (db: ProxyDb) => void) =>
      inTransaction(this.#db, async (db) => {
        prepare(db);
        const result = await work(db);
        // Always last, so that two transactions that wait for each other's rows cannot also wait for each other here.
        const version = result.changed ? await takeTurn(db, gate(business)) : 0;
        if (result.changed && result.onlyAdds) await takeTurn(db, additions(business));
        return { result, version };
      });
    const { result, version } = await attempt(() => {}).catch((error: unknown) => {
      if (error instanceof RefusedAtOnce) return attempt(saveApart);
      throw error;
    });
    this.#note(business, version);
    return result;
  }

  /** Follows what other instances have changed. */
  async follow(businesses: readonly string[]): Promise<void> {
    const turns = await readTurns(this.#db, businesses.map(gate));
    for (const business of businesses) this.#note(business, turns.get(gate(business)) ?? 0);
  }

  #note(business: string, version: number): void {
    if (version > this.version(business)) this.#versions.set(business, version);
  }
}
