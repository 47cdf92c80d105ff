/** The proxy's own variables, and the commands about what waits in it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Stage } from '../server-proxy/harness.ts';
import { presentProgram } from '../support/present-program.ts';

const account = { PLAUDIT_CLIENT_TOKEN: 'c', PLAUDIT_EMAIL: 'e@a.example', PLAUDIT_PASSWORD: 'p' };

function plaudit(
  args: string[],
  env: Record<string, string> = {},
): Promise<{ status: number; out: string; err: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; out: string; err: string }>();
  const child = execFile(
    process.execPath,
    [presentProgram, ...args],
    { env: { PATH: process.env['PATH'], PLAUDIT_LOG_LEVEL: 'silent', ...env } },
    (_error, out, err) => resolve({ status: child.exitCode ?? -1, out, err }),
  );
  return promise;
}

for (const [variable, value, message] of [
  ['PLAUDIT_MERCHANT_KEY', 'short', /^plaudit: PLAUDIT_MERCHANT_KEY must have at least 12 characters and no spaces/],
  [
    'PLAUDIT_CUSTOMER_SECRET',
    'a secret with spaces',
    /^plaudit: PLAUDIT_CUSTOMER_SECRET must have at least 12 characters and no spaces/,
  ],
  [
    'PLAUDIT_TRUSTED_PROXIES',
    '10.0.0.0/8,10.0.0.0/33',
    /^plaudit: PLAUDIT_TRUSTED_PROXIES must be networks such as 10\.0\.0\.0\/8, not "10\.0\.0\.0\/33"/,
  ],
  ['PLAUDIT_TRUSTED_PROXIES', 'true', /^plaudit: PLAUDIT_TRUSTED_PROXIES must be networks/],
  ['PLAUDIT_TRUSTED_PROXIES', '::1/129', /^plaudit: PLAUDIT_TRUSTED_PROXIES must be networks/],
] as const) {
  test(`${variable}=${value} is one clear line and status 2`, async () => {
    const { status, err } = await plaudit(
      ['proxy', '--port', '0', '--upstream', 'http://127.0.0.1:9/v1', '--business', 'a.example', '--data', '/tmp'],
      { ...account, [variable]: value },
    );
    assert.equal(status, 2);
    assert.match(err, message);
    assert.equal(err.trim().split('\n').length, 1);
    assert.ok(!err.includes('short\n') && !err.includes('a secret with'), 'a secret is not repeated');
  });
}

test('--strict refuses an API on another machine that is called without TLS, by flag and by variable', async () => {
  const refusal =
    'plaudit: --upstream must be an https address: with --strict nothing goes to another machine without TLS\n';
  const run = async (upstream: string, strict: boolean, env: Record<string, string> = {}) =>
    (
      await plaudit(
        [
          'proxy',
          '--port',
          '0',
          '--upstream',
          upstream,
          '--business',
          '..',
          '--data',
          '/tmp',
          ...(strict ? ['--strict'] : []),
        ],
        { ...account, ...env },
      )
    ).err;
  assert.equal(await run('http://api.shop.example/v1', true), refusal);
  assert.equal(await run('http://192.0.2.1:4001/v1', false, { PLAUDIT_STRICT: '1' }), refusal);
  // Past it, the next mistake is told.
  for (const [upstream, strict] of [
    ['https://api.shop.example/v1', true],
    ['http://127.0.0.1:4001/v1', true],
    ['http://[::1]:4001/v1', true],
    ['http://localhost:4001/v1', true],
    ['http://api.shop.example/v1', false],
  ] as const) {
    assert.match(await run(upstream, strict), /--business must be site domains/, upstream);
  }
});

for (const words of [
  ['status'],
  ['queue', 'list', '--business', 'a.example'],
  ['queue', 'drop', '--business', 'a.example', 'x'],
  ['queue', 'release', '--business', 'a.example', 'x'],
]) {
  test(`proxy ${words.slice(0, 2).join(' ')} where no proxy keeps its data says so, and makes no database`, async () => {
    const nowhere = join(tmpdir(), `plaudit-nowhere-${process.pid}`);
    const { status, out, err } = await plaudit(['proxy', ...words, '--data', nowhere]);
    assert.deepEqual([status, out, err], [1, '', `plaudit: No proxy keeps its data in ${nowhere}\n`]);
    assert.ok(!existsSync(nowhere));
  });
}

test('what waits can be listed and given up by command, while the proxy runs', async () => {
  await using stage = await Stage.open();
  const proxy = await (await stage.proxy()).mirrored();
  stage.upstream.fault = (_call, response) => void response.writeHead(502).end();
  assert.equal(
    (await proxy.post('/product/reviews/add', { sku: 'SKU-1', title: 'It "waits"', content: 'Text', rating: '5' }))
      .http,
    202,
  );
  const where = ['--data', stage.path('data'), '--business', 'shop.example'];
  const { status, out } = await plaudit(['proxy', 'queue', 'list', ...where]);
  assert.equal(status, 0);
  const [line, total] = out.trim().split('\n');
  assert.match(line!, /^[\w-]{43}\t\d{4}-.*\taddProductReview\twaiting after 1 attempts\tIt "waits"$/);
  assert.equal(total, '1 in the queue');
  const drop = () => plaudit(['proxy', 'queue', 'drop', ...where, line!.split('\t')[0]!]);
  const [id] = line!.split('\t');
  assert.deepEqual(await drop(), { status: 0, out: `${id} is given up\n`, err: '' });
  const again = await drop();
  assert.deepEqual([again.status, again.err], [1, 'plaudit: The queue holds nothing of this id\n']);
  assert.equal((await plaudit(['proxy', 'queue', 'list', ...where])).out, '0 in the queue\n');
});

test('what is held can be listed and let go on by command', async () => {
  await using stage = await Stage.open();
  const proxy = await stage.proxy();
  stage.upstream.fault = (_call, response) => void response.writeHead(503, { 'retry-after': '3600' }).end();
  const content = 'I have bought this kettle twice by now, and both times it came on the next day.';
  for (const rating of ['4', '5'])
    assert.equal(
      (await proxy.post('/product/reviews/add', { sku: 'SKU-1', title: 'A kettle', content, rating })).http,
      202,
    );
  const where = ['--data', stage.path('data'), '--business', 'shop.example'];
  const list = async () => (await plaudit(['proxy', 'queue', 'list', ...where])).out.trim().split('\n');
  const held = (await list()).find((line) => line.includes('held'))!;
  assert.match(held, /\taddProductReview\theld: says nearly the same as other reviews of the last 24 hours\tA kettle$/);
  const release = () => plaudit(['proxy', 'queue', 'release', ...where, held.split('\t')[0]!]);
  const [id] = held.split('\t');
  const out = `${id} is released: the proxy passes it on while it runs\n`;
  assert.deepEqual(await release(), { status: 0, out, err: '' });
  assert.equal((await list()).filter((line) => line.includes('waiting after')).length, 2);
  const again = await release();
  assert.deepEqual([again.status, again.err], [1, 'plaudit: The queue holds nothing back under this id\n']);
});
