/**
 * Writes on eight connections what shoppers see, at random, with delays inside of transactions, some of which it takes
 * back; to be killed. Says `committed` for each transaction that it has committed.
 * Arguments: a location as JSON, a seed, and how many transactions each connection is to make.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { openServiceDatabase, type ServiceLocation } from '../../review-service/database.ts';
import type { ServiceTables } from '../../review-service/data/tables.ts';
import { engineOf } from '../../review-store/databases/engine.ts';
import { randomFrom } from '../support/random.ts';

const CONNECTIONS = 8;
const NUMBERS = 12;
const LONGEST_PAUSE_MS = 15;
const [location = '', seed = '0', transactions = '1'] = process.argv.slice(2);

type Transaction = Kysely<ServiceTables>;
class TakenBack extends Error {}

const kinds = ['product', 'review', 'product_review', 'comment', 'question', 'product_question'] as const;
type Kind = (typeof kinds)[number];
/** Rows that were deleted, to be written again. */
const deleted: { readonly kind: Kind; readonly row: object }[] = [];

/** What it says then is one more than what it said. */
const textOf = { product: 'title', review: 'title', product_review: 'title' } as Partial<Record<Kind, string>>;
const edit = (db: Transaction, kind: Kind, id: number) => {
  const text = sql.ref(textOf[kind] ?? 'content');
  const more = sql`'v' || (cast(substr(${text}, 2) as integer) + 1)`;
  return sql`update ${sql.table(kind)} set ${text} = ${more} where id = ${id}`.execute(db);
};

/** Whoever writes something of a product, of a review or of an author locks that, as the service does. */
async function insert(db: Transaction, { kind, row }: (typeof deleted)[number]): Promise<void> {
  for (const [of, id] of Object.entries(row)) {
    const [, table] = /^(product|review|author)_id$/.exec(of) ?? [];
    if (table === undefined || id === null) continue;
    const locked = db
      .selectFrom(table as 'product')
      .select('id')
      .where('id', '=', id as number);
    await engineOf(db).forUpdate(locked).execute();
  }
  await db
    .insertInto(kind)
    .values(row as never)
    .execute();
}

async function write(db: Transaction, random: (below: number) => number): Promise<void> {
  const id = 1 + random(NUMBERS);
  const kind = kinds[random(kinds.length)]!;
  switch (random(8)) {
    case 0:
      await db
        .updateTable('review')
        .set({ state: random(3) as 0 })
        .where('id', '=', id)
        .execute();
      return;
    case 1:
      await db
        .updateTable('product_review')
        .set({ state: random(3) as 0 })
        .where('id', '=', id)
        .execute();
      return;
    case 2:
      await db
        .updateTable('product')
        .set({ removed_at: random(2) === 0 ? null : 1 })
        .where('id', '=', id)
        .execute();
      return;
    case 3:
      await db
        .updateTable('comment')
        .set({ activated: random(2) as 0 })
        .where('id', '=', id)
        .execute();
      return;
    case 4:
      await db
        .updateTable('author')
        .set({ first_name: `Kim ${random(100)}` })
        .where('id', '=', 1 + random(3))
        .execute();
      return;
    case 5: {
      // What belongs to these two goes with them, wherever they are erased.
      if (kind === 'product' || kind === 'review') return;
      const { rows } = await sql<{ row_id?: number }>`
        delete from ${sql.table(kind)} where id = ${id} returning *`.execute(db);
      for (const { row_id: _ofSqlite, ...row } of rows) deleted.push({ kind, row });
      return;
    }
    case 6: {
      const again = deleted.shift();
      if (again) await insert(db, again);
      return;
    }
    default:
      await edit(db, kind, id);
  }
}

async function run(connection: number): Promise<void> {
  const random = randomFrom(Number(seed) + connection);
  const db = await openServiceDatabase(JSON.parse(location) as ServiceLocation);
  for (let made = 0; made < Number(transactions); made++) {
    try {
      await db.transaction().execute(async (transaction) => {
        for (let more = 1 + random(3); more > 0; more--) {
          await write(transaction, random);
          await pause(random(LONGEST_PAUSE_MS));
        }
        if (random(5) === 0) throw new TakenBack();
      });
      process.stdout.write('committed\n');
    } catch (error) {
      // Two that write the same in another order, or the same number again: what a shop meets as well.
      if (!(error instanceof TakenBack) && !/Conflict|Busy|UNIQUE/.test(`${(error as Error).name} ${String(error)}`))
        throw error;
    }
  }
  await db.destroy();
}

await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => run(connection)));
