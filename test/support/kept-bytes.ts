/** What programs keep of somebody, looked for in the raw bytes of everything. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { ServiceLocation } from '../../review-service/database.ts';

/** Every byte of a database, and with SQLite of every file beside it: what is where, in lower case. */
export async function bytesOf(location: ServiceLocation, only = /./): Promise<[where: string, text: string][]> {
  if ('directory' in location) {
    return readdirSync(location.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && only.test(entry.name))
      .map((entry) => [
        `${entry.parentPath}/${entry.name}`,
        readElsewhere(join(entry.parentPath, entry.name)).toLowerCase(),
      ]);
  }
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const found: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t`);
      found.push([
        name,
        rows
          .map(({ text }) => text)
          .join('\n')
          .toLowerCase(),
      ]);
    }
    return found;
  } finally {
    await client.end();
  }
}

export function find(texts: readonly (readonly [string, string])[], wanted: readonly string[]): string[] {
  return texts.flatMap(([where, text]) =>
    wanted.filter((one) => text.includes(one.toLowerCase())).map((one) => `${where} holds ${one}`),
  );
}

/** In a process of its own: one that closes a file of SQLite loses the locks that it holds on it. */
const readElsewhere = (path: string): string =>
  execFileSync('cat', [path], { encoding: 'latin1', maxBuffer: 512 * 1024 * 1024 });
