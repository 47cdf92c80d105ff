/** Commands for data that is there: where there is none they say so, and make none. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import type { ServiceLocation } from '../../review-service/database.ts';
import { runProgram } from '../support/program.ts';
import { onEveryDatabase } from '../support/review-service.ts';

const person = ['--business', 'shop.example', '--email', 'jane@customers.example'];

async function tablesIn(location: ServiceLocation): Promise<string[]> {
  if ('directory' in location) return existsSync(location.directory) ? readdirSync(location.directory) : [];
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  await client.end();
  return rows.map(({ name }) => name);
}

onEveryDatabase((place) => {
  test('a command for existing data makes none', async () => {
    const location = await place();
    const [flag, value, name] =
      'directory' in location
        ? ['--data', location.directory, location.directory]
        : ['--database-url', location.databaseUrl, 'this database'];
    for (const [command, said] of [
      [['account', 'list'], `${name} holds no data of a review service`],
      [['proxy', 'status'], `No proxy keeps its data in ${name}`],
      [['privacy', 'remove', ...person], `${name} holds no data of a review service or a proxy`],
    ] as const) {
      const { status, out, err } = await runProgram([...command, flag, value]);
      assert.deepEqual([status, out, err], [1, '', `plaudit: ${said}\n`]);
    }
    assert.deepEqual(await tablesIn(location), []);
  });
});

test('a database that does not answer is one line', async () => {
  const nowhere = 'postgres://me@127.0.0.1:1/shop';
  const { status, err } = await runProgram(['privacy', 'remove', ...person, '--database-url', nowhere]);
  assert.equal(status, 1);
  assert.match(err, /^plaudit: The database cannot be opened: .*ECONNREFUSED.*\n$/);
});
