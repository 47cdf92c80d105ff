/**
 * An `Idempotency-Key` whose request came to nothing: its process was killed, or the key could not be given back. Whoever
 * sends it again is answered, and does not hear for a minute and a half that the first request still runs.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { addToken } from '../../review-service/people/accounts/user-tokens.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { saveContent } from '../support/content.ts';
import { startProxyProgram } from '../support/both-programs.ts';
import { addOwner } from '../support/review-service.ts';
import { ServiceProcess } from '../support/service-process.ts';
import { spawnProxy } from '../support/spawned-proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { signedFor, Stage, until } from '../server-proxy/harness.ts';

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

const add = '/product/reviews/add';
const isAdd = ({ path }: { path: string }): boolean => path.endsWith(add);

for (const database of ['SQLite', 'PostgreSQL'] as const)
  test(`a key of a proxy that was killed is free for the next one, on ${database}`, async () => {
    await using stage = await Stage.open();
    const { upstream } = stage;
    const location = database === 'SQLite' ? stage.path('data') : await freshDatabase(postgres.url, 'proxy');
    const first = await startProxyProgram(upstream, location);
    let isAsked = false;
    upstream.fault = async (call) => {
      if (!isAdd(call)) return false;
      isAsked = true;
      // It has no effect, and no answer.
      return new Promise<boolean>(() => {});
    };
    const given = first.write('Twice').catch(() => 'cut off');
    await until('the write is under way', () => isAsked);
    await first.kill();
    assert.equal(await given, 'cut off');
    upstream.fault = null;

    const { url, child } = await spawnProxy([upstream.url, location], { PLAUDIT_LOG_LEVEL: 'warn' });
    try {
      const again = await fetch(`${url}/v1/businesses/shop.example${add}`, {
        method: 'POST',
        headers: { 'idempotency-key': 'Twice', ...signedFor('Twice') },
        body: new URLSearchParams({ sku: 'SKU-1', title: 'Twice', content: 'word '.repeat(20), rating: '4' }),
      });
      assert.ok([200, 202].includes(again.status), `${again.status} ${await again.text()}`);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

test('a key of a service that was killed is free for the next one', async () => {
  const databaseUrl = await freshDatabase(postgres.url, 'service');
  const db = await openServiceDatabase({ databaseUrl });
  const { clientToken } = await addOwner(db, { business: 'shop.example', email: 'owner@shop.example' });
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  await addToken(db, id, 'token', Date.now(), Date.now() + 86_400_000);
  await saveContent(db, 'shop.example', { products: [{ id: 1, sku: 'MUG' }] });
  await db.destroy();
  const write = ({ url }: ServiceProcess) =>
    fetch(`${url}/v1/businesses/shop.example${add}?client_token=${clientToken}`, {
      method: 'POST',
      headers: { user_token: 'token', 'idempotency-key': 'one' },
      body: new URLSearchParams({ sku: 'MUG', title: 'One', content: 'A review.', rating: '4' }),
    });
  // Somebody else's lock holds the write up in the middle.
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const first = await ServiceProcess.start(['--database-url', databaseUrl], 'warn');
  try {
    await client.query('begin; lock table product_review in exclusive mode');
    const given = write(first).catch(() => 'cut off');
    await until(
      'the write has its key',
      async () => (await client.query('select 1 from idempotent_answer')).rowCount === 1,
    );
    await first.kill();
    assert.equal(await given, 'cut off');
    await client.query('rollback');
  } finally {
    await client.end();
  }
  const second = await ServiceProcess.start(['--database-url', databaseUrl], 'warn');
  try {
    const again = await write(second);
    assert.equal(again.status, 200, await again.text());
    const replayed = await write(second);
    assert.deepEqual([replayed.status, replayed.headers.get('idempotent-replayed')], [200, 'true']);
  } finally {
    await second.kill();
  }
});

test('a key that could not be given back is given back as soon as it can be', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const data = new DatabaseSync(join(stage.path('data'), 'proxy.sqlite'));
  const body = { review_no: '13' };
  const publish = (key: string) =>
    proxy.merchant('/businesses/-/reviews/publish', { body, headers: { 'idempotency-key': key } });
  const isClaimed = () => data.prepare('select 1 from proxy_idempotency where status is null').get() !== undefined;
  try {
    for (const comesBack of [true, false]) {
      data.exec(`create trigger full before delete on proxy_idempotency begin select raise(abort, 'full'); end`);
      stage.upstream.fault = (call, response) => {
        if (!call.path.endsWith('/reviews/publish')) return false;
        response.destroy();
        return true;
      };
      assert.ok((await publish(`key ${comesBack}`)).http >= 500);
      assert.ok(isClaimed());
      stage.upstream.fault = null;
      data.exec('drop trigger full');
      // Whoever comes back is served, also if the timer was not there yet; and without them the timer is enough.
      if (comesBack) assert.notEqual((await publish(`key ${comesBack}`)).http, 409);
      await until('no claim is left', () => !isClaimed());
    }
  } finally {
    data.close();
  }
});
