import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * The last change of everything that shoppers may see, by which holders of a copy follow it. The database itself notes
 * each change, whoever makes it (docs/decisions/0192-all-changes.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  const engine = db.getExecutor().adapter instanceof PostgresAdapter ? await postgres(db) : sqlite;
  const statements = [
    ...engine.tables,
    'create table change_epoch (id bigint not null primary key, token text not null unique, number bigint not null)',
    ...kinds.flatMap((kind) => engine.noteAll(kind, 'true')),
    'create index change_order on change (business_id, tx, number)',
    ...sources.flatMap((source) => engine.follow(source)),
    ...dependents.flatMap((one, index) => engine.followDependent(one, `change_with_${one.of}_${index}`)),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await keepTold(db, engine);
}

interface EarlierMark {
  readonly change: number;
  readonly product: number;
  readonly queued: number;
}

/**
 * Owners who were told of reviews that wait, up to an earlier number, are not told of these again. Those that came after
 * it are noted once more, so that they come after all others again.
 */
async function keepTold(db: Kysely<never>, { noteAll, findEarlier }: Engine): Promise<void> {
  const marks = await sql<{ name: string; value: string }>`
    select name, value from service_setting where name like 'told %'`.execute(db);
  const hasEarlier = (await sql.raw(findEarlier).execute(db)).rows.length > 0;
  for (const { name, value } of marks.rows) {
    const { change = 0, ...mark } = JSON.parse(value) as Partial<EarlierMark>;
    const businessId = Number(name.slice('told '.length));
    const { rows } = await sql<{ tx: number; number: number }>`
      select tx, number from change where business_id = ${businessId} order by tx desc, number desc limit 1`.execute(
      db,
    );
    const told = JSON.stringify({ ...mark, place: rows[0] });
    await sql`update service_setting set value = ${told} where name = ${name}`.execute(db);
    const untold = `select id from earlier_change where business_id = ${businessId} and number > ${change}`;
    if (hasEarlier)
      for (const statement of noteAll('review', `business_id = ${businessId} and id in (${untold})`))
        await sql.raw(statement).execute(db);
  }
  if (hasEarlier) await sql`drop table earlier_change`.execute(db);
}

const columns = (names: string): string[] => names.trim().split(/,\s+/);

/** The columns of each kind that shoppers see, or that decide whether they do. Counters are not among them. */
const seen = {
  business: columns('domain, name, url_address, profile_page, phone, email, address'),
  product: columns(`
    sku, item_group, gtin, mpn, brand, title, description, categories, price, retail_price, currency,
    product_link, images, attributes, created_at, removed_at`),
  product_review: columns(`
    product_id, author_id, state, title, content, rating, order_id, user_location, attributes, images,
    solicited, verified, incentivised, reply, reply_created_at, reply_modified_at, collected_by, positive_votes,
    negative_votes, created_at, published_at, removed_at, hidden_for`),
  review: columns(`
    author_id, state, title, content, tip, order_id, ratings, images, positive_votes, negative_votes,
    updated_for, source, datasource, labels, created_at, published_at, edited_at, removed_at, hidden_for`),
  comment: columns(`
    review_id, author_id, content, num_votes, activated, datasource, created_at, modified_at, published_at,
    removed_at`),
  product_question: columns(`
    product_id, author_id, state, content, slug, num_answers, sum_votes, answers, created_at, published_at`),
  question: columns('author_id, state, content, slug, num_answers, sum_votes, answers, created_at, published_at'),
} satisfies Record<string, readonly string[]>;
type Kind = keyof typeof seen;

const kinds = Object.keys(seen) as Kind[];

/** A table whose rows are a kind, or say something about one. */
interface Source {
  readonly table: string;
  readonly kind: Kind;
  readonly business: string;
  readonly id: string;
  readonly columns: readonly string[];
}
const sources: readonly Source[] = [
  ...kinds.map((kind) => ({
    table: kind,
    kind,
    business: kind === 'business' ? 'id' : 'business_id',
    id: 'id',
    columns: seen[kind],
  })),
  { table: 'earlier_sku', kind: 'product', business: 'business_id', id: 'product_id', columns: ['sku', 'product_id'] },
];

/** Rows of `kind` that change with these columns of what they refer to. */
interface Dependent {
  readonly kind: Kind;
  readonly of: 'author' | 'product' | 'review';
  readonly columns: readonly string[];
}
const names = columns('username, first_name, last_name, thumbnail, profile_page, email');
const dependents: readonly Dependent[] = [
  ...(['review', 'product_review', 'comment', 'question', 'product_question'] as const).map(
    (kind) => ({ kind, of: 'author', columns: names }) as const,
  ),
  { kind: 'product_review', of: 'product', columns: ['removed_at'] },
  { kind: 'product_question', of: 'product', columns: ['removed_at'] },
  { kind: 'comment', of: 'review', columns: ['state'] },
];

const KEY = 'business_id, kind, item_id';
const COLUMNS = `
  business_id bigint not null, kind text not null, item_id bigint not null,
  number bigint not null, tx bigint not null, primary key (${KEY})`;
const rowOf = (row: string, columns: readonly string[]) => `(${columns.map((name) => `${row}.${name}`).join(', ')})`;
const differs = (columns: readonly string[]) => `${rowOf('old', columns)} is distinct from ${rowOf('new', columns)}`;
const dependsOn = ({ kind, of }: Dependent) => `business_id = new.business_id and "${kind}".${of}_id = new.id`;
const businessIdOf = (kind: Kind) => (kind === 'business' ? 'id' : 'business_id');

/** Statements of an engine. */
interface Engine {
  readonly tables: readonly string[];
  /** A row where numbers of earlier changes were left. */
  readonly findEarlier: string;
  /** Notes all rows of a kind for which the condition holds. */
  noteAll(kind: Kind, condition: string): string[];
  follow(source: Source): string[];
  followDependent(one: Dependent, name: string): string[];
}

/** There is one writer, so a number is one more than the last. */
const sqlite: Engine = {
  findEarlier: `select 1 from sqlite_schema where name = 'earlier_change'`,
  tables: [
    `create table change (${COLUMNS}) without rowid`,
    'create table change_counter (last bigint not null)',
    'insert into change_counter (last) values (0)',
    'create view change_horizon as select last as number, 1 as settled, 1 as unused from change_counter',
  ],
  noteAll: (kind, condition) => [
    `insert into change (${KEY}, number, tx)
    select ${businessIdOf(kind)}, '${kind}', id,
      (select last from change_counter) + row_number() over (order by id), 0
    from "${kind}" where ${condition}
    on conflict (${KEY}) do update set number = excluded.number`,
    'update change_counter set last = last + changes()',
  ],
  follow({ table, kind, business, id, columns }) {
    const note = (row: 'old' | 'new') => `
      update change_counter set last = last + 1;
      insert into change (${KEY}, number, tx)
      select ${row}.${business}, '${kind}', ${row}.${id}, last, 0 from change_counter where true
      on conflict (${KEY}) do update set number = excluded.number;`;
    const trigger = (event: string, when: string, body: string) =>
      `create trigger ${table}_change_${event} after ${when} begin ${body} end`;
    const changed = `update of ${columns.join(', ')} on "${table}" when ${differs(columns)}`;
    return [
      trigger('insert', `insert on "${table}"`, note('new')),
      trigger('update', changed, id === 'id' ? note('new') : note('old') + note('new')),
      trigger('delete', `delete on "${table}"`, note('old')),
    ];
  },
  followDependent(one, name) {
    const changed = `update of ${one.columns.join(', ')} on ${one.of} when ${differs(one.columns)}`;
    return [`create trigger ${name} after ${changed} begin ${this.noteAll(one.kind, dependsOn(one)).join('; ')}; end`];
  },
};

/** A number alone would say nothing of what is committed when, so each change has its transaction too. */
async function postgres(db: Kysely<never>): Promise<Engine> {
  const { rows } = await sql<{ schema: string }>`select quote_ident(current_schema()) as schema`.execute(db);
  const { schema } = rows[0]!;
  const table = `${schema}.change`;
  const next = `nextval('${schema}.change_number'), pg_current_xact_id()::text::bigint`;
  const replace = `on conflict (${KEY}) do update set number = excluded.number, tx = excluded.tx`;
  const noteAll = (kind: Kind, condition: string) => [
    `insert into ${table} (${KEY}, number, tx)
    select business, '${kind}', id, ${next}
    from (select ${businessIdOf(kind)} as business, id from ${schema}."${kind}" where ${condition} order by id) as noted
    ${replace}`,
  ];
  const trigger = (name: string, when: string, body: string) => [
    `create function ${name}() returns trigger language plpgsql as $note$ begin ${body}; return null; end $note$`,
    `create trigger ${name} after ${when} execute function ${name}()`,
  ];
  return {
    findEarlier: `select 1 where to_regclass('${schema}.earlier_change') is not null`,
    tables: [
      `create table change (${COLUMNS})`,
      'create sequence change_number',
      `create view change_horizon as select last_value as number,
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as unused from change_number`,
    ],
    noteAll,
    follow({ table: source, kind, business, id, columns }) {
      const note = (row: 'old' | 'new') => `
        insert into ${table} (${KEY}, number, tx) values (${row}.${business}, '${kind}', ${row}.${id}, ${next}) ${replace}`;
      const changed = `update of ${columns.join(', ')} on "${source}" for each row when (${differs(columns)})`;
      return [
        ...trigger(`${source}_change_insert`, `insert on "${source}" for each row`, note('new')),
        ...trigger(`${source}_change_update`, changed, id === 'id' ? note('new') : `${note('old')}; ${note('new')}`),
        ...trigger(`${source}_change_delete`, `delete on "${source}" for each row`, note('old')),
      ];
    },
    followDependent(one, name) {
      const changed = `update of ${one.columns.join(', ')} on ${one.of} for each row when (${differs(one.columns)})`;
      return trigger(name, changed, noteAll(one.kind, dependsOn(one))[0]!);
    },
  };
}
