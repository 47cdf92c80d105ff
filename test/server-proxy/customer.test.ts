import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOf, planted } from './fake-upstream.ts';
import { encode, sign, Stage } from './harness.ts';

const inAnHour = Math.floor(Date.now() / 1_000) + 3_600;
const good = { email: planted.email, exp: inAnHour };

const editLink = '/v1/partners/-/edit-link/get';
const add = '/product/reviews/add';
const written = {
  sku: 'SKU-1',
  title: 'Lovely',
  content: 'A good one.',
  rating: '5',
  first_name: 'Typed',
  last_name: 'Name',
};

test('the edit link is for the customer whom the token names, whatever the address says', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const link = await proxy.get(`${editLink}?email=someone@else.example`, {
    'plaudit-customer': sign(good),
    origin: 'https://shop.example',
  });
  assert.deepEqual(
    [link.http, link.body],
    [200, { link: 'https://reviews.example/edit/theirs', status: 'OK', success: true }],
  );
  assert.deepEqual([link.headers.get('cache-control'), link.headers.get('etag')], ['no-store', null]);
  assert.equal(link.headers.get('access-control-allow-origin'), 'https://shop.example');
  assert.equal(stage.upstream.callsOf('/edit-link/get')[0]!.query.get('email'), planted.email);
});

test('a token that is not good gets 401 that says why, and costs no call', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ trustedProxies: ['127.0.0.1'] });
  const [head, body, signature] = sign(good).split('.') as [string, string, string];
  const bad: readonly (readonly [string | undefined, number, RegExp])[] = [
    [undefined, 203, /missing/],
    ['nonsense', 203, /no JWT/],
    [`${head}.${body}`, 203, /no JWT/],
    [`${head}.${body}.${signature}.more`, 203, /no JWT/],
    [`${head}.${body}.`, 203, /not signed with PLAUDIT/],
    [`${head}.${body}.${signature.slice(0, -2)}`, 203, /not signed with PLAUDIT/],
    [`${head}.${encode({ ...good, email: 'other@shop.example' })}.${signature}`, 203, /not signed with PLAUDIT/],
    [sign(good, { secret: 'another-secret' }), 203, /not signed with PLAUDIT/],
    [`${encode({ alg: 'none' })}.${body}.`, 203, /HS256/],
    [sign(good, { header: { alg: 'HS512' }, hash: 'sha512' }), 203, /HS256/],
    [sign(good, { header: { alg: 'hs256' } }), 203, /HS256/],
    [sign(good, { header: { alg: 'HS256', crit: ['exp'] } }), 203, /HS256/],
    [sign({ email: planted.email }), 203, /exp/],
    [sign({ ...good, exp: String(inAnHour) }), 203, /exp/],
    [sign({ ...good, exp: Math.floor(Date.now() / 1_000) - 1 }), 207, /expired/],
    [sign({ ...good, nbf: inAnHour }), 203, /not valid yet/],
    [sign({ exp: inAnHour }), 203, /email/],
    [sign({ ...good, email: '' }), 203, /email/],
    [sign({ ...good, email: 'a@b.example\r\nBcc: c@d.example' }), 203, /email/],
    [sign({ ...good, email: [planted.email] }), 203, /email/],
    [sign('[]'), 203, /email|all/],
    [sign({ ...good, first_name: 'x'.repeat(5_000) }), 203, /longer/],
  ];
  for (const [index, [token, code, reason]] of bad.entries()) {
    // One address may ask only so often.
    const refused = await proxy.get(editLink, {
      'x-forwarded-for': `203.0.113.${index}`,
      ...(token === undefined ? {} : { 'plaudit-customer': token }),
    });
    assert.deepEqual([refused.http, refused.body.errorCode], [401, code], `${index} ${refused.text}`);
    assert.match(refused.body.errorReason, reason);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
  }
  assert.equal(stage.upstream.callsOf('/edit-link/get').length, 0);
});

test('where the shop has set no secret, no token is good', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy({ customerSecret: undefined });
  const refused = await proxy.get(editLink, { 'plaudit-customer': sign(good, { secret: '' }) });
  assert.deepEqual([refused.http, refused.body.errorCode], [401, 203]);
  assert.match(refused.body.errorReason, /PLAUDIT_CUSTOMER_SECRET is not set/);
});

test('a review of a known customer carries who they are; what they typed gives way', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  const token = sign({ ...good, order_id: 4711, first_name: 'Ada', last_name: 'Lovelace' });
  const answer = await proxy.post(
    add,
    { ...written, email: 'typed@shop.example', order_id: 'typed', location: 'typed', user_name: 'Typed Name' },
    { 'plaudit-customer': token },
  );
  assert.equal(answer.http, 200);
  const [call] = stage.upstream.callsOf(add);
  const sent = (name: string) => fieldOf(call!, name);
  assert.deepEqual(['email', 'order_id', 'first_name', 'last_name', 'user_name', 'location'].map(sent), [
    planted.email,
    '4711',
    'Ada',
    'Lovelace',
    null,
    null,
  ]);
  for (const secret of [planted.email, '4711', 'Lovelace']) assert.ok(!answer.text.includes(secret), secret);
});

test('a token without names leaves the typed ones', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  await proxy.post(add, written, { 'plaudit-customer': sign(good) });
  const [call] = stage.upstream.callsOf(add);
  assert.deepEqual(
    ['email', 'first_name', 'last_name'].map((name) => fieldOf(call!, name)),
    [planted.email, 'Typed', 'Name'],
  );
});

test('a review with a token that is not good is refused, not taken without it', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  assert.equal((await proxy.post(add, written, { 'plaudit-customer': sign(good, { secret: 'another' }) })).http, 401);
  assert.equal(stage.upstream.callsOf(add).length, 0);
});
