/**
 * A PostgreSQL for tests that need databases, not a server of their own: one for all files of a run, where it was
 * started with `--test-global-setup`, else one for the file.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres, type TestPostgres } from './postgres.ts';

const SHARED = 'PLAUDIT_TEST_POSTGRES';

export interface UsedPostgres {
  /** Address of a database that nothing else uses. */
  readonly url: string;
  /** Takes away what was made on it. */
  stop(): Promise<void>;
}

let server: TestPostgres | undefined;

export async function globalSetup(): Promise<void> {
  server = await startPostgres();
  process.env[SHARED] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.stop({ atOnce: true });
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

/** An empty database on a server, of its own for one test. */
export async function freshDatabase(server: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await run(server, `create database ${name} strategy file_copy`);
  const url = new URL(`/${name}`, server).href;
  made.get(server)?.push(url);
  return url;
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
