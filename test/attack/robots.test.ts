/** Robots that write: one that writes often, with proofs of work and without, and many that flood a product. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import type { ProxyOptions } from '../../server-proxy/proxy.ts';
import { floodFrom, rates } from '../../server-kit/robots/floods.ts';
import { fieldOf, send, type Fault } from '../server-proxy/fake-upstream.ts';
import { SkippingClock } from '../server-proxy/clocks.ts';
import { sign, Stage, type Read, type TestProxy } from '../server-proxy/harness.ts';
import { freshDatabase, usePostgres, type UsedPostgres } from '../support/use-postgres.ts';
import { encodeProof, solve } from '../support/proofs.ts';

const add = '/product/reviews/add';
const flag = '/reviews/flag';
const report = { review_no: '14', reason: 'language', message: 'Look at this.' };
/** What shoppers write is acknowledged at once, and waits. */
const down: Fault = (_call, response) =>
  send(
    response,
    503,
    { status: 'ERROR', success: false, errorCode: 503, errorReason: 'Site under scheduled maintenance' },
    { 'retry-after': '3600' },
  );
const trusting = { trustedProxies: ['127.0.0.1'] };

let made = 0;
/** Nothing in common with any other but a few letters. */
const words = (seed: string, count: number): string =>
  Array.from({ length: count }, (_none, at) =>
    createHmac('sha256', seed)
      .update(String(at))
      .digest('hex')
      .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)
      .slice(0, 6),
  ).join(' ');
const another = (sku = 'SKU-1', rating = '5') => ({
  sku,
  rating,
  title: words(`title ${made}`, 2),
  content: words(`content ${made++}`, 12),
});
const from = (address: number | string, headers: Record<string, string> = {}) => ({
  'x-forwarded-for': typeof address === 'number' ? `198.51.100.${address}` : address,
  ...headers,
});

interface Queued {
  readonly id: string;
  readonly state: string;
  readonly heldReason: string | null;
  readonly fields: Readonly<Record<string, string>>;
}
async function queueOf(proxy: TestProxy, state = ''): Promise<Queued[]> {
  const { body } = await proxy.merchant(`/businesses/-/queue?count=100&state=${state}`.replace(/&state=$/, ''));
  return body.queue as Queued[];
}

function needsProof(answer: Read): Read {
  assert.deepEqual(
    [answer.http, answer.body.errorCode, answer.body.status, answer.body.success],
    [429, 429, 'ERROR', false],
    answer.text,
  );
  assert.match(answer.body.errorReason, /solve the challenge/);
  assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.deepEqual(Object.keys(answer.body.challenge).sort(), ['parameters', 'signature']);
  return answer;
}
const metric = async (proxy: TestProxy, line: string): Promise<number> =>
  Number(
    (await proxy.get('/metrics')).text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  );

let postgres: UsedPostgres;
before(async () => {
  postgres = await usePostgres();
});
after(() => postgres.stop());

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  describe(`proofs of work, on ${database}`, () => {
    const locate = async (stage: Stage): Promise<Pick<ProxyOptions, 'location'>> =>
      database === 'SQLite'
        ? { location: { directory: stage.path('data') } }
        : { location: { databaseUrl: await freshDatabase(postgres.url, 'proxy') } };

    test('an address writes three times in an hour, and works for the next', async () => {
      await using stage = await Stage.open({ knowsVoters: true });
      stage.upstream.fault = down;
      const proxy = await stage.proxy({ ...trusting, ...(await locate(stage)) });
      assert.equal((await proxy.post(add, another(), from(1))).http, 202);
      assert.equal((await proxy.post(flag, report, from(1))).http, 202);
      assert.equal((await proxy.post(add, another(), from(1))).http, 202);
      const [fourth, key] = [another(), { 'idempotency-key': 'fourth' }];
      const { body, headers } = needsProof(
        await proxy.post(add, fourth, from(1, { ...key, origin: 'https://shop.example' })),
      );
      assert.equal(headers.get('access-control-allow-origin'), 'https://shop.example');
      assert.equal((await queueOf(proxy)).length, 3, 'nothing of it was kept');
      needsProof(await proxy.post(flag, report, from(1)));

      const taken = await proxy.post(add, fourth, from(1, { ...key, 'plaudit-proof': await solve(body.challenge) }));
      assert.deepEqual([taken.http, taken.headers.get('idempotent-replayed')], [202, null], taken.text);
      const replayed = await proxy.post(add, fourth, from(1, key));
      assert.deepEqual(
        [replayed.http, replayed.headers.get('idempotent-replayed')],
        [202, 'true'],
        'what was taken needs no second proof',
      );
      assert.equal((await queueOf(proxy)).length, 4);
      assert.equal(await metric(proxy, 'plaudit_refusals_total{reason="proof"}'), 2);

      // Nobody else is asked, nor a vote, nor whom the shop vouches for.
      assert.equal((await proxy.post(add, another(), from(2))).http, 202);
      assert.notEqual(
        (await proxy.post('/product/reviews/vote', { review_id: '8', vote: 'positive' }, from(1))).http,
        429,
      );
      const customer = sign({ email: 'ada@x.example', exp: Math.floor(Date.now() / 1_000) + 3_600 });
      for (let times = 0; times < 5; times += 1)
        assert.equal((await proxy.post(add, another(), from(1, { 'plaudit-customer': customer }))).http, 202);
    });

    test('of many that an address sends at once, three are taken', async () => {
      await using stage = await Stage.open();
      stage.upstream.fault = down;
      const proxy = await stage.proxy(await locate(stage));
      const answers = await Promise.all(Array.from({ length: 15 }, () => proxy.post(add, another())));
      assert.deepEqual(
        answers.map(({ http }) => http).sort((one, other) => one - other),
        [...Array<number>(3).fill(202), ...Array<number>(12).fill(429)],
      );
    });

    test('a proof is good once, at every instance, and for what it was made for', async () => {
      const clock = new SkippingClock();
      await using stage = await Stage.open(clock.api);
      stage.upstream.fault = down;
      const located = database === 'SQLite' ? { location: { directory: stage.path('data') } } : await locate(stage);
      const options = { ...trusting, ...located, clock, businesses: ['shop.example', 'other.example'] };
      const proxy = await stage.proxy(options);
      const second = database === 'SQLite' ? proxy : await stage.proxy(options);
      for (let times = 0; times < 3; times += 1)
        assert.equal((await proxy.post(add, another(), from('2001:db8::1'))).http, 202);
      const ask = async (path = add, fields: Record<string, string> = another()) =>
        needsProof(await second.post(path, fields, from('2001:db8::2'))).body.challenge;
      const tryIt = (proof: string, at = proxy, path = add, fields: Record<string, string> = another()) =>
        at.post(path, fields, from('2001:db8::3', { 'plaudit-proof': proof }));

      const proof = await solve(await ask());
      assert.equal((await tryIt(proof)).http, 202);
      for (const at of [proxy, second]) needsProof(await tryIt(proof, at));
      const together = await solve(await ask());
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_none, index) => tryIt(together, index % 2 ? proxy : second)),
      );
      assert.equal(answers.filter(({ http }) => http === 202).length, 1);

      needsProof(await tryIt(await solve(await ask()), proxy, flag, report));
      needsProof(await tryIt(await solve(await ask(flag, report))));
      const elsewhere = new URLSearchParams(another());
      const other = await fetch(`${proxy.url}/v1/businesses/other.example${add}`, {
        method: 'POST',
        body: elsewhere,
        headers: from('2001:db8::3', { 'plaudit-proof': await solve(await ask()) }),
      });
      assert.equal(other.status, 429);
      const late = await solve(await ask());
      clock.ahead += 600_001;
      needsProof(await tryIt(late));
    });
  });
}

test('whatever a robot sends as a proof, it is asked for one that is good', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  stage.upstream.fault = down;
  const proxy = await stage.proxy({ ...trusting, clock });
  for (let times = 0; times < 3; times += 1) await proxy.post(add, another(), from(1));
  const { challenge } = needsProof(await proxy.post(add, another(), from(1))).body;
  const good = JSON.parse(Buffer.from(await solve(challenge), 'base64').toString()) as {
    challenge: typeof challenge;
    solution: { counter: number; derivedKey: string };
  };
  const { parameters, signature } = good.challenge;
  const bad: unknown[] = [
    null,
    [],
    'x',
    {},
    { challenge: null, solution: null },
    { challenge: {}, solution: {} },
    { challenge: good.challenge },
    { solution: good.solution },
    { ...good, challenge: { parameters } },
    { ...good, challenge: { parameters, signature: '' } },
    { ...good, challenge: { parameters: [], signature } },
    { ...good, challenge: { parameters: {}, signature } },
    { ...good, challenge: { parameters: { ...parameters, cost: 1 }, signature } },
    { ...good, challenge: { parameters: { ...parameters, data: { ...parameters.data, until: 9e15 } }, signature } },
    { ...good, challenge: { parameters: { ...parameters, keySignature: undefined }, signature } },
    { ...good, solution: { counter: good.solution.counter, derivedKey: '00' } },
    { ...good, solution: { counter: 'x', derivedKey: good.solution.derivedKey } },
    { ...good, solution: { derivedKey: {} } },
    {
      ...good,
      solution: {
        ...good.solution,
        derivedKey: good.solution.derivedKey.replace(/./, (one) => (one === '0' ? '1' : '0')),
      },
    },
  ];
  const texts = [
    ...bad.map(encodeProof),
    'no base64 at all',
    '',
    encodeProof(good).repeat(20),
    Buffer.from('['.repeat(1_400)).toString('base64'),
  ];
  for (const text of texts) {
    // An address may send so many a minute, whatever they are.
    clock.ahead += 5_000;
    needsProof(await proxy.post(add, another(), from(1, { 'plaudit-proof': text })));
  }
  assert.equal(
    (await proxy.post(add, another(), from(1, { 'plaudit-proof': encodeProof(good) }))).http,
    202,
    'the one that they were made from is good',
  );
});

test('an hour later an address is free again, and what was refused does not count', async () => {
  const clock = new SkippingClock();
  await using stage = await Stage.open(clock.api);
  const proxy = await stage.proxy({ clock });
  stage.upstream.fault = (call, response) =>
    call.path.endsWith(add)
      ? send(response, 404, { status: 'ERROR', success: false, errorCode: 401, errorReason: 'Product does not exist' })
      : false;
  for (let times = 0; times < 5; times += 1)
    assert.equal((await proxy.post(add, another())).http, 404, 'a product that is not there is said each time');
  for (let times = 0; times < 3; times += 1)
    assert.equal((await proxy.post(add, { ...another(), rating: '9' })).http, 400);
  stage.upstream.fault = down;
  for (let times = 0; times < 3; times += 1) assert.equal((await proxy.post(add, another())).http, 202);
  needsProof(await proxy.post(add, another()));
  clock.ahead += 3_600_001;
  assert.equal((await proxy.post(add, another())).http, 202);
});

describe('floods', () => {
  const long =
    'I have bought this kettle twice by now, and both times it came on the next day. It boils fast and pours well.';

  test('the same text again, a little changed or not, is acknowledged and held', async () => {
    await using stage = await Stage.open();
    stage.upstream.fault = down;
    const lines: { level: number; msg: string; reason?: string }[] = [];
    const proxy = await stage.proxy({
      ...trusting,
      logger: pino(
        { level: 'warn' },
        { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
      ),
    });
    const texts = [
      ['the first', 'SKU-1', long, '5', 'waiting'],
      ['the same again', 'SKU-1', long, '5', 'held'],
      ['with other stars', 'SKU-1', long, '1', 'held'],
      ['with other signs and capitals', 'SKU-1', `!!! ${long.toUpperCase().replaceAll(' ', ' * ')} 4711`, '3', 'held'],
      ['with a word changed', 'SKU-1', long.replace('kettle', 'toaster').replace('next', 'third'), '4', 'held'],
      ['of another product', 'SKU-2', long, '5', 'held'],
      [
        'something else',
        'SKU-1',
        'The lid is loose, the handle too hot, and nobody answers the telephone when you call them about it.',
        '1',
        'waiting',
      ],
    ] as const;
    for (const [at, [what, sku, content, rating]] of texts.entries()) {
      const answer = await proxy.post(add, { sku, content, rating, title: 'A kettle' }, from(at + 1));
      assert.deepEqual(
        [answer.http, answer.body.queued, answer.body.status, answer.body.product_review.published],
        [202, true, 'OK', 'pending'],
        `${what}: ${answer.text}`,
      );
    }
    const queue = await queueOf(proxy);
    for (const [what, sku, content, rating, state] of texts)
      assert.ok(
        queue.some(
          ({ fields, ...one }) =>
            one.state === state &&
            fields['sku'] === sku &&
            fields['content'] === content &&
            fields['rating'] === rating,
        ),
        what,
      );
    assert.deepEqual(
      [...new Set((await queueOf(proxy, 'held')).map(({ heldReason }) => heldReason))],
      ['says nearly the same as other reviews of the last 24 hours'],
    );
    const said = lines.filter(({ reason }) => reason === 'text');
    assert.equal(said.length, 5);
    assert.match(said[0]!.msg, /held, and the merchant finds it in the queue: says nearly the same/);
    assert.ok(!JSON.stringify(said).includes('kettle'), 'the log has no text of a review');
    assert.equal(await metric(proxy, 'plaudit_outbox{state="held"}'), 5);
    assert.equal(await metric(proxy, 'plaudit_held_total{reason="text"}'), 5);
  });

  test('what people say alike is not held: few words, and one text for two products', async () => {
    await using stage = await Stage.open();
    stage.upstream.fault = down;
    const proxy = await stage.proxy(trusting);
    for (let person = 1; person <= 3; person += 1)
      await proxy.post(add, { sku: 'SKU-1', title: 'Great', content: 'Great, thank you!', rating: '5' }, from(person));
    for (const sku of ['SKU-1', 'SKU-2'])
      await proxy.post(add, { sku, title: 'Kettles', content: long, rating: '4' }, from(4));
    assert.deepEqual([...new Set((await queueOf(proxy)).map(({ state }) => state))], ['waiting']);
    await proxy.post(add, { sku: 'SKU-1', title: 'Great', content: 'Great, thank you!', rating: '5' }, from(5));
    assert.equal((await queueOf(proxy, 'held')).length, 1, 'few words, but too often within an hour');
  });

  test('ten reviews a minute of a product that has none are held from the tenth on, and nobody else is', async () => {
    await using stage = await Stage.open();
    stage.upstream.fault = down;
    const proxy = await stage.proxy(trusting);
    for (let person = 1; person <= 12; person += 1)
      assert.equal((await proxy.post(add, another('SKU-1', String(1 + (person % 5))), from(person))).http, 202);
    await proxy.post(add, another('SKU-2'), from(20));
    const customer = sign({ email: 'ada@x.example', exp: Math.floor(Date.now() / 1_000) + 3_600 });
    await proxy.post(add, another('SKU-1'), from(21, { 'plaudit-customer': customer }));
    const [held, waiting] = [await queueOf(proxy, 'held'), await queueOf(proxy, 'waiting')];
    assert.deepEqual([held.length, waiting.length], [3, 11]);
    assert.ok(
      held.every(({ fields, heldReason }) => fields['sku'] === 'SKU-1' && heldReason === 'more at once than usual'),
    );
  });

  test('a product may have as many at once as it usually has, times twenty', () => {
    const [minute, hour] = rates;
    assert.deepEqual(
      [minute, hour].map((rate) => floodFrom(rate, 1)),
      [10, 30],
    );
    assert.deepEqual(
      [minute, hour].map((rate) => Math.round(floodFrom(rate, 10_080))),
      [20, 1_200],
    );
  });

  test('what is held stays so through a restart, goes on when the merchant says so, and is gone when it is dropped', async () => {
    const clock = new SkippingClock();
    await using stage = await Stage.open(clock.api);
    stage.upstream.fault = down;
    const first = await stage.proxy({ ...trusting, clock });
    const key = { 'idempotency-key': 'third' };
    for (const person of [1, 2])
      await first.post(add, { sku: 'SKU-1', title: 'A kettle', content: long, rating: '5' }, from(person));
    await first.post(add, { sku: 'SKU-1', title: 'A kettle', content: long, rating: '2' }, from(3, key));
    await first.close();
    stage.upstream.fault = null;
    const proxy = await (await stage.proxy({ ...trusting, clock })).mirrored();
    await clock.skipUntil('what waits is delivered', async () => (await queueOf(proxy, 'waiting')).length === 0);
    const held = await queueOf(proxy, 'held');
    assert.deepEqual(
      [held.length, stage.upstream.callsOf(add).filter((call) => fieldOf(call, 'rating') !== '5').length],
      [2, 0],
      'it was not sent',
    );
    const again = await proxy.post(add, { sku: 'SKU-1', title: 'A kettle', content: long, rating: '2' }, from(3, key));
    assert.deepEqual([again.http, again.body.queued], [202, true]);

    const act = (what: string, id: string) => proxy.merchant(`/businesses/-/queue/${what}`, { body: { id } });
    const [release, drop] = [
      held.find(({ fields }) => fields['rating'] === '2')!,
      held.find(({ fields }) => fields['rating'] === '5')!,
    ];
    assert.equal((await act('release', release.id)).http, 200);
    assert.deepEqual(
      [(await act('release', release.id)).http, (await act('release', 'none')).body.errorCode],
      [404, 403],
    );
    assert.equal((await act('drop', drop.id)).http, 200);
    await clock.skipUntil('it is delivered', async () => (await queueOf(proxy)).length === 0);
    assert.deepEqual(
      stage.upstream.content.productReviews
        .filter((one) => one['title'] === 'A kettle')
        .map((one) => String(one['rating']))
        .sort(),
      ['2', '5'],
    );
  });
});
