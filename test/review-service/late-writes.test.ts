/** Writes that a proxy has acknowledged and that arrive late, as the header `Plaudit-Waited` says of them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { until } from '../support/smtp.ts';

const shop = 'a.example';
const email = 'Jane@customers.example';

onEveryDatabase((place) => {
  let service: TestService;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG' }],
        productQuestions: [{ id: 1, content: 'Is it heavy?', product: { sku: 'MUG' } }],
      }),
    );
  });
  after(() => service.stop());

  const review = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating: 1, first_name: 'Jane' };
  const late = async (ms: number, form: Record<string, string | number>, key: string) => {
    const headers = { 'plaudit-waited': String(ms), 'idempotency-key': key };
    const answer = await service.call('addProductReview', shop, { form: { ...review, ...form }, headers });
    return [answer.status, answer.headers.get('plaudit-waited')];
  };

  test('who wrote before they were erased stays erased, and who writes afterwards is welcome', async () => {
    await service.ok('erasePersonalData', shop, { form: { email } });
    service.clock.advance(60_000);
    assert.deepEqual(await late(120_000, { email: email.toLowerCase() }, 'one'), [404, 'erased']);
    assert.deepEqual(await late(240_000, { email: email.toLowerCase() }, 'one'), [404, 'erased'], 'sent again');
    assert.deepEqual(await late(120_000, { email: 'bo@customers.example' }, 'two'), [200, null]);
    assert.deepEqual(await late(120_000, {}, 'three'), [200, null]);
    assert.deepEqual(await late(30_000, { email }, 'four'), [200, null]);
    const headers = { 'plaudit-waited': '-1' };
    assert.equal((await service.call('addProductReview', shop, { form: { ...review, email }, headers })).status, 200);
    const asked = { sku: 'MUG', content: 'Does it break?', first_name: 'Jane', email };
    service.clock.advance(60_000);
    const question = (ms: number) =>
      service.call('addProductQuestion', shop, { form: asked, headers: { 'plaudit-waited': String(ms) } });
    assert.equal((await question(600_000)).status, 404);
    assert.equal((await question(1_000)).status, 200);
  });

  test('what is refused for good is kept for the shop: once, for 30 days, and as long as its author is not erased', async () => {
    const jo = 'jo@customers.example';
    const gone = { sku: 'GONE', content: 'The handle broke', email: jo };
    const kept = () =>
      service.withDatabase((db) => db.selectFrom('refused_write').selectAll().where('business_id', '=', 1).execute());
    assert.deepEqual(await late(1_000, gone, 'five'), [404, 'kept']);
    assert.deepEqual(await late(9_000, gone, 'five'), [404, 'kept'], 'sent again');
    const [row, ...others] = await kept();
    assert.deepEqual(
      [row?.name, row?.about, row?.content, row?.code, others.length],
      ['Jane', 'GONE', 'The handle broke', 401, 0],
    );
    // Somebody waits for this answer, and learns it.
    const asked = await service.call('addProductReview', shop, { form: { ...review, sku: 'GONE' } });
    assert.deepEqual([asked.status, asked.headers.get('plaudit-waited')], [404, null]);
    assert.deepEqual(await late(1_000, { ...gone, rating: 9, sku: 'MUG' }, 'six'), [400, 'kept']);

    const moderator = 'mo@a.example';
    await service.moderator(shop, moderator);
    const browser = await new ConsoleBrowser(service.url).signIn(moderator);
    assert.match((await browser.open('/console/inbox?kind=refused')).text, /Review of GONE.*Review of MUG/s);
    await service.account('b.example');
    const other = await new ConsoleBrowser(service.url).signIn('owner@b.example');
    assert.equal((await other.open(`/console/refused/${row!.number}`)).status, 404);
    assert.equal((await other.send(`/console/refused/${row!.number}/delete`)).status, 404);

    await service.ok('erasePersonalData', shop, { form: { email: jo.toUpperCase() } });
    assert.deepEqual(await kept(), []);
    assert.deepEqual(await late(500_000, gone, 'seven'), [404, 'erased']);
    assert.deepEqual(await late(1_000, gone, 'eight'), [404, 'kept']);
    service.clock.advance(31 * 86_400_000);
    await until('it is forgotten', async () => (await kept()).length === 0);
  });
});
