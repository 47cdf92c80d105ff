import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';
import { readerOf } from './reader.ts';

/** Stands in a query for a value that each call gives. */
class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that reads, whose text is made once. Kysely makes it anew at each call, which costs more than a look-up by a
 * key takes to run: for what every call of the API asks.
 * @param build - is called once for each kind of database, with stand-ins for the values: it must not look at them.
 */
export function compiled<Tables, Given extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>, ...given: Given) => Compilable<Row>,
): (db: Kysely<Tables>, ...given: Given) => Promise<Row[]> {
  const kept = new Map<boolean, CompiledQuery<Row>>();
  return async (db, ...given) => {
    const onPostgres = isPostgres(db);
    let query = kept.get(onPostgres);
    if (!query) {
      query = build(db, ...(given.map((_, index) => new Placeholder(index)) as unknown as Given)).compile();
      kept.set(onPostgres, query);
    }
    const parameters = query.parameters.map((parameter) => (parameter instanceof Placeholder ? given[parameter.index] : parameter));
    const reader = readerOf(db);
    return reader ? (reader.run(query.sql, parameters).rows as Row[]) : (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** The same for rows by a list of numbers: one text for each length. */
export function compiledByIds<Tables, Row>(
  build: (db: Kysely<Tables>, businessId: number, ids: readonly number[]) => Compilable<Row>,
): (db: Kysely<Tables>, businessId: number, ids: readonly number[]) => Promise<Row[]> {
  const byLength = new Map<number, (db: Kysely<Tables>, businessId: number, ...ids: number[]) => Promise<Row[]>>();
  return (db, businessId, ids) => {
    let query = byLength.get(ids.length);
    if (!query) {
      query = compiled((built: Kysely<Tables>, business: number, ...some: number[]) => build(built, business, some));
      byLength.set(ids.length, query);
    }
    return query(db, businessId, ...ids);
  };
}
