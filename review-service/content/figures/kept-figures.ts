/** Figures in memory, for as long as nothing that they are counted from has changed. */
import { WeighedCache } from '../../../server-kit/weighed-cache.ts';
import type { Database } from '../../data/tables.ts';

/** Counts the same whenever it is called. */
export type Keep = <Row>(name: string, count: () => Promise<readonly Row[]>) => Promise<readonly Row[]>;

const MAX_BYTES = 16 * 2 ** 20;
const ROW_BYTES = 200;

export class KeptFigures {
  readonly #kept = new WeighedCache<readonly unknown[]>({
    maxBytes: MAX_BYTES,
    weigh: (rows) => rows.length * ROW_BYTES,
  });

  /**
   * Of a business as it is now. The database notes every change (docs/decisions/0192-all-changes.md); while an earlier
   * one may still be under way, nothing is kept.
   */
  async of(db: Database, businessId: number): Promise<Keep> {
    const last = await db
      .selectFrom('change')
      .select((eb) => ['tx', 'number', eb.selectFrom('change_horizon').select('settled').as('settled')])
      .where('business_id', '=', businessId)
      .orderBy('tx', 'desc')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last === undefined || last.tx >= last.settled!) return (_name, count) => count();
    return async <Row>(name: string, count: () => Promise<readonly Row[]>) => {
      const key = `${businessId} ${last.tx} ${last.number} ${name}`;
      const kept = this.#kept.get(key) as readonly Row[] | undefined;
      if (kept) return kept;
      const rows = await count();
      this.#kept.set(key, rows);
      return rows;
    };
  }
}
