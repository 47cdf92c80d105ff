/** What whoever operates the proxy reads in its log when something is wrong: one line for one cause, and what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { freePort } from '../support/ports.ts';
import { send, type Fault } from './fake-upstream.ts';
import { fastClock } from './clocks.ts';
import { Stage, until } from './harness.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly cause?: string;
}

function capture() {
  const lines: Line[] = [];
  return {
    lines,
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }),
  };
}

const partsOf = (paths: readonly string[]): number =>
  new Set(paths.map((path) => path.replace('/v1/businesses/shop.example', ''))).size;

test('an upstream that is down at the start is one line, with its consequence', async () => {
  await using stage = await Stage.open();
  await stage.upstream.stop();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/v1`;
  const { lines, logger } = capture();
  const proxy = await stage.proxy({ upstream: url, logger });
  const tried = async () =>
    new Set((await proxy.get('/metrics')).text.match(/plaudit_upstream_calls_total\{[^}]*operation="\w+"/g)).size;
  await until('several were tried', async () => lines.length > 0 && (await tried()) > 0);
  await stage.upstream.start(port);
  await proxy.mirrored();
  const told = lines.map(({ level, msg, cause }) => [level, msg, cause]);
  assert.deepEqual(told, [
    [
      40,
      'The mirror cannot be filled: The review service cannot be reached. What is not mirrored yet cannot be shown; it is tried again by itself.',
      'ECONNREFUSED',
    ],
  ]);
});

const noApi: Fault = (_call, response) =>
  send(response, 404, { status: 'ERROR', success: false, errorCode: 399, errorReason: 'Unknown path' });

for (const [name, options, fault, expected] of [
  [
    'a business that the account does not know',
    { businesses: ['nope.example'] },
    null,
    /Business not available\..* Check --business\.$/,
  ],
  ['an address that is not the API', {}, noApi, /Check that --upstream is the address of the API, with its version\.$/],
  [
    'a bad password',
    { password: 'wrong' },
    null,
    /^The review service refuses the proxy's account: 201 .*; check PLAUDIT_EMAIL and PLAUDIT_PASSWORD, then start the proxy again$/,
  ],
] as const) {
  test(`${name} is one line that says what to check`, async () => {
    await using stage = await Stage.open();
    stage.upstream.fault = fault;
    const { lines, logger } = capture();
    const proxy = await stage.proxy({ ...options, logger });
    // A login that was refused is the only call.
    const isOver = () =>
      stage.upstream.logins === 1 && lines.length > 0 && (options as { password?: string }).password !== undefined;
    await until(
      'it is said, and more than one part was tried',
      () => isOver() || (lines.length > 0 && stage.upstream.calls.length > 2),
    );
    await proxy.close();
    assert.equal(lines.length, 1, JSON.stringify(lines));
    assert.match(lines[0]!.msg, expected);
  });
}

test('once mirrored, an upstream that fails is one line, and shoppers lose nothing', async () => {
  const clock = fastClock(20);
  await using stage = await Stage.open({ now: () => clock.now() });
  const { lines, logger } = capture();
  const proxy = await (await stage.proxy({ logger, clock })).mirrored();
  stage.upstream.fault = (_call, response) => send(response, 500, {});
  assert.equal((await proxy.shop('/products')).http, 200);
  const before = stage.upstream.calls.length;
  await until(
    'it is said, and heads of several parts were tried',
    () => lines.length > 0 && partsOf(stage.upstream.calls.slice(before).map(({ path }) => path)) > 1,
  );
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    [
      'The mirror cannot be filled: The review service answered with HTTP 500. Shoppers go on seeing what is mirrored, but nothing new; it is tried again by itself.',
    ],
  );
});
