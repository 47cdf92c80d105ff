/** What the proxy holds goes up to a service that can hold it, stays here at another API, and is lost by no switch. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AskingShop } from '../support/asking-shop.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { until, type TestProxy } from './harness.ts';

const EXTENSIONS = 'plaudit-extensions';
const same = 'It came on the next day, it is heavier than it looks, and the handle stays cool for a long time. Number';
let networks = 0;

const write = async (proxy: TestProxy, number: number, headers: Record<string, string> = {}) => {
  const network = { 'x-forwarded-for': `198.51.100.${(networks += 1)}` };
  const fields = { sku: 'MUG', title: `Number ${number}`, content: `${same} ${number}`, rating: '2', hold: 'mine' };
  const { http, body } = await proxy.post('/product/reviews/add', fields, { ...network, ...headers });
  return [http, body.queued ?? false, body.product_review.published === 'pending'];
};
const queued = async (proxy: TestProxy, state: string): Promise<{ id: string; fields: Record<string, string> }[]> =>
  (await proxy.merchant(`/businesses/-/queue?state=${state}`)).body.queue;
const titlesIn = async (proxy: TestProxy, state: string) =>
  (await queued(proxy, state)).map(({ fields }) => fields['title']);
/** Those that were written here, with the reason for which each waits. */
const atService = (stage: AskingShop) =>
  stage.inService(async (db) => {
    const rows = await db
      .selectFrom('product_review')
      .select(['title', 'state', 'held_for'])
      .where('title', 'like', 'Number%')
      .orderBy('title')
      .execute();
    return rows.map(({ title, state, held_for }) => [title, state === 0 ? held_for : 'published']);
  });

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(database, () => {
    let postgres: UsedPostgres;
    before(async () => {
      postgres = await usePostgres();
    });
    after(() => postgres.stop());

    test('it goes up with its reason, waits here at another API, and follows every switch', async () => {
      await using stage = await AskingShop.open(
        database === 'SQLite' ? null : await freshDatabase(postgres.url, 'proxy'),
      );
      stage.relay.without.add(EXTENSIONS);
      const proxy = await stage.startProxy();
      assert.deepEqual(await write(proxy, 1), [200, false, false]);
      assert.deepEqual(await write(proxy, 2), [202, true, true]);
      assert.deepEqual(await titlesIn(proxy, 'held'), ['Number 2'], 'another API cannot hold it');

      stage.relay.without.clear();
      stage.clock.pace = 20;
      await until('what lay in the queue goes up', async () => (await atService(stage)).length === 2);
      await until('the queue is empty', async () => (await queued(proxy, 'waiting')).length === 0);
      stage.clock.pace = 1;
      // Its author learns nothing from it, whether it was delivered or not.
      const key = { 'idempotency-key': 'three' };
      assert.deepEqual(await write(proxy, 3, key), [202, true, true]);
      await until('it is there at once', async () => (await atService(stage)).length === 3);
      assert.deepEqual(await write(proxy, 3, key), [202, true, true]);
      assert.deepEqual(await atService(stage), [
        ['Number 1', 'published'],
        ['Number 2', 'text'],
        ['Number 3', 'text'],
      ]);
      assert.deepEqual(await titlesIn(proxy, 'held'), []);

      // It waits with the wish to be held, and the API that returns cannot do that.
      stage.relay.isAway = true;
      assert.deepEqual(await write(proxy, 4), [202, true, true]);
      assert.deepEqual(await titlesIn(proxy, 'waiting'), ['Number 4']);
      await until('it could not be sent', async () => {
        const [{ next_attemptRFC: next }] = (await proxy.merchant('/businesses/-/queue?state=waiting')).body.queue;
        return Date.parse(next) > stage.clock.now();
      });
      stage.relay.without.add(EXTENSIONS);
      stage.relay.isAway = false;
      stage.clock.pace = 20;
      await until('it stays here', async () => (await titlesIn(proxy, 'held')).length === 1);
      stage.clock.pace = 1;
      assert.equal((await atService(stage)).length, 3);
      const [{ id, fields }] = (await queued(proxy, 'held')) as [{ id: string; fields: Record<string, string> }];
      assert.equal(fields['hold'], undefined);
      assert.equal((await proxy.merchant('/businesses/-/queue/release', { body: { id } })).http, 200);
      stage.clock.pace = 20;
      await until('the merchant lets it go on', async () => (await atService(stage)).length === 4);
      assert.deepEqual((await atService(stage)).at(-1), ['Number 4', 'published']);
    });
  });
}

test('questions and answers go up, too, and a merchant’s program may hold with words of its own', async () => {
  await using stage = await AskingShop.open();
  const proxy = await stage.startProxy();
  const from = () => ({ 'x-forwarded-for': `198.51.100.${(networks += 1)}` });
  for (const number of [1, 2])
    await proxy.post('/product/questions/add', { sku: 'MUG', content: `${same} ${number}` }, from());
  const answered = await proxy.post('/product/questions/answer', { question_id: '1', content: `${same} 3` }, from());
  assert.equal(answered.http, 202, answered.text);
  const questions = () =>
    stage.inService((db) =>
      db.selectFrom('product_question').select(['id', 'state', 'held_for', 'held_answers']).orderBy('id').execute(),
    );
  await until('the answer is there', async () => (await questions())[0]!.held_answers !== null);
  const [asked, ...others] = await questions();
  assert.deepEqual(Object.values(JSON.parse(asked!.held_answers!) as object), ['text']);
  assert.deepEqual(
    others.map(({ state, held_for }) => [state, held_for]),
    [
      [1, null],
      [0, 'text'],
    ],
  );
  const body = { sku: 'MUG', title: 'Mine', content: 'Looks odd', rating: '5', hold: 'looks odd to us' };
  const given = await proxy.merchant('/businesses/-/product/reviews/add', { body });
  assert.deepEqual([given.http, given.body.product_review.published], [200, 'pending'], given.text);
  const wrong = await proxy.merchant('/businesses/-/product/reviews/add', { body: { ...body, hold: 'a\nb' } });
  assert.deepEqual([wrong.http, wrong.body.errorCode], [400, 306]);
  stage.relay.without.add(EXTENSIONS);
  await until('the API has no extensions', async () => {
    const { http, text } = await proxy.merchant('/businesses/-/product/reviews/add', { body });
    return http === 400 && text.includes('hold');
  });
});
