/**
 * A migration that has shipped never changes: what each makes of a database is recorded in `schemas/`, and a fresh
 * database must come out the same, whatever has become of the program's code since. A new migration is recorded once,
 * with PLAUDIT_RECORD_SCHEMAS=1 in front of the command that runs this file.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { applyChange } from '../../review-store/databases/migrate.ts';
import { mirrorMigrations } from '../../server-proxy/state/mirror-migrations.ts';
import { withPlainPostgres, withPlainSqlite } from '../support/plain-database.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';
import {
  describeStep,
  migrationSets,
  narrowingsOf,
  runStepByStep,
  type Program,
  type Step,
} from '../support/schemas.ts';

const programs = Object.keys(migrationSets) as Program[];
const isRecording = process.env['PLAUDIT_RECORD_SCHEMAS'] === '1';
const TITLE = /^==== (.*)$/m;

/** SQLite keeps each statement as it was written: names with quotes or without, in one line or in several. */
const plain = (text: string): string =>
  text
    .trim()
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\() | (?=[,)])/g, '');

async function compare(db: Kysely<never>, program: Program, database: string): Promise<Map<string, Step>> {
  const steps = await runStepByStep(db, program);
  const made = new Map([...steps].map(([name, step]) => [name, describeStep(step)]));
  const file = join(import.meta.dirname, 'schemas', `${program}.${database}.txt`);
  const [, ...parts] = existsSync(file) ? readFileSync(file, 'utf8').split(TITLE) : [];
  let recorded = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) recorded.set(parts[at]!, parts[at + 1]!.trim());
  if (isRecording) {
    recorded = new Map([...made].map(([name, text]) => [name, recorded.get(name) ?? text]));
    writeFileSync(file, [...recorded].map(([name, text]) => `==== ${name}\n${text}\n`).join('\n'));
  }
  for (const [name, text] of made) {
    assert.ok(recorded.has(name), `${name} is not recorded yet: run this test once with PLAUDIT_RECORD_SCHEMAS=1`);
    assert.equal(
      plain(text),
      plain(recorded.get(name)!),
      `${name} makes something else than it did when it was recorded`,
    );
  }
  assert.deepEqual([...recorded.keys()], [...made.keys()], 'every migration that was recorded is still there');
  return steps;
}

/** A migration that says that all older programs go on only adds what they need not know. */
function assertWidens(steps: ReadonlyMap<string, Step>): void {
  for (const [name, step] of steps)
    if (step.change.olderPrograms === 'all') assert.deepEqual(narrowingsOf(step), [], `${name} changes more than that`);
}

test('each migration makes on SQLite what it made when it was written', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-schemas-'));
  try {
    for (const program of programs) {
      await withPlainSqlite(
        join(directory, `${program}.sqlite`),
        async (db) => void (await compare(db, program, 'sqlite')),
      );
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('each migration makes on PostgreSQL what it made when it was written', async () => {
  const postgres = await usePostgres();
  try {
    for (const program of programs) {
      assertWidens(
        await withPlainPostgres(await freshDatabase(postgres.url), (db) => compare(db, program, 'postgres')),
      );
    }
  } finally {
    await postgres.stop();
  }
});

test('what hinders a program that does not know a migration is found', () => {
  const before = new Map([
    ['column thing.name', 'column thing.name text nullable: YES'],
    ['index thing_name', 'CREATE INDEX thing_name ON public.thing USING btree (name)'],
  ]);
  const found = (...added: readonly (readonly [string, string])[]) =>
    narrowingsOf({ before, after: new Map([...before, ...added]) });
  assert.deepEqual(
    found(
      ['column thing.more', 'column thing.more text nullable: YES'],
      ['column thing.count', 'column thing.count bigint nullable: NO default 0'],
      ['column other.id', 'column other.id bigint nullable: NO'],
      ['constraint other.key', 'constraint other.key UNIQUE (id)'],
      ['index thing_more', 'CREATE INDEX thing_more ON public.thing USING btree (more)'],
      ['index thing_name', 'CREATE INDEX thing_name ON public.thing USING btree (name) WHERE (name IS NOT NULL)'],
    ),
    [],
  );
  for (const one of [
    ['column thing.name', 'column thing.name text nullable: NO'],
    ['column thing.more', 'column thing.more text nullable: NO'],
    ['constraint thing.key', 'constraint thing.key UNIQUE (name)'],
    ['index thing_more', 'CREATE UNIQUE INDEX thing_more ON public.thing USING btree (more)'],
    ['index thing_name', 'CREATE UNIQUE INDEX thing_name ON public.thing USING btree (name)'],
    ['function check()', 'CREATE FUNCTION check()'],
  ] as const)
    assert.deepEqual(found(one), [one[0]]);
  assert.deepEqual(narrowingsOf({ before, after: new Map() }), [...before.keys()]);
});

/** Translations and sentences of summaries as the version before kept them, without the reviews that they are of. */
async function fillBefore(db: Kysely<never>): Promise<void> {
  const [one, other] = ['a'.repeat(43), 'b'.repeat(43)];
  for (const table of ['mirror_insight_ground', 'mirror_insight']) await db.schema.dropTable(table).execute();
  await sql`
    insert into mirror_translation (business_id, review_id, language, text_hash, title, content)
    values (1, 7, 'de', ${one}, null, 'Dicht.')`.execute(db);
  await sql`
    insert into mirror_summary_sentence (business_id, product_id, language, position, text, review_1, review_2, text_hashes)
    values (1, 3, 'en', 0, 'The lid is tight.', 7, 8, ${JSON.stringify([one, other])})`.execute(db);
}

async function assertKept(db: Kysely<never>): Promise<void> {
  await runStepByStep(db, 'proxy');
  const replica = (await usesPostgres(db))
    ? sql`set session_replication_role = replica`
    : sql`pragma foreign_keys = off`;
  await replica.execute(db);
  await fillBefore(db);
  await applyChange(db, mirrorMigrations['0007-insights']!);
  const { rows } = await sql<Record<string, unknown>>`
    select id, kind, subject, language, title, text, grounds, review_id, substr(text_hash, 1, 1) as hash
    from mirror_insight join mirror_insight_ground on insight = id order by id, review_id`.execute(db);
  const sentence = {
    id: 'sentence 1 3 en 0',
    kind: 'sentence',
    subject: 3,
    language: 'en',
    title: null,
    text: 'The lid is tight.',
    grounds: 2,
  };
  const translated = { kind: 'translation', subject: 7, language: 'de', title: null, text: 'Dicht.', grounds: 1 };
  assert.deepEqual(
    rows.map((row) => ({ ...row, subject: Number(row['subject']), grounds: Number(row['grounds']) })),
    [
      { ...sentence, review_id: rows[0]!['review_id'], hash: 'a' },
      { ...sentence, review_id: rows[1]!['review_id'], hash: 'b' },
      { id: 'translation 1 7 de 0', ...translated, review_id: rows[2]!['review_id'], hash: 'a' },
    ],
  );
  assert.deepEqual(
    rows.map((row) => Number(row['review_id'])),
    [7, 8, 7],
  );
}

const usesPostgres = (db: Kysely<never>): Promise<boolean> =>
  sql`select version()`.execute(db).then(
    () => true,
    () => false,
  );

test('translations and summaries of the version before are kept', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-insights-'));
  const postgres = await usePostgres();
  try {
    await withPlainSqlite(join(directory, 'proxy.sqlite'), assertKept);
    await withPlainPostgres(await freshDatabase(postgres.url), assertKept);
  } finally {
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
});
