import { sql, type Compilable, type CompiledQuery, type Kysely, type RawBuilder } from 'kysely';
import { engineOf, type Engine } from './engine.ts';

/** Stands in a query for a value that each call gives. */
class Placeholder<Values> {
  readonly valueIn: (values: Values) => unknown;

  constructor(valueIn: (values: Values) => unknown) {
    this.valueIn = valueIn;
  }
}

const placeholder = <Values, Value>(valueIn: (values: Values) => Value): RawBuilder<Value> =>
  sql`${new Placeholder(valueIn)}`;

/** Stands in the query for the value of this name. */
export interface Given<Values> {
  <Name extends keyof Values>(name: Name): RawBuilder<Values[Name]>;
}

/**
 * A query whose text is made once. Kysely makes it anew with each call, which takes longer than a look-up by key: this
 * is for what every call of the API asks.
 * @param build - is called once for each database.
 */
export function compiled<Tables, Values, Row>(
  build: (db: Kysely<Tables>, given: Given<Values>) => Compilable<Row>,
): (db: Kysely<Tables>, values: Values) => Promise<readonly Row[]> {
  const kept = new WeakMap<Engine, CompiledQuery<Row>>();
  return (db, values) => {
    const engine = engineOf(db);
    let query = kept.get(engine);
    if (!query) {
      query = build(db, (name) => placeholder((values: Values) => values[name])).compile();
      kept.set(engine, query);
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.valueIn(values) : parameter,
    );
    return engine.read(db, query, parameters);
  };
}

interface ByIds {
  readonly businessId: number;
  readonly ids: readonly number[];
}

/** The same for rows by a list of ids: one text for each length. */
export function compiledByIds<Tables, Row>(
  build: (db: Kysely<Tables>, businessId: RawBuilder<number>, ids: readonly RawBuilder<number>[]) => Compilable<Row>,
): (db: Kysely<Tables>, values: ByIds) => Promise<readonly Row[]> {
  const byLength = new Map<number, (db: Kysely<Tables>, values: ByIds) => Promise<readonly Row[]>>();
  return (db, values) => {
    const { length } = values.ids;
    let query = byLength.get(length);
    if (!query) {
      const ids = Array.from({ length }, (_, index) => placeholder((given: ByIds) => given.ids[index]!));
      query = compiled((built: Kysely<Tables>, given: Given<ByIds>) => build(built, given('businessId'), ids));
      byLength.set(length, query);
    }
    return query(db, values);
  };
}
