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
import { migrationSets, runAndDescribe, type Program } from '../support/schemas.ts';

const programs = Object.keys(migrationSets) as Program[];
const isRecording = process.env['PLAUDIT_RECORD_SCHEMAS'] === '1';
const TITLE = /^==== (.*)$/m;

async function compare(db: Kysely<never>, program: Program, database: string): Promise<void> {
  const made = await runAndDescribe(db, program);
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
}

test('each migration makes on SQLite what it made when it was written', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-schemas-'));
  try {
    for (const program of programs) {
      await withPlainSqlite(join(directory, `${program}.sqlite`), (db) => compare(db, program, 'sqlite'));
    }
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('each migration makes on PostgreSQL what it made when it was written', async () => {
  const postgres = await usePostgres();
  try {
    for (const program of programs) {
      await withPlainPostgres(await freshDatabase(postgres.url), (db) => compare(db, program, 'postgres'));
    }
  } finally {
    await postgres.stop();
  }
});
