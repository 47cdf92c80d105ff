/** Calls to the API, piece by piece: what an answer means, how one exchange ends, and what a call does about either. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { FormData } from 'undici';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import type { Metrics } from '../../server-proxy/metrics.ts';
import { AccountRefused, isAccountError } from '../../api-client/account-errors.ts';
import { judge, UpstreamRefusal } from '../../api-client/answer.ts';
import { encodeBody } from '../../api-client/body.ts';
import type { Budget } from '../../api-client/budget.ts';
import type { Ending } from '../../api-client/call-log.ts';
import { UpstreamClient, type Call } from '../../api-client/client.ts';
import { createAgent, exchange, neverLeft } from '../../server-kit/network/exchange.ts';
import type { Session } from '../../api-client/session.ts';
import { ManualClock } from './clocks.ts';
import { until } from './harness.ts';

const SECOND = 1_000;
const error = (errorCode: number): string => JSON.stringify({ status: 'ERROR', errorCode, errorReason: 'about Jane' });

async function failure(doing: Promise<unknown>): Promise<ApiError> {
  const failed = await doing.then(
    () => assert.fail('it succeeded'),
    (reason: unknown) => reason,
  );
  assert.ok(failed instanceof ApiError, String(failed));
  return failed;
}

describe('an answer', () => {
  const judged = (http: number, text: string, headers: IncomingHttpHeaders = {}) => {
    try {
      return judge({ http, headers, text });
    } catch (reason) {
      assert.ok(reason instanceof ApiError, String(reason));
      return reason;
    }
  };
  const refused = (http: number, text: string, headers: IncomingHttpHeaders = {}) => {
    const said = judged(http, text, headers) as ApiError;
    return [said.refusal, said.retryAfterSeconds];
  };

  test('is the body where that reports success', () => {
    assert.deepEqual(judged(200, '{"status":"OK","a":[1]}'), { status: 'OK', a: [1] });
    assert.deepEqual(judged(201, '[1]'), [1]);
    assert.deepEqual(judged(299, '{}'), {});
  });

  test('is a refusal where the body says so, whatever the status is, and in words of our own', () => {
    for (const http of [200, 400, 500]) {
      const said = judged(http, error(305)) as UpstreamRefusal;
      assert.ok(said instanceof UpstreamRefusal);
      assert.deepEqual(
        [said.refusal, said.message, said.retryAfterSeconds],
        ['reviewNotFound', 'The review does not exist', undefined],
      );
    }
    assert.deepEqual(refused(200, error(399)), ['upstreamFailed', undefined]);
    assert.deepEqual(refused(200, error(12345)), ['upstreamFailed', undefined]);
  });

  test('that puts calls off says when to come back, also where the API does not', () => {
    for (const [http, text] of [
      [429, error(429)],
      [200, error(429)],
      [429, '<h1>Slow down</h1>'],
    ] as const) {
      assert.deepEqual(refused(http, text), ['tooManyRequests', 10]);
      assert.deepEqual(refused(http, text, { 'retry-after': '70' }), ['tooManyRequests', 70]);
    }
    for (const [http, text] of [
      [503, error(503)],
      [200, error(503)],
      [503, '<h1>Maintenance</h1>'],
    ] as const)
      assert.deepEqual(refused(http, text), ['unavailable', 5]);
  });

  test('that is none of the API is a failure, said without its text', () => {
    for (const [http, text, said] of [
      [300, '{}', /redirect/],
      [399, '{}', /redirect/],
      [400, '{}', /HTTP 400/],
      [500, '<p>Jane</p>', /HTTP 500/],
      [200, '<p>Jane</p>', /other than JSON/],
      [200, '', /other than JSON/],
      [200, 'null', /other than JSON/],
      [200, '5', /other than JSON/],
      [200, '{"a":1', /other than JSON/],
    ] as const) {
      const failed = judged(http, text) as ApiError;
      assert.equal(failed.refusal, 'upstreamFailed', text);
      assert.match(failed.message, said);
      assert.ok(!failed.message.includes('Jane'));
    }
  });

  test('is not read where it is nested deeper than any of the API', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    assert.ok(Array.isArray(judged(200, nested(40))));
    assert.deepEqual(refused(200, nested(41)), ['upstreamFailed', undefined]);
    assert.ok(!(judged(200, objects(40)) instanceof ApiError));
    assert.deepEqual(refused(200, objects(41)), ['upstreamFailed', undefined]);
    // Side by side, or in a text, brackets are no depth.
    assert.equal((judged(200, `[${Array(50).fill('[{}]').join()}]`) as unknown[]).length, 50);
    const text = `"${'['.repeat(50)}{`;
    assert.deepEqual(judged(200, JSON.stringify({ text, more: '\\' })), { text, more: '\\' });
    assert.deepEqual(refused(200, `["\\\\",${nested(41)}]`), ['upstreamFailed', undefined]);
  });

  test('names its pause in seconds, or by a moment of its own clock; from a second to an hour', () => {
    const date = 'Tue, 03 Nov 2026 09:00:00 GMT';
    const pause = (value: string, more: IncomingHttpHeaders = {}) =>
      refused(429, '', { 'retry-after': value, ...more })[1];
    assert.deepEqual(
      ['0', '1', ' 12 ', '3600', '3601', '999999999'].map((one) => pause(one)),
      [1, 1, 12, 3_600, 3_600, 3_600],
    );
    assert.equal(pause('Tue, 03 Nov 2026 09:00:30 GMT', { date }), 30);
    assert.equal(pause('Tue, 03 Nov 2026 08:00:00 GMT', { date }), 1);
    assert.equal(pause('Tue, 03 Nov 2026 19:00:00 GMT', { date }), 3_600);
    assert.equal(pause('Tue, 03 Nov 2026 09:00:30 GMT', { date: 'today' }), 1);
    const inAMinute = pause(new Date(Date.now() + 60 * SECOND).toUTCString()) as number;
    assert.ok(inAMinute > 1 && inAMinute <= 60, `${inAMinute} s`);
    assert.deepEqual(
      ['soon', '1.5x', '', '12 34x'].map((one) => pause(one)),
      [10, 10, 10, 10],
    );
  });

  test('gives its headers to who asks for one, and to no log', () => {
    const said = judged(200, error(404), { 'x-one': 'a', 'set-cookie': ['b'] }) as UpstreamRefusal;
    assert.deepEqual(
      [said.header('x-one'), said.header('set-cookie'), said.header('x-two')],
      ['a', undefined, undefined],
    );
    assert.ok(!JSON.stringify(said).includes('x-one'));
  });
});

test('errors of the account are those of the table, and shoppers are told to come back in a minute', () => {
  assert.deepEqual((['loginWrong', 'userTokenExpired', 'votedAlready', 'toString'] as never[]).map(isAccountError), [
    true,
    true,
    false,
    false,
  ]);
  const told = new AccountRefused();
  assert.deepEqual([told.refusal, told.retryAfterSeconds], ['unavailable', 60]);
});

test('a body is a form, in parts as soon as there is a file', () => {
  const fields = { title: 'A & B', rating: '5' };
  assert.deepEqual(encodeBody(fields), {
    body: 'title=A+%26+B&rating=5',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const file = { field: 'image1', bytes: Buffer.from('pixels'), type: 'image/png', name: 'a.png' };
  const { body, headers } = encodeBody(fields, [file]);
  assert.ok(body instanceof FormData);
  // The boundary is named by whoever sends it.
  assert.deepEqual(headers, {});
  const sent = body.get('image1') as File;
  assert.deepEqual(
    [body.get('title'), body.get('rating'), sent.name, sent.type, sent.size],
    ['A & B', '5', 'a.png', 'image/png', 6],
  );
});

/** What the server does with the next requests, each once; the last goes on. */
let script: ((response: ServerResponse, request: IncomingMessage) => void)[] = [];
const seen: { method: string; url: URL; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    seen.push({ method: request.method!, url: new URL(request.url!, 'http://x'), headers: request.headers, body });
    (script.length > 1 ? script.shift()! : script[0]!)(response, request);
  });
});
const agent = createAgent();
let url: string;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
});

const says =
  (text: string, http = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(http, headers).end(text);
const hangs = (): void => {};
const breaks = (response: ServerResponse): void => void response.destroy();
/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9';

describe('an exchange', () => {
  const ask = (more: { timeoutMs?: number; signal?: AbortSignal; url?: string } = {}) =>
    exchange(agent, { method: 'GET', url, headers: { 'x-one': 'a' }, timeoutMs: 60 * SECOND, ...more });

  test('brings status, headers and text, and follows no redirect', async () => {
    script = [says('{"a":1}', 302, { location: '/elsewhere', 'x-two': 'b' })];
    const { http, headers, text } = await ask();
    assert.deepEqual([http, headers['x-two'], text, seen.length], [302, 'b', '{"a":1}', 1]);
    assert.deepEqual([seen[0]!.headers['accept'], seen[0]!.headers['x-one']], ['application/json', 'a']);
  });

  test('ends at its deadline, also in the middle of the answer', async () => {
    script = [hangs, (response) => void response.writeHead(200).write('{')];
    assert.equal((await failure(ask({ timeoutMs: 50 }))).refusal, 'upstreamSilent');
    assert.equal((await failure(ask({ timeoutMs: 50 }))).refusal, 'upstreamSilent');
    assert.equal((await failure(ask({ timeoutMs: -5 }))).refusal, 'upstreamSilent');
  });

  test('ends when the proxy stops, and is not begun after', async () => {
    script = [hangs];
    const stop = new AbortController();
    const stopping = () => failure(ask({ signal: stop.signal, url: `${url}/stopping` }));
    const arrived = () => seen.filter(({ url }) => url.pathname === '/stopping').length;
    const asked = stopping();
    await until('it is under way', () => arrived() === 1);
    stop.abort();
    for (const told of [await asked, await stopping()])
      assert.deepEqual([told.refusal, told.retryAfterSeconds], ['unavailable', 5]);
    assert.equal(arrived(), 1);
  });

  test('that finds nobody never left; one that breaks may have', async () => {
    const unreached = await failure(ask({ url: nowhere }));
    assert.deepEqual([unreached.refusal, neverLeft(unreached)], ['upstreamFailed', true]);
    script = [breaks];
    const broken = await failure(ask());
    assert.deepEqual([broken.refusal, neverLeft(broken)], ['upstreamFailed', false]);
    assert.deepEqual(
      [neverLeft(refuse('upstreamFailed')), neverLeft(refuse('upstreamFailed', 'x', { cause: null }))],
      [false, false],
    );
  });

  test('takes eight megabytes and not a byte more', async () => {
    const most = 8 * 1024 * 1024;
    script = [says('x'.repeat(most)), says('x'.repeat(most + 1))];
    assert.equal((await ask()).text.length, most);
    assert.match((await failure(ask())).message, /too large/);
  });
});

describe('a call', () => {
  /** A client whose budget, session and metrics only take notes. */
  function setUp(upstream = url) {
    const clock = new ManualClock();
    const notes = {
      endings: [] as Ending[],
      pauses: [] as number[],
      asked: [] as [lane: string, inMs: number, patient: boolean | undefined][],
      outcomes: [] as string[],
      session: [] as string[],
      away: [] as boolean[],
    };
    const budget = {
      acquire: async (lane: string, deadline: number, { patient }: { patient?: boolean }) => {
        notes.asked.push([lane, deadline - clock.now(), patient]);
        return { deadline, end: async (how: Ending) => void notes.endings.push(how) };
      },
      pause: async (ms: number) => void notes.pauses.push(ms),
    } as unknown as Budget;
    const metrics = {
      upstreamCalls: { inc: ({ outcome }: { outcome: string }) => void notes.outcomes.push(outcome) },
    } as unknown as Metrics;
    const session = {
      state: { state: 'unknown' },
      token: async () => 'one',
      renew: async (rejected: string) => (notes.session.push(`renew ${rejected}`), 'two'),
      refuse: (reason: ApiError) => (notes.session.push(`refuse ${reason.refusal}`), new AccountRefused()),
      accepted: () => void notes.session.push('accepted'),
    };
    const client = new UpstreamClient({
      upstream,
      clientToken: 'ct',
      agent,
      budget,
      session: session as unknown as Session,
      clock,
      metrics,
    });
    client.onReturn((wasAway) => notes.away.push(wasAway));
    return { client, clock, notes, session };
  }
  const read = (more: Partial<Call> = {}): Call => ({
    lane: 'sweep',
    business: 'shop.example',
    timeoutMs: 20 * SECOND,
    ...more,
  });
  const ok = says('{"status":"OK"}');

  test('carries its parameters, its tokens and its headers', async () => {
    const { client, notes } = setUp();
    script = [says('{"status":"OK"}', 200, { 'x-one': 'a' })];
    const { body, headers } = await client.call(
      'listProducts',
      read({ fields: { q: 'a&b' }, headers: { 'x-two': 'b' } }),
    );
    assert.deepEqual([body, headers['x-one']], [{ status: 'OK' }, 'a']);
    const [{ method, url: asked, headers: sent }] = seen as [(typeof seen)[0]];
    assert.deepEqual([method, asked.pathname], ['GET', '/businesses/shop.example/products']);
    assert.deepEqual(Object.fromEntries(asked.searchParams), { q: 'a&b', client_token: 'ct' });
    assert.deepEqual([sent['user_token'], sent['x-two']], ['one', 'b']);
    await client.call('voteOnProductReview', read({ fields: { review_id: '1' } }));
    assert.deepEqual(
      [seen[1]!.method, seen[1]!.body, seen[1]!.url.search],
      ['POST', 'review_id=1', '?client_token=ct'],
    );
    assert.deepEqual(
      [notes.endings, notes.outcomes],
      [
        ['answered', 'answered'],
        ['ok', 'ok'],
      ],
    );
    assert.deepEqual(notes.session, ['accepted', 'accepted']);
    assert.deepEqual(notes.asked[0], ['sweep', 20 * SECOND, false]);
  });

  test('whose token has died is made again with another, once', async () => {
    const { client, notes, session } = setUp();
    session.state.state = 'good';
    script = [says(error(203)), ok];
    await client.call('listProducts', read());
    assert.deepEqual(
      [notes.session, seen.map(({ headers }) => headers['user_token'])],
      [['renew one'], ['one', 'two']],
    );
    script = [says(error(204))];
    assert.ok((await failure(client.call('listProducts', read()))) instanceof AccountRefused);
    assert.deepEqual(notes.session.slice(1), ['renew one', 'refuse sessionInvalid']);
    script = [says(error(202))];
    await failure(client.call('listProducts', read()));
    assert.deepEqual(notes.session.slice(3), ['refuse userDisabled']);
  });

  test('that is put off pauses all, and is made again if it only reads and there is time, once', async () => {
    const { client, notes } = setUp();
    script = [says(error(429)), ok];
    await client.call('listProducts', read({ timeoutMs: 10_001 }));
    assert.deepEqual([notes.pauses, seen.length], [[10_000], 2]);
    for (const [name, timeoutMs, calls] of [
      ['listProducts', 10_000, 1],
      ['voteOnProductReview', 60_000, 1],
      ['listProducts', 60_000, 2],
    ] as const) {
      seen.length = 0;
      script = [says(error(429))];
      const told = await failure(client.call(name, read({ timeoutMs })));
      assert.deepEqual(
        [told.refusal, told.retryAfterSeconds, seen.length],
        ['unavailable', 10, calls],
        `${name} ${timeoutMs}`,
      );
    }
    assert.ok(notes.outcomes.includes('limited'));
  });

  test('that is refused is told so, and pauses nobody; maintenance does', async () => {
    const { client, notes } = setUp();
    script = [says(error(305))];
    assert.equal((await failure(client.call('listProducts', read()))).refusal, 'reviewNotFound');
    assert.deepEqual([notes.pauses, seen.length], [[], 1]);
    script = [says(error(503)), ok];
    await client.call('listProducts', read());
    assert.deepEqual(notes.pauses, [5_000]);
  });

  test('that fails says that the API is away, and the first that is answered that it is back', async () => {
    const { client, notes } = setUp();
    script = [says('', 500), says('', 502), says(error(503)), ok, ok, says('', 500), says(error(305))];
    const call = () => client.call('voteOnProductReview', read({ lane: 'shopper' })).catch(() => {});
    await call();
    assert.deepEqual([client.isAway, client.lastFailure], [true, 'The review service answered with HTTP 500']);
    await call();
    await call();
    assert.deepEqual([client.isAway, client.lastFailure], [true, null]);
    await call();
    assert.deepEqual([client.isAway, notes.away], [false, [true]]);
    await call();
    await call();
    await call();
    // A refusal is an answer too, and one failure is no absence.
    assert.deepEqual([client.isAway, notes.away], [false, [true, false]]);
    assert.deepEqual(notes.outcomes, ['failed', 'failed', 'refused', 'ok', 'ok', 'failed', 'refused']);
    // Only while nothing fails does a shopper wait for longer.
    assert.deepEqual(
      notes.asked.map(([, , patient]) => patient),
      [true, false, false, true, true, true, false],
    );
  });

  test('that is not answered in time is told apart from one that failed', async () => {
    const { client, notes } = setUp();
    script = [hangs];
    assert.equal((await failure(client.call('listProducts', read({ timeoutMs: 50 })))).refusal, 'upstreamSilent');
    assert.deepEqual([notes.outcomes, notes.endings, client.isAway], [['timeout'], ['unanswered'], true]);
  });

  test('that never left costs nothing, unless a shopper made it', async () => {
    const { client, notes } = setUp(nowhere);
    await failure(client.call('listProducts', read({ lane: 'write' })));
    await failure(client.call('listProducts', read({ lane: 'shopper' })));
    assert.deepEqual(notes.endings, ['neverLeft', 'unanswered']);
  });

  test('is not made where what must come before it fails', async () => {
    const { client, notes } = setUp();
    script = [ok];
    const beforeSending = () => Promise.reject(new Error('the disk is full'));
    await assert.rejects(client.call('listProducts', read({ beforeSending })), /the disk is full/);
    assert.deepEqual([seen.length, notes.endings, client.isAway], [0, ['unanswered'], false]);
  });

  test('waits for a login that takes long only as long as it has', async () => {
    const { client, clock, session } = setUp();
    session.token = () => new Promise(() => {});
    const told = failure(client.call('listProducts', read({ timeoutMs: 5 * SECOND })));
    await clock.advance(5 * SECOND);
    assert.deepEqual([(await told).refusal, (await told).retryAfterSeconds], ['unavailable', 5]);
    const stop = new AbortController();
    const stopped = failure(client.call('listProducts', read({ signal: stop.signal })));
    stop.abort();
    assert.equal((await stopped).refusal, 'unavailable');
  });

  test('to log in goes ahead of all others, with no token', async () => {
    const { client, clock, notes } = setUp();
    script = [says('{"status":"OK","token":"t","expire":"2026-12-03 09:00:00"}'), says('{"token":"t"}'), ok];
    assert.deepEqual(await client.logIn('a@b.example', 'p'), { token: 't', expiresAt: Date.UTC(2026, 11, 3, 9) });
    assert.deepEqual([seen[0]!.body, seen[0]!.headers['user_token']], ['email=a%40b.example&password=p', undefined]);
    assert.deepEqual(await client.logIn('a@b.example', 'p'), { token: 't', expiresAt: null });
    assert.equal((await failure(client.logIn('a@b.example', 'p'))).refusal, 'upstreamFailed');
    assert.deepEqual(notes.asked[0], ['write', 10 * SECOND, false]);
    assert.ok(clock.now() > 0);
  });
});
