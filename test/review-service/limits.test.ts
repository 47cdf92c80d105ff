/** 10 calls in any 10 seconds and 1,000 an hour for each token. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { hashSecret } from '../../review-service/people/accounts/secrets.ts';
import { CallLog } from '../../review-service/limits/call-log.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { issueToken } from '../../review-service/people/accounts/user-tokens.ts';
import { addOwner, onEveryDatabase, TestService } from '../support/review-service.ts';
import { RunningProgram } from '../support/running-program.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

onEveryDatabase((place) => {
  describe('the call log', () => {
    let log: CallLog;
    let db: Database;
    before(async () => {
      const location = await place();
      db = await openServiceDatabase(location);
      log = await CallLog.open(location, db);
    });
    after(async () => {
      await log.close();
      await db.destroy();
    });

    test('any 10 seconds hold 10 calls, at whatever millisecond they begin', async () => {
      // Against the definition: a call may be made when fewer than 10 were made in the 10 seconds before it.
      const made: number[] = [];
      let now = 1_000_000;
      let state = 7;
      const random = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
      for (let index = 0; index < 400; index++) {
        now += random(1_800);
        const recent = made.filter((moment) => moment > now - 10 * SECOND);
        const wait = await log.record(hashSecret('any-alignment'), now);
        assert.equal(wait, recent.length < 10 ? null : recent.at(-10)! + 10 * SECOND - now, `call ${index}`);
        if (wait === null) made.push(now);
      }
      assert.ok(made.length > 100 && made.length < 399);
    });

    test('any hour holds 1,000 calls, and the wait says when the next one may be made', async () => {
      const start = 50_000_000;
      for (let index = 0; index < 1_000; index++)
        assert.equal(await log.record(hashSecret('hour'), start + index * SECOND), null);
      const now = start + 1_000 * SECOND;
      assert.equal(await log.record(hashSecret('hour'), now), HOUR - 1_000 * SECOND);
      assert.equal(await log.record(hashSecret('hour'), start + HOUR - 1), 1);
      assert.equal(await log.record(hashSecret('hour'), start + HOUR), null);
      assert.equal(await log.record(hashSecret('hour'), start + HOUR), SECOND);
      await log.prune(start + HOUR);
      assert.equal(await log.record(hashSecret('hour'), start + HOUR), SECOND);
    });

    for (const [name, back] of [
      ['five seconds', 5 * SECOND],
      ['a day', 24 * HOUR],
      ['a year', 365 * 24 * HOUR],
    ] as const) {
      test(`a clock that is set back by ${name} neither frees calls nor locks anybody out for longer than a window`, async () => {
        const token = hashSecret(`back by ${name}`);
        const now = 100 * 365 * 24 * HOUR;
        for (let index = 0; index < 10; index++) assert.equal(await log.record(token, now + back), null);
        assert.equal(await log.record(token, now), 10 * SECOND);
        assert.equal(await log.record(token, now + 4 * SECOND), 6 * SECOND);
        assert.equal(await log.record(token, now + 10 * SECOND), null);
        for (let index = 0; index < 10; index++) assert.equal(await log.record(token, now + 20 * SECOND), null);
        assert.equal(await log.record(token, now + 21 * SECOND), 9 * SECOND);
        await log.prune(now + 21 * SECOND);
        assert.equal(await log.record(token, now + 22 * SECOND), 8 * SECOND);
      });
    }

    test('calls that come at once are counted one by one', async () => {
      const waits = await Promise.all(Array.from({ length: 40 }, () => log.record(hashSecret('crowd'), 95_000_000)));
      assert.equal(waits.filter((wait) => wait === null).length, 10);
    });

    test('what no limit looks back on is forgotten', async () => {
      await log.record(hashSecret('gone'), 1_000);
      await log.prune(1_000 + HOUR + 1);
      assert.equal(await log.record(hashSecret('gone'), 1_000 + HOUR + 2), null);
    });
  });

  describe('over HTTP', () => {
    let service: TestService;
    before(async () => {
      service = await new TestService(await place()).start();
      service.token = await service.account('a.example');
    });
    after(() => service.stop());
    const call = (token = service.token) => service.call('getBusiness', 'a.example', { token, still: true });

    test('the eleventh call in 10 seconds is 429 and says when to come back; a refused call does not count', async () => {
      for (let calls = 0; calls < 10; calls++) assert.equal((await call()).status, 200);
      service.clock.advance(2_500);
      for (let calls = 0; calls < 20; calls++) {
        const response = await service.refused(
          'getBusiness',
          'a.example',
          { still: true },
          429,
          429,
          /Too many requests/,
        );
        assert.equal(response.headers.get('retry-after'), '8');
      }
      service.clock.advance(7_499);
      assert.equal((await call()).status, 429);
      service.clock.advance(1);
      assert.equal((await call()).status, 200);
    });

    test('each token has its own limits', async () => {
      const other = await service.logIn('owner@a.example');
      for (let calls = 0; calls < 10; calls++) await call();
      assert.equal((await call()).status, 429);
      assert.equal((await call(other)).status, 200);
    });

    test('calls that end in an error count, and so does HEAD', async () => {
      const token = await service.logIn('owner@a.example');
      service.clock.advance(10 * SECOND);
      const errors = [
        service.call('getBusiness', 'nowhere.example', { token, still: true }),
        service.call('getReview', 'a.example', { token, still: true }),
        service.call('listReviews', 'a.example', { token, still: true, query: { count: 1_000 } }),
        service.request('HEAD', '/v1/businesses/a.example', { token, still: true }),
      ];
      for (const [index, status] of [404, 400, 400, 200].entries()) assert.equal((await errors[index]!).status, status);
      for (let calls = 4; calls < 10; calls++) assert.equal((await call(token)).status, 200);
      assert.equal((await call(token)).status, 429);
    });

    test('a refused write changes nothing', async () => {
      const token = await service.logIn('owner@a.example');
      service.clock.advance(10 * SECOND);
      for (let calls = 0; calls < 10; calls++) await call(token);
      const headers = { 'idempotency-key': 'refused' };
      await service.refused(
        'addComment',
        'a.example',
        { token, headers, form: { review_no: 1, text: 'x' }, still: true },
        429,
        429,
      );
      service.clock.advance(10 * SECOND);
      const again = await service.refused(
        'addComment',
        'a.example',
        { token, headers, form: { review_no: 1, text: 'x' }, still: true },
        305,
        404,
      );
      assert.equal(again.headers.get('idempotent-replayed'), null);
    });

    test('a restart forgets no call', async () => {
      const token = await service.logIn('owner@a.example');
      service.clock.advance(10 * SECOND);
      for (let calls = 0; calls < 7; calls++) assert.equal((await call(token)).status, 200);
      await service.restart();
      for (let calls = 7; calls < 10; calls++) assert.equal((await call(token)).status, 200);
      assert.equal((await call(token)).status, 429);
    });

    test('1,000 calls in an hour are answered, and the next is 429 until the first is an hour old', async () => {
      const token = await service.logIn('owner@a.example');
      service.clock.advance(10 * SECOND);
      const first = service.clock.now;
      for (let calls = 0; calls < 1_000; calls += 10) {
        const answered = await Promise.all(Array.from({ length: 10 }, () => call(token)));
        assert.ok(answered.every(({ status }) => status === 200));
        service.clock.advance(10 * SECOND);
      }
      const response = await service.refused('getBusiness', 'a.example', { token, still: true }, 429, 429);
      assert.equal(Number(response.headers.get('retry-after')), (first + HOUR - service.clock.now) / SECOND);
      service.clock.now = first + HOUR;
      assert.equal((await call(token)).status, 200);
    });
  });
});

describe('beside SQLite', () => {
  let directory: string;
  let service: TestService;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-calls-'));
    writeFileSync(join(directory, 'calls-1.log'), '');
    service = await new TestService({ directory }).start();
    service.token = await service.account('a.example');
  });
  after(async () => {
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  });
  const call = async (of = service) =>
    (await of.call('getBusiness', 'a.example', { token: service.token, still: true })).status;

  test('the files that earlier versions counted in are gone', () => {
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.endsWith('.log')),
      [],
    );
  });

  test('two services on one directory count together, call by call', async () => {
    const other = await new TestService({ directory }).start();
    try {
      other.clientToken = service.clientToken;
      const answered = [];
      for (let calls = 0; calls < 12; calls++) answered.push(await call([service, other][calls % 2]));
      assert.deepEqual(answered, [...Array.from({ length: 10 }, () => 200), 429, 429]);
    } finally {
      await other.stop();
    }
  });

  test('no read waits for whoever locks the count of calls: memory goes on counting', async () => {
    service.clock.advance(10 * SECOND);
    const lock = new DatabaseSync(join(directory, 'calls.sqlite'));
    lock.exec('begin immediate');
    try {
      for (let calls = 0; calls < 10; calls++) assert.equal(await call(), 200);
      assert.equal(await call(), 429);
    } finally {
      lock.close();
    }
    service.clock.advance(10 * SECOND);
    assert.equal(await call(), 200);
  });
});

test('an operator chooses how often a token may call', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-calls-'));
  const db = await openServiceDatabase({ directory });
  const { clientToken } = await addOwner(db, { business: 'a.example', email: 'owner@a.example' });
  const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const { token } = await issueToken(db, id, Date.now());
  await db.destroy();
  try {
    await using program = await RunningProgram.start([
      'service',
      '--port=0',
      `--data=${directory}`,
      '--calls-per-hour=3',
      '--calls-per-10-seconds=100',
    ]);
    const call = async () =>
      (
        await fetch(`${program.url}/businesses/a.example?client_token=${clientToken}`, {
          headers: { user_token: token },
        })
      ).status;
    assert.deepEqual([await call(), await call(), await call(), await call()], [200, 200, 200, 429]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test('two instances on one PostgreSQL database share the limits', async () => {
  const { startPostgres } = await import('../support/postgres.ts');
  const postgres = await startPostgres();
  const one = await new TestService({ databaseUrl: postgres.url }).start();
  const other = await new TestService({ databaseUrl: postgres.url }).start();
  try {
    const token = await one.account('a.example');
    other.clientToken = one.clientToken;
    const answered = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? one : other).call('getBusiness', 'a.example', { token, still: true }),
      ),
    );
    assert.equal(answered.filter(({ status }) => status === 200).length, 10);
    assert.equal(answered.filter(({ status }) => status === 429).length, 20);
  } finally {
    await one.stop();
    await other.stop();
    await postgres.stop();
  }
});
