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
import type { Kysely } from 'kysely';
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

async function compare(db: Kysely<never>, program: Program, database: string): Promise<Map<string, Step>> {
  const steps = await runStepByStep(db, program);
  const made = new Map([...steps].map(([name, step]) => [name, describeStep(step)]));
  const file = join(import.meta.dirname, 'schemas', `${program}.${database}.txt`);
  if (isRecording) writeFileSync(file, [...made].map(([name, text]) => `==== ${name}\n${text}\n`).join('\n'));
  const [, ...parts] = existsSync(file) ? readFileSync(file, 'utf8').split(TITLE) : [];
  const recorded = new Map<string, string>();
  for (let at = 0; at < parts.length; at += 2) recorded.set(parts[at]!, parts[at + 1]!.trim());
  for (const [name, text] of made) {
    assert.ok(recorded.has(name), `${name} is not recorded yet: run this test once with PLAUDIT_RECORD_SCHEMAS=1`);
    assert.equal(text.trim(), recorded.get(name), `${name} makes something else than it did when it was recorded`);
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
    ),
    [],
  );
  for (const one of [
    ['column thing.name', 'column thing.name text nullable: NO'],
    ['column thing.more', 'column thing.more text nullable: NO'],
    ['constraint thing.key', 'constraint thing.key UNIQUE (name)'],
    ['index thing_more', 'CREATE UNIQUE INDEX thing_more ON public.thing USING btree (more)'],
    ['function check()', 'CREATE FUNCTION check()'],
  ] as const)
    assert.deepEqual(found(one), [one[0]]);
  assert.deepEqual(narrowingsOf({ before, after: new Map() }), [...before.keys()]);
});
