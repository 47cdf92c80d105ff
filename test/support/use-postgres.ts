/**
 * A PostgreSQL for tests that need databases, not a server of their own: one for all files of a run, where it was
 * started with `--test-global-setup`, else one for the file. What else the files of a run share is made here as well.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../review-store/open.ts';
import { bundlePrograms } from './bundled-program.ts';
import { makeMigratedFiles } from './migrated-file.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { migrationSets, type Program } from './schemas.ts';

const SHARED = 'PLAUDIT_TEST_POSTGRES';
const BUNDLE = 'PLAUDIT_TEST_BUNDLE';
/** Bytes of temporary files that a run has at one time, several times over. */
const LEAST_MEMORY = 4 * 2 ** 30;

export interface UsedPostgres {
  /** Address of a database that nothing else uses. */
  readonly url: string;
  /** Takes away what was made on it. */
  stop(): Promise<void>;
}

let server: TestPostgres | undefined;
let memory: string | undefined;

export async function globalSetup(): Promise<void> {
  memory = directoryInMemory();
  if (memory !== undefined) process.env['TMPDIR'] = memory;
  process.env['PLAUDIT_TEST_TAKEN'] = mkdtempSync(join(tmpdir(), 'plaudit-taken-'));
  process.env[BUNDLE] = await bundlePrograms();
  await makeMigratedFiles();
  server = await startPostgres();
  for (const program of ['service', 'proxy'] as const) await makeTemplate(server.url, program);
  process.env[SHARED] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop({ atOnce: true });
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
}

/** For temporary files: the tests make hundreds of databases, which a disk would be waited for. */
function directoryInMemory(): string | undefined {
  const shared = '/dev/shm';
  if (!existsSync(shared)) return undefined;
  const { bavail, bsize } = statfsSync(shared);
  if (bavail * bsize < LEAST_MEMORY) return undefined;
  const directory = mkdtempSync(join(shared, 'plaudit-tests-'));
  // Some tests run programs as another user.
  chmodSync(directory, 0o777);
  return directory;
}

/** Databases on the shared server, by the address of the one that whoever made them was given. */
const made = new Map<string, string[]>();

export async function usePostgres(): Promise<UsedPostgres> {
  const shared = process.env[SHARED];
  if (shared === undefined) return startPostgres();
  const url = await freshDatabase(shared);
  made.set(url, [url]);
  return {
    url,
    async stop() {
      for (const one of made.get(url)!)
        await run(shared, `drop database ${new URL(one).pathname.slice(1)} with (force)`);
    },
  };
}

/**
 * A database on a server, of its own for one test.
 * @param program - whose tables it has, and no rows; without it, it is empty.
 */
export async function freshDatabase(server: string, program?: Program): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = program === undefined ? '' : `template ${await templateOf(server, program)} `;
  await run(server, `create database ${name} ${template}strategy file_copy`);
  const url = new URL(`/${name}`, server).href;
  made.get(server)?.push(url);
  return url;
}

/** By server and program: migrations take several times as long as a copy of what they made. */
const templates = new Map<string, Promise<string>>();

function templateOf(server: string, program: Program): Promise<string> {
  const { host } = new URL(server);
  const shared = process.env[SHARED];
  // The shared one has them from the start.
  if (shared !== undefined && new URL(shared).host === host) return Promise.resolve(templateName(program));
  const key = `${program} ${host}`;
  const template = templates.get(key) ?? makeTemplate(server, program);
  templates.set(key, template);
  return template;
}

const templateName = (program: Program): string => `tables_of_${program}`;

async function makeTemplate(server: string, program: Program): Promise<string> {
  const name = templateName(program);
  await run(server, `create database ${name}`);
  const db = await openDatabase({ databaseUrl: new URL(`/${name}`, server).href }, migrationSets[program].slice(1));
  await db.destroy();
  return name;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
