/** A customer token is good for one business and one review: on every database, for every instance, and from then on. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { KeyLocation } from '../../review-store/secrets/open-key.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { planted, product } from './fake-upstream.ts';
import { sign, Stage, until, type Read, type TestProxy } from './harness.ts';

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
const good = { email: planted.email, exp: inAnHour };
const add = '/product/reviews/add';
const written = (sku: string) => ({ sku, title: 'Lovely', content: `A good one, my ${sku}.`, rating: '5' });
const token = (claims: object) => ({ 'plaudit-customer': sign({ ...good, ...claims }) });

/** Whoever is told to come back, since the calls of this window are used up, does. */
async function insist(ask: () => Promise<Read>): Promise<Read> {
  let answer = await ask();
  await until('the API can be asked', async () => {
    if (answer.http === 503) answer = await ask();
    return answer.http !== 503;
  });
  return answer;
}

test('a token that names other businesses is refused, whatever it is for', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ trustedProxies: ['127.0.0.1'] });
  for (const [aud, http] of [
    ['shop.example', 200],
    ['Shop.Example', 200],
    [['other.example', 'shop.example'], 200],
    ['other.example', 401],
    [[], 401],
    ['', 401],
    [['other.example'], 401],
    [7, 401],
  ] as const) {
    const link = await insist(() => proxy.get('/v1/partners/-/edit-link/get', token({ aud })));
    const review = await insist(() => proxy.post(add, written('SKU-1'), token({ aud })));
    assert.deepEqual([link.http, review.http], [http, http], `${JSON.stringify(aud)}: ${link.text} ${review.text}`);
    if (http === 401) assert.match(review.body.errorReason, /aud/);
    if (http === 401) assert.equal(review.body.errorCode, 203);
  }
});

test('a token that names neither an order nor itself says nothing that could be used up', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const title of ['One', 'Two'])
    assert.equal((await insist(() => proxy.post(add, { ...written('SKU-1'), title }, token({})))).http, 200);
});

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`a token counts once on ${database}`, () => {
    let postgres: UsedPostgres;
    if (database === 'PostgreSQL') {
      before(async () => {
        postgres = await usePostgres();
      });
      after(() => postgres.stop());
    }

    test('for its id, or for each product of its order; through repetitions, instances and restarts', async () => {
      await using stage = await Stage.open({ content: { products: [product(1), product(2)] } });
      const location: KeyLocation =
        database === 'SQLite'
          ? { directory: stage.path('data') }
          : { databaseUrl: await freshDatabase(postgres.url, 'proxy') };
      let proxy = await (await stage.proxy({ location })).mirrored();
      const answer = async (one: TestProxy, fields: Record<string, string>, headers: Record<string, string>) => {
        const { http, body } = await one.post(add, fields, headers);
        return http === 200 ? 200 : [http, body.errorCode];
      };
      const used = [409, 304];

      const jti = token({ jti: 'page-1', order_id: 'A-1' });
      assert.equal(await answer(proxy, written('SKU-1'), { ...jti, 'idempotency-key': 'first' }), 200);
      assert.deepEqual(await answer(proxy, written('SKU-1'), jti), used);
      assert.deepEqual(await answer(proxy, written('SKU-2'), jti), used);
      assert.deepEqual(await answer(proxy, written('SKU-2'), { ...jti, 'idempotency-key': 'second' }), used);
      assert.equal(await answer(proxy, written('SKU-2'), token({ jti: 'page-2' })), 200);

      const order = token({ order_id: 4711 });
      assert.equal(await answer(proxy, written('SKU-1'), order), 200);
      assert.deepEqual(await answer(proxy, written('SKU-1'), token({ order_id: '4711', exp: inAnHour + 60 })), used);
      const { sku: _sku, ...byNumber } = written('SKU-1');
      assert.deepEqual(await answer(proxy, { ...byNumber, product_id: '1' }, order), used);
      assert.equal(await answer(proxy, written('SKU-2'), order), 200);

      // The first answer again, also with a token that was signed anew.
      const again = await proxy.post(add, written('SKU-1'), {
        ...token({ jti: 'page-1', order_id: 'A-1', exp: inAnHour + 1 }),
        'idempotency-key': 'first',
      });
      assert.deepEqual([again.http, again.headers.get('idempotent-replayed')], [200, 'true']);

      // What the API refuses has not been used.
      const refused = token({ jti: 'page-3' });
      assert.deepEqual(await answer(proxy, written('SKU-9'), refused), [404, 401]);
      assert.equal(await answer(proxy, written('SKU-1'), refused), 200);

      if (database === 'PostgreSQL')
        assert.deepEqual(await answer(await stage.proxy({ location }), written('SKU-1'), jti), used);
      await proxy.close();
      proxy = await stage.proxy({ location });
      assert.deepEqual(await answer(proxy, written('SKU-1'), jti), used);
      assert.deepEqual(await answer(proxy, written('SKU-1'), order), used);
      assert.equal(stage.upstream.callsOf(add).length, 6);
    });

    test('many at once are one', async () => {
      await using stage = await Stage.open();
      const location: KeyLocation =
        database === 'SQLite'
          ? { directory: stage.path('data') }
          : { databaseUrl: await freshDatabase(postgres.url, 'proxy') };
      const proxy = await stage.proxy({ location });
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => proxy.post(add, written('SKU-1'), token({ jti: 'once' }))),
      );
      // The one may be on its way still when its time to answer is over.
      assert.deepEqual(
        answers.map(({ http }) => (http === 202 ? 200 : http)).toSorted((one, other) => one - other),
        [200, 409, 409, 409, 409, 409],
      );
    });
  });
}
