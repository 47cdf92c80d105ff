import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { SkippingClock } from './clocks.ts';
import { fieldOf, planted } from './fake-upstream.ts';
import type { ProxyOptions } from '../../server-proxy/proxy.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { Stage, until, type TestProxy } from './harness.ts';

const add = '/product/reviews/add';
const vote = '/product/reviews/vote';
const written = { sku: 'SKU-1', title: 'Lovely', content: 'A good one.', rating: '5' };

async function photo(): Promise<Blob> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .withExif({ IFD0: { Copyright: 'planted-exif' } })
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

async function countsOf(proxy: TestProxy, id: number): Promise<{ votes: number; positive: number; negative: number }> {
  const { body } = await proxy.shop('/product/reviews?count=100');
  const review = body.product_reviews.find((one: { id: number }) => one.id === id);
  return { votes: review.votes, positive: review.num_positive_votes, negative: review.num_negative_votes };
}

// ---- reviews ------------------------------------------------------------------------------------------------------

test('a review with photos goes to the API, encoded anew, and is there after a reload', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const answer = await proxy.post(
    add,
    form({
      ...written,
      first_name: 'Ada',
      last_name: 'Lovelace',
      image2: await photo(),
      caption2: 'Second',
      image1: await photo(),
      caption1: 'First',
      note: 'dropped',
    }),
  );
  assert.equal(answer.http, 200, answer.text);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.deepEqual([answer.body.product_review.title, answer.body.product_review.images.length], ['Lovely', 2]);
  const [call] = stage.upstream.callsOf(add);
  assert.deepEqual(
    [fieldOf(call!, 'first_name'), fieldOf(call!, 'caption1'), fieldOf(call!, 'note')],
    ['Ada', 'First', null],
  );
  assert.ok(!call!.body.includes('planted-exif'));
  assert.ok(call!.body.indexOf('name="image1"') < call!.body.indexOf('name="image2"'));
  const reload = await proxy.shop('/product/reviews?sku=SKU-1');
  assert.deepEqual(
    [reload.body.product_reviews.some((one: { title: string }) => one.title === 'Lovely'), reload.body.total],
    [true, 3],
  );
  assert.equal((await proxy.shop('/product/reviews/stats?sku=SKU-1')).body.product_reviews_stats.total, 3);
});

test('photos go to the API whatever their numbers are, and in the order of these', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const answer = await proxy.post(
    add,
    form({ ...written, image12: await photo(), caption12: 'Twelfth', image2: await photo() }),
  );
  assert.deepEqual(
    [answer.http, answer.body.product_review.images.map((image: { caption: string }) => image.caption)],
    [200, ['', 'Twelfth']],
  );
  const [call] = stage.upstream.callsOf(add);
  assert.ok(call!.body.indexOf('name="image2"') < call!.body.indexOf('name="image12"'));
  const byAddress = await proxy.post(add, form({ ...written, image12: 'https://shop.example/a.jpg' }));
  assert.deepEqual([byAddress.http, byAddress.body.errorCode], [400, 306]);
});

test('a review that is written before the mirror is there is seen as soon as the API can be asked', async () => {
  await using stage = await Stage.open();
  stage.upstream.fault = (call, response) =>
    call.path.endsWith('/product/reviews') && call.query.get('count') === '100'
      ? void response.writeHead(500).end()
      : false;
  const proxy = await stage.proxy();
  assert.equal((await proxy.shop('/product/reviews?sku=SKU-1')).body.count, 2);
  assert.equal((await proxy.post(add, written)).http, 200);
  await until('it is there', async () => (await proxy.shop('/product/reviews?sku=SKU-1')).body.count === 3);
});

test('an image by its address is refused, and e-mail, order and location of a shopper are dropped', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  for (const body of [
    { ...written, image1: 'http://169.254.169.254/latest' },
    form({ ...written, image3: 'https://shop.example/a.jpg' }),
  ]) {
    const refused = await proxy.post(add, body);
    assert.deepEqual([refused.http, refused.body.errorCode], [400, 306]);
  }
  assert.equal(stage.upstream.callsOf(add).length, 0);
  await proxy.post(add, { ...written, email: 'me@shop.example', order_id: '4711', location: 'Town', image1: '' });
  const [call] = stage.upstream.callsOf(add);
  assert.deepEqual(
    ['email', 'order_id', 'location', 'image1'].map((name) => fieldOf(call!, name)),
    [null, null, null, null],
  );
});

test('files that are no pictures or under no name of a photo, and forms that are broken, never reach the API', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const svg = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'], { type: 'image/png' });
  const refused = [
    [await proxy.post(add, form({ ...written, image1: svg })), 415, 311],
    [await proxy.post(add, form({ ...written, image1: new Blob(['\x89PNG\r\n\x1a\nbroken']) })), 415, 311],
    [await proxy.post(add, { ...written, rating: '6' }), 400, 306],
    [await proxy.post(add, form({ ...written, photo: svg })), 400, 306, 'photo'],
    [await proxy.post(add, { ...written, sku: 'SKU-1\nB' }), 400, 306, 'sku'],
    [await proxy.post(add, { ...written, content: '' }), 400, 302],
    [await proxy.post(add, { title: 'a', content: 'b', rating: '5' }), 400, 302],
  ] as const;
  for (const [answer, http, code, field] of refused) {
    assert.deepEqual([answer.http, answer.body.errorCode], [http, code]);
    if (field !== undefined) assert.equal(answer.body.field, field);
  }
  const broken = await fetch(`${proxy.url}/v1/businesses/-${add}`, {
    method: 'POST',
    body: '--x\r\ncut',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  assert.equal(broken.status, 400);
  const json = await fetch(`${proxy.url}/v1/businesses/-${add}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(json.status, 415);
  assert.equal(stage.upstream.callsOf(add).length, 0);
});

test("an unknown product is refused in the API's own code, without its words", async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const refused = await proxy.post(add, { ...written, sku: 'NONE' });
  assert.deepEqual([refused.http, refused.body.errorCode, refused.text.includes(planted.email)], [404, 401, false]);
});

// ---- idempotency --------------------------------------------------------------------------------------------------

test('a second request while the first one runs is told to come back', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
  stage.upstream.fault = (call) => (call.path.endsWith(add) ? held : false);
  const key = { 'idempotency-key': 'key-2' };
  const first = proxy.post(add, written, key);
  await until('the first is under way', () => stage.upstream.callsOf(add).length === 1);
  const second = await proxy.post(add, written, key);
  assert.deepEqual([second.http, second.headers.get('retry-after')], [409, '1']);
  release(false);
  assert.equal((await first).http, 200);
  assert.equal((await proxy.post(add, written, key)).headers.get('idempotent-replayed'), 'true');
});

// ---- votes --------------------------------------------------------------------------------------------------------

test('a vote counts at once and stays after a reload; a second one of the same shopper does not', async () => {
  await using stage = await Stage.open({ knowsVoters: true });
  const proxy = await (await stage.proxy()).mirrored();
  const visitor = { 'plaudit-visitor': 'one' };
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' }, visitor)).http, 200);
  assert.deepEqual(await countsOf(proxy, 8), { votes: 1, positive: 1, negative: 0 });
  const second = await proxy.post(vote, { review_id: '8', vote: 'negative' }, visitor);
  assert.deepEqual([second.http, second.body.errorCode], [409, 404]);
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'negative' }, { 'plaudit-visitor': 'two' })).http, 200);
  assert.deepEqual(await countsOf(proxy, 8), { votes: 2, positive: 1, negative: 1 });
  const voters = stage.upstream.callsOf(vote).map(({ headers }) => String(headers['plaudit-voter']));
  assert.equal(new Set(voters).size, 2);
  // Digests: nothing of the shopper can be read in them.
  assert.ok(voters.every((voter) => /^[\w-]{43}$/.test(voter)));
});

test('behind a trusted proxy, shoppers have addresses of their own', async () => {
  await using stage = await Stage.open({ knowsVoters: true });
  const proxy = await stage.proxy({ trustedProxies: ['127.0.0.0/8', '10.0.0.0/8'] });
  const from = (forwarded: string) =>
    proxy.post(vote, { review_id: '8', vote: 'positive' }, { 'x-forwarded-for': forwarded });
  assert.equal((await from('203.0.113.1')).http, 200);
  // What stands left of the first address that is not trusted was written by whoever is there.
  assert.equal((await from('198.51.100.9, 203.0.113.1')).http, 409);
  assert.equal((await from('203.0.113.1, 10.1.2.3')).http, 409);
  // Counted either way; at once as long as the API takes calls.
  assert.ok((await from('203.0.113.2')).http < 300);
  // One household of IPv6.
  assert.ok((await from('2001:db8:1:2::1')).http < 300);
  assert.equal((await from('2001:db8:1:2:ffff::2')).http, 409);
});

test('a vote while the API is down is kept, and delivered when it is back', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open({ knowsVoters: true, now: clock.now });
  const proxy = await (await stage.proxy({ clock })).mirrored();
  stage.upstream.fault = (_call, response) => void response.writeHead(502).end();
  assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' })).http, 202);
  assert.equal((await countsOf(proxy, 8)).votes, 1);
  stage.upstream.fault = null;
  clock.ahead = 120_000;
  await until('it was delivered', () => stage.upstream.votes.size === 1);
  await until('nothing waits', async () => (await proxy.get('/metrics')).text.includes('plaudit_votes_waiting 0'));
  assert.equal((await countsOf(proxy, 8)).votes, 1);
});

test('a vote on a review that is not there is refused, and costs no call', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  for (const [body, http, code] of [
    [{ review_id: '999', vote: 'positive' }, 404, 403],
    [{ review_id: '8', vote: 'x' }, 400, 306],
    [{ vote: 'positive' }, 400, 302],
  ] as const) {
    const refused = await proxy.post(vote, body);
    assert.deepEqual([refused.http, refused.body.errorCode], [http, code]);
  }
  assert.equal(stage.upstream.callsOf(vote).length, 0);
});

test('one address can write only so often in a minute', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const answers = await Promise.all(Array.from({ length: 30 }, () => proxy.post(add, { ...written, rating: '9' })));
  const refused = answers.filter(({ http }) => http === 429);
  assert.equal(refused.length, 10);
  assert.ok(refused.every(({ headers, body }) => Number(headers.get('retry-after')) >= 1 && body.errorCode === 429));
});

// ---- what the database must keep, on both of them ------------------------------------------------------------------

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`on ${database}`, () => {
    const locate = async (stage: Stage): Promise<Pick<ProxyOptions, 'location'>> =>
      database === 'SQLite'
        ? { location: { directory: stage.path('data') } }
        : { location: { databaseUrl: await freshDatabase(postgres.url, 'proxy') } };

    test('the same key gets the first answer again, also after a restart; another body is refused', async () => {
      await using stage = await Stage.open();
      const located = await locate(stage);
      const proxy = await (await stage.proxy(located)).mirrored();
      const key = { 'idempotency-key': 'key-1' };
      const first = await proxy.post(add, written, key);
      assert.deepEqual([first.http, first.headers.get('idempotent-replayed')], [200, null]);
      const again = await proxy.post(add, written, key);
      assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
      // The same fields in another encoding are the same body.
      assert.equal((await proxy.post(add, form(written), key)).headers.get('idempotent-replayed'), 'true');
      const other = await proxy.post(add, { ...written, title: 'Other' }, key);
      assert.deepEqual([other.http, other.body.errorCode], [422, 306]);
      assert.equal((await proxy.post(vote, { review_id: '8', vote: 'positive' }, key)).http, 422);
      await proxy.close();
      const restarted = await stage.proxy(located);
      assert.equal((await restarted.post(add, written, key)).headers.get('idempotent-replayed'), 'true');
      assert.equal(stage.upstream.callsOf(add).length, 1);
      for (const bad of ['', 'x'.repeat(256)])
        assert.equal((await restarted.post(add, written, { 'idempotency-key': bad })).http, 400);
    });

    test('two hundred votes of one address with forged headers count at most three times', async () => {
      await using stage = await Stage.open({ knowsVoters: true });
      const located = await locate(stage);
      const proxy = await stage.proxy({ ...located, connections: { total: 2_000, perAddress: 400 } });
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_none, index) =>
          proxy.post(
            vote,
            { review_id: '8', vote: 'positive' },
            {
              'plaudit-visitor': `forged-${index}`,
              'x-forwarded-for': `203.0.113.${index}`,
              'x-real-ip': `203.0.113.${index}`,
              forwarded: `for=203.0.113.${index}`,
            },
          ),
        ),
      );
      assert.equal(answers.filter(({ http }) => http < 300).length, 3);
      // 503: on a busy machine, one of two hundred may wait too long for its turn at the database.
      for (const { http, text, headers } of answers)
        assert.ok([200, 202, 409, 429].includes(http) || headers.get('retry-after'), `${http} ${text}`);
      // One that is on its way while the API is read may show a moment later.
      await until('three are shown', async () => (await countsOf(proxy, 8)).votes === 3);
    });

    test('what a hosted API does not take is kept, counted, and said', async () => {
      await using stage = await Stage.open({ knowsVoters: false });
      const located = await locate(stage);
      const proxy = await (await stage.proxy(located)).mirrored();
      assert.equal(
        (await proxy.post(vote, { review_id: '8', vote: 'positive' }, { 'plaudit-visitor': 'one' })).http,
        200,
      );
      const second = await proxy.post(vote, { review_id: '8', vote: 'positive' }, { 'plaudit-visitor': 'two' });
      assert.deepEqual(
        [second.http, second.body.queued, second.body.status, second.body.success],
        [202, true, 'OK', true],
      );
      assert.deepEqual(await countsOf(proxy, 8), { votes: 2, positive: 2, negative: 0 });
      await proxy.close();
      const restarted = await stage.proxy(located);
      assert.deepEqual(await countsOf(restarted, 8), { votes: 2, positive: 2, negative: 0 });
      assert.match((await restarted.get('/metrics')).text, /plaudit_votes_waiting 1/);
    });
  });
}
