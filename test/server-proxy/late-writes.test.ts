/** Writes that were acknowledged while the service was away, and that it will not have as they arrive. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AskingShop } from '../support/asking-shop.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { password } from '../support/review-service.ts';
import { sign, until } from './harness.ts';

const email = 'jane@customers.example';

/** A review by a shopper whom the shop has signed in. */
const write = (stage: AskingShop, title: string, more: Record<string, string> = {}) => {
  const exp = Math.floor(stage.clock.now() / 1_000) + 86_400;
  const fields = { sku: 'MUG', title, content: `${title}, and it is heavy.`, rating: '2', first_name: 'Jane', ...more };
  return stage.proxy.post('/product/reviews/add', fields, {
    'plaudit-customer': sign({ email, exp, jti: title }),
    'idempotency-key': title,
  });
};
const titles = (stage: AskingShop) =>
  stage.inService(async (db) => {
    const rows = await db.selectFrom('product_review').select('title').where('title', '<>', '').execute();
    return rows.map(({ title }) => title);
  });
const queueOf = async (stage: AskingShop): Promise<{ state: string }[]> =>
  (await stage.proxy.merchant('/businesses/-/queue')).body.queue;

test('a review that waits in the proxy while its author is erased at the console never appears', async () => {
  await using stage = await AskingShop.open();
  await stage.startProxy();
  assert.equal((await write(stage, 'First')).http, 200);
  const owner = await new ConsoleBrowser(stage.serviceUrl).signIn('owner@shop.example');
  const author = await stage.inService((db) =>
    db.selectFrom('author').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
  );

  stage.relay.isAway = true;
  const acknowledged = await write(stage, 'Second');
  assert.deepEqual([acknowledged.http, acknowledged.body.queued], [202, true]);
  // Longer than anything is on its way, at any pace.
  await stage.clock.pass(120_000, 40);
  await owner.open(`/console/people/${author.id}`);
  const revision = /name="revision" value="([^"]*)"/.exec(owner.text)![1]!;
  await owner.send(`/console/people/${author.id}/erase`, { revision, password });
  assert.match(owner.text, /Receipt/i);
  stage.clock.pace = 20;
  stage.relay.isAway = false;
  await until('nothing waits', async () => (await queueOf(stage)).length === 0);
  stage.clock.pace = 1;
  assert.ok(!(await titles(stage)).includes('Second'), 'they are not brought back');
  const again = await write(stage, 'Second');
  assert.deepEqual([again.http, again.body.errorCode], [404, 307], again.text);

  // They are welcome to come back.
  stage.relay.isAway = true;
  assert.equal((await write(stage, 'Third')).http, 202);
  stage.relay.isAway = false;
  stage.clock.pace = 20;
  await until('it is there', async () => (await titles(stage)).includes('Third'));
});

test('a review that is refused after it was acknowledged is in the inbox, and no longer in the proxy', async () => {
  await using stage = await AskingShop.open();
  await stage.startProxy();
  const owner = await new ConsoleBrowser(stage.serviceUrl).signIn('owner@shop.example');
  stage.relay.isAway = true;
  assert.equal((await write(stage, 'Handle', { sku: 'POT' })).http, 202);
  await stage.inService((db) => db.deleteFrom('product').where('sku', '=', 'POT').execute());
  stage.relay.isAway = false;
  stage.clock.pace = 20;
  await until('nothing waits', async () => (await queueOf(stage)).length === 0);
  stage.clock.pace = 1;
  assert.match((await stage.proxy.get('/metrics')).text, /plaudit_outbox\{state="refused"\} 0/);
  assert.ok(!(await titles(stage)).includes('Handle'));

  await owner.open('/console/inbox?kind=refused');
  assert.match(owner.text, /Review of POT/);
  assert.match(owner.text, /no product has this sku/);
  assert.equal((await owner.open('/console/inbox/count')).text, '2');
  const [, path] = /href="(\/console\/refused\/\d+)"/.exec((await owner.open('/console/inbox')).text)!;
  await owner.open(path!);
  assert.match(owner.text, /Handle, and it is heavy\./);
  assert.ok(!owner.text.includes(email) && !owner.text.includes('★'));
  await owner.send(`${path}/delete`);
  assert.equal(owner.status, 200);
  assert.ok(!owner.text.includes('POT'));
  assert.equal((await owner.open(path!)).status, 404);
});
