/**
 * The writes of strangers within the last day, in SQL: enough to recognise floods. Writers are pseudonyms, and texts
 * are sketches. The proxy and the service each have such a table.
 */
import { sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import { viewOf } from '../databases/engine.ts';

export interface RecentWriteTable {
  /** The same for every repetition of a write. */
  id: string;
  business: string;
  /** HMAC of the network that wrote; empty for a writer who is known. */
  address: string;
  /** The subject of the text, such as a sku; null where only the address counts. */
  product: string | null;
  /** JSON array of numbers, see server-kit/robots/likeness.ts; null where only the address counts. */
  sketch: string | null;
  created_at: number;
}

type WritersDb = Kysely<{ recent_write: RecentWriteTable }>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How many texts a new one is compared with: a flood is among the newest. */
const MOST_COMPARED = 300;

export class RecentWrites {
  readonly #db: WritersDb;
  readonly #table: 'recent_write';

  /** @param table - its name in this database; the columns are the same everywhere. */
  constructor(db: QueryExecutorProvider, table: string) {
    this.#db = viewOf(db);
    this.#table = table as 'recent_write';
  }

  /**
   * When an address last wrote within an hour, the newest first.
   * @param except - a repeated write, which does not count.
   */
  async ofAddress(address: string, except: string, now: number, limit: number): Promise<number[]> {
    const rows = await this.#within(HOUR_MS, now)
      .select('created_at')
      .where('address', '=', address)
      .where('id', '!=', except)
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => row.created_at);
  }

  /** Texts for a business within a day, the newest first. */
  async texts(
    business: string,
    except: string,
    now: number,
  ): Promise<{ product: string; sketch: readonly number[]; createdAt: number }[]> {
    const rows = await this.#within(DAY_MS, now)
      .select(['product', 'sketch', 'created_at'])
      .where('business', '=', business)
      .where('product', 'is not', null)
      .where('id', '!=', except)
      .orderBy('created_at', 'desc')
      .limit(MOST_COMPARED)
      .execute();
    return rows.map((row) => ({
      product: row.product!,
      sketch: JSON.parse(row.sketch!) as number[],
      createdAt: row.created_at,
    }));
  }

  /** How many texts there were about a product. */
  async count(business: string, product: string, except: string, withinMs: number, now: number): Promise<number> {
    const { writes } = await this.#within(withinMs, now)
      .select(sql<number>`count(*)`.as('writes'))
      .where('business', '=', business)
      .where('product', '=', product)
      .where('id', '!=', except)
      .executeTakeFirstOrThrow();
    return Number(writes);
  }

  async has(id: string): Promise<boolean> {
    const row = await this.#db.selectFrom(this.#table).select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** The same write has only one row. */
  async note(row: RecentWriteTable): Promise<void> {
    await this.#db
      .insertInto(this.#table)
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }

  /** It was refused after all, so it does not count. */
  async forget(id: string): Promise<void> {
    await this.#db.deleteFrom(this.#table).where('id', '=', id).execute();
  }

  /** Forgets writes of more than a day ago. */
  async forgetOld(now: number): Promise<void> {
    await this.#db
      .deleteFrom(this.#table)
      .where('created_at', '<=', now - DAY_MS)
      .execute();
  }

  #within(withinMs: number, now: number) {
    return this.#db.selectFrom(this.#table).where('created_at', '>', now - withinMs);
  }
}
