/** Where the key is that shoppers' pseudonyms are made with: not beside them, and the same through every move. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { freshDatabase, usePostgres } from '../support/use-postgres.ts';
import { Stage } from './harness.ts';

const vote = async (stage: Stage, location: KeyLocation, visitor: string) => {
  const proxy = await stage.proxy({ location });
  const { http } = await proxy.post(
    '/product/reviews/vote',
    { review_id: '8', vote: 'positive' },
    { 'plaudit-visitor': visitor },
  );
  await proxy.close();
  // Kept for later is as good: the voter is known.
  return http === 202 ? 200 : http;
};

const partsIn = (directory: string) => readdirSync(directory).filter((name) => name.endsWith('.part'));

test('on SQLite it is a file for its owner alone; it is moved there from the table, and voters stay who they are', async () => {
  await using stage = await Stage.open();
  const directory = stage.path('data');
  const file = `${directory}/proxy.key`;
  const umask = process.umask(0);
  try {
    assert.equal(await vote(stage, { directory }, 'one'), 200);
    const key = readFileSync(file, 'utf8').trim();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(Buffer.from(key, 'base64').length, 32);

    // As the versions before had it; and so with a process that died between the file and the table.
    for (const removesFile of [true, false]) {
      const data = new DatabaseSync(`${directory}/proxy.sqlite`);
      data.prepare(`update proxy_secret set value = ? where name = 'shoppers'`).run(key);
      data.close();
      if (removesFile) rmSync(file);
      // Looked at while it runs: whoever closes a file empties its log, and what is killed closes nothing.
      const running = await stage.proxy({ location: { directory } });
      assert.equal(readFileSync(file, 'utf8').trim(), key);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      for (const name of readdirSync(directory).filter((one) => one.startsWith('proxy.sqlite'))) {
        const bytes = readFileSync(`${directory}/${name}`);
        assert.ok(!bytes.includes(key) && !bytes.includes(Buffer.from(key, 'base64')), `${name} holds the key`);
      }
      await running.close();
      assert.equal(await vote(stage, { directory }, 'one'), 409);
    }
    assert.deepEqual(partsIn(directory), []);

    // Left by a process that was killed while it wrote the key; further down by one that had not made its data either.
    writeFileSync(`${file}.9a1c.part`, key.slice(0, 20));
    await (await stage.proxy()).close();
    assert.deepEqual(partsIn(directory), []);

    rmSync(file);
    await assert.rejects(stage.proxy(), /The key .*proxy\.key is missing: put it back/);
    writeFileSync(file, `${Buffer.alloc(32).toString('base64')}\n`);
    await assert.rejects(stage.proxy(), /is not the one that this data was used with/);
    writeFileSync(file, 'short\n');
    await assert.rejects(stage.proxy(), /is damaged/);
    writeFileSync(file, `${key}\n`);
    assert.equal(await vote(stage, { directory }, 'one'), 409);

    // Left by a process that died before it kept its data. Such a start knows of no calls: it is another account's.
    await using other = await Stage.open();
    mkdirSync(other.path('data'));
    writeFileSync(other.path('data/proxy.key'), `${key}\n`);
    writeFileSync(other.path('data/proxy.key.9a1c.part'), '');
    await (await other.proxy()).close();
    assert.deepEqual(partsIn(other.path('data')), []);
    assert.equal(readFileSync(other.path('data/proxy.key'), 'utf8').trim(), key);
  } finally {
    process.umask(umask);
  }
});

test('on PostgreSQL it is sealed under PLAUDIT_SECRET, also from then on; without one, a warning says where it lies', async () => {
  const postgres = await usePostgres();
  try {
    await using stage = await Stage.open();
    const databaseUrl = await freshDatabase(postgres.url);
    const secret = 'a-secret-of-all-instances';
    const rowOf = async () => {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query<{ value: string }>(`select value from proxy_secret`);
      await client.end();
      return rows.map(({ value }) => value).join();
    };
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await (await stage.proxy({ location: { databaseUrl }, logger })).close();
    assert.equal(lines.filter((line) => line.includes('PLAUDIT_SECRET')).length, 1);
    assert.equal(await vote(stage, { databaseUrl }, 'one'), 200);
    const plain = await rowOf();
    assert.equal(Buffer.from(plain, 'base64').length, 32);

    lines.length = 0;
    await (await stage.proxy({ location: { databaseUrl, secret }, logger })).close();
    assert.equal(lines.filter((line) => line.includes('PLAUDIT_SECRET')).length, 0);
    assert.equal(await vote(stage, { databaseUrl, secret }, 'one'), 409, 'voters stay who they are');
    assert.ok(!(await rowOf()).includes(plain));
    assert.match(await rowOf(), /^sealed:/);
    await assert.rejects(stage.proxy({ location: { databaseUrl } }), /PLAUDIT_SECRET is not set/);
    await assert.rejects(
      stage.proxy({ location: { databaseUrl, secret: `${secret}!` } }),
      /PLAUDIT_SECRET is not the one/,
    );
  } finally {
    await postgres.stop();
  }
});
