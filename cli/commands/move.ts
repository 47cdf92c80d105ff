import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../command.ts';
import { flags, readSecret, usualDirectory } from '../flags.ts';
import { readDatabaseUrl } from '../settings.ts';
import { findData } from '../places.ts';

/** Service and proxy have tables of the same names; the proxy's are kept apart in a schema of their own. */
const PROXY_SCHEMA = 'plaudit_proxy';

export const move = command({
  name: 'move',
  summary: 'copies all data of service and proxy from SQLite to PostgreSQL, and checks the copy',
  flags: {
    data: { ...flags.data, help: 'the directory whose data is moved, and stays as it is; default: ./data' },
    to: { value: 'postgres://…', required: true, help: 'the database to move to; it must be empty' },
  },
  environment: {
    PLAUDIT_SECRET: 'seals the keys in the database; then every command that opens it needs the same',
  },
  async run(settings, env) {
    const databaseUrl = readDatabaseUrl('--to', settings.to ?? '');
    const secret = readSecret(env, 'PLAUDIT_SECRET');
    const service = await import('../programs/service-data.ts');
    const proxy = await import('../programs/proxy-data.ts');
    const places = await findData({ data: settings.data, 'database-url': undefined });
    const next: string[] = [];
    for (const { location } of places.services) {
      if (!('directory' in location)) continue;
      say('The data of the service', await service.moveService(location.directory, databaseUrl, secret));
      next.push(`plaudit service --port 3001 --data ${location.directory} --database-url '${shown(databaseUrl)}'`);
    }
    for (const location of places.proxies) {
      if (!('directory' in location)) continue;
      await proxy.makeSchema(databaseUrl, PROXY_SCHEMA);
      const own = inSchema(databaseUrl, PROXY_SCHEMA);
      say('The data of the proxy', await proxy.moveProxy(location.directory, own, secret));
      next.push(
        `plaudit proxy --port 3000 --upstream http://127.0.0.1:3001/v1 --database-url '${shown(own)}'` +
          environmentOf(usualDirectory(settings)),
      );
    }
    process.stdout.write(`Start next${secret === undefined ? '' : ', with the same PLAUDIT_SECRET'}:\n`);
    for (const line of next) process.stdout.write(`  ${line}\n`);
  },
});

function say(what: string, { tables, rows, wasThere }: { tables: number; rows: number; wasThere: boolean }): void {
  const done = wasThere ? 'had been moved before, and is the same' : 'is moved';
  process.stdout.write(`${what} ${done}: ${tables} tables with ${rows} rows, all counted and compared\n`);
}

/** The password is known to whoever gave it. */
function shown(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (url.password !== '') url.password = 'PASSWORD';
  return url.href;
}

function inSchema(databaseUrl: string, schema: string): string {
  const url = new URL(databaseUrl);
  const options = url.searchParams.get('options');
  url.searchParams.set('options', `${options === null ? '' : `${options} `}-csearch_path=${schema}`);
  return url.href;
}

/** Where `plaudit start` kept what the proxy needs. */
function environmentOf(directory: string): string {
  const file = join(directory, 'plaudit.env');
  return existsSync(file) ? `\n    (with the environment of ${file}: set -a; . ${file}; set +a)` : '';
}
