/** Connections that are opened to be kept: silent ones, and ones that send a byte now and then. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { rounds } from '../support/length.ts';
import { multipartType, RawConnection } from '../support/raw-connection.ts';
import { TestService } from '../support/review-service.ts';
import { Stage, until } from '../server-proxy/harness.ts';

const MINUTE = 60_000;
const connections = { total: 20, perAddress: 10 };

interface Server {
  readonly url: string;
  /** A path that takes a form from anybody. */
  readonly form: string;
}

type Limits = typeof connections;
const servers: Record<string, (limits: Limits | undefined, work: (server: Server) => Promise<void>) => Promise<void>> =
  {
    async proxy(limits, work) {
      await using stage = await Stage.open();
      const { url } = await stage.proxy({ trustedProxies: ['127.0.0.9'], ...(limits ? { connections: limits } : {}) });
      await work({ url, form: '/v1/businesses/-/product/reviews/vote' });
    },
    async service(limits, work) {
      const directory = mkdtempSync(join(tmpdir(), 'plaudit-connections-'));
      const service = await new TestService(
        { directory },
        { trustedProxies: ['127.0.0.9'], ...(limits ? { connections: limits } : {}) },
      ).start();
      try {
        service.token = await service.account('a.example');
        await work({ url: service.url, form: `/v1/login?client_token=${service.clientToken}` });
      } finally {
        await service.stop();
        rmSync(directory, { recursive: true, force: true });
      }
    },
  };

const isHealthy = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/healthz`, { headers: { connection: 'close' } })).status === 200;

for (const [name, serve] of Object.entries(servers)) {
  describe(`the ${name}`, () => {
    test(
      'closes what is silent, what sends headers or a body too slowly, and what is kept alive for nothing',
      { timeout: 5 * MINUTE },
      () =>
        serve(undefined, async ({ url, form }) => {
          const [silent, slowHeaders, slowBody, kept, honest] = await Promise.all(
            Array.from({ length: 5 }, () => RawConnection.open(url)),
          );
          const answers = {
            silent: silent!.answer(),
            slowHeaders: slowHeaders!.answer(),
            slowBody: slowBody!.answer(),
          };
          await kept!.head('GET', '/healthz', {});
          assert.equal((await kept!.answer())?.status, 200);
          await slowHeaders!.write('GET /healthz HTTP/1.1\r\n');
          await slowBody!.head('POST', form, {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': 100_000,
          });
          await honest!.head('POST', form, {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': 2_000 * 20,
          });
          // A byte now and then, and what is slow but moves: 2 KB a second.
          for (let second = 0; second < 20; second += 1) {
            await Promise.all([
              slowHeaders!.write('x'),
              slowBody!.write('x'),
              honest!.write('x'.repeat(2_000)),
              wait(1_000),
            ]);
          }
          for (const [what, answer] of Object.entries(answers)) {
            // Ten seconds have gone by twice; a server that waits for a minute is not one that this is about.
            const given = await Promise.race([answer, wait(20_000, null)]);
            assert.equal(given?.status, 408, what);
            assert.equal((JSON.parse(given.text) as { status: string }).status, 'ERROR');
          }
          assert.ok(
            [400, 401].includes((await honest!.answer())!.status),
            'an honest sender on a slow line is answered',
          );
          await until('the idle connection is closed', () => kept!.isClosed, MINUTE);
          for (const connection of [silent!, slowHeaders!, slowBody!])
            await until('it is closed', () => connection.isClosed, MINUTE);
          honest!.close();
        }),
    );

    test('refuses one connection too many of an address, and of all, with the envelope', { timeout: 5 * MINUTE }, () =>
      serve(connections, async ({ url, form }) => {
        const open: RawConnection[] = [];
        const sending = setInterval(() => {
          for (const connection of open) void connection.write('x'.repeat(2_000));
        }, 1_000);
        /** One on which something is being sent: it makes no room for others. */
        const send = async (from: string) => {
          const connection = await RawConnection.open(url, from);
          open.push(connection);
          await connection.head('POST', form, {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': 250_000,
          });
          await connection.write('x');
          return connection;
        };
        const refused = async (connection: RawConnection, http: number) => {
          const answer = await connection.answer();
          assert.equal(answer?.status, http);
          assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
          assert.equal((JSON.parse(answer.text) as { errorCode: number }).errorCode, http);
        };
        try {
          for (let index = 0; index < 10; index += 1) await send('127.0.0.2');
          await refused(await send('127.0.0.2'), 429);
          for (let index = 0; index < 10; index += 1) await send('127.0.0.3');
          await refused(await send('127.0.0.4'), 503);
        } finally {
          clearInterval(sending);
          for (const connection of open) connection.close();
        }
        await until('there is room again', () => isHealthy(url).catch(() => false), MINUTE);
      }),
    );

    test('makes room by closing what is silent', { timeout: 5 * MINUTE }, () =>
      serve(connections, async ({ url }) => {
        const silent = await Promise.all(Array.from({ length: 10 }, () => RawConnection.open(url)));
        // Who has just come may still ask.
        await wait(1_200);
        for (let times = 0; times < 5; times += 1) assert.ok(await isHealthy(url));
        assert.ok(
          silent.some((connection) => connection.isClosed) && silent.some((connection) => !connection.isClosed),
        );
        for (const connection of silent) connection.close();
      }),
    );
  });
}

test('requests of one address behind a trusted proxy are bounded, not the proxy', { timeout: 5 * MINUTE }, () =>
  servers['proxy']!({ total: 100, perAddress: 10 }, async ({ url }) => {
    const add = '/v1/businesses/-/product/reviews/add';
    const send = async (forwarded: string) => {
      const connection = await RawConnection.open(url, '127.0.0.9');
      await connection.head('POST', add, {
        'content-type': multipartType,
        'content-length': 1_000,
        'x-forwarded-for': forwarded,
      });
      return connection;
    };
    const open = await Promise.all(Array.from({ length: 10 }, () => send('203.0.113.5')));
    await until(
      'they are being answered',
      async () => {
        const one = await send('203.0.113.5');
        const answer = await Promise.race([one.answer(), wait(500)]);
        one.close();
        return answer?.status === 429 && answer.headers.get('retry-after') !== null;
      },
      MINUTE,
    );
    const other = await send('203.0.113.6');
    await other.write('x'.repeat(1_000));
    assert.equal((await other.answer())?.status, 400, 'another address is answered');
    for (const connection of [...open, other]) connection.close();
  }),
);

const SLOW = rounds(300, 1_000);
test(`${SLOW} slow connections of many addresses hinder nobody`, { timeout: 10 * MINUTE }, () =>
  servers['proxy']!(undefined, async ({ url, form }) => {
    const slow = await Promise.all(
      Array.from({ length: SLOW }, (_none, index) => RawConnection.open(url, `127.0.1.${1 + (index % 12)}`)),
    );
    for (const [index, connection] of slow.entries()) {
      if (index % 3 === 1) await connection.write('GET / HTTP/1.1\r\n');
      if (index % 3 === 2)
        await connection.head('POST', form, {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': 10_000,
        });
    }
    for (let times = 0; times < 20; times += 1) assert.ok(await isHealthy(url));
    await until('they are gone', () => slow.every((connection) => connection.isClosed), 2 * MINUTE);
  }),
);
