/** Writes that a proxy has acknowledged and that arrive late, as the header `Plaudit-Waited` says of them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';

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
});
