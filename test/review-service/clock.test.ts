/** The clock of the service's machine is wrong for a while, and right again: nobody is kept out for the days between. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterCode, makeCode } from '../../review-service/pages/edit/edit-codes.ts';
import { serviceMoments } from '../../review-service/data/moments.ts';
import { storeOf } from '../../review-service/data/tables.ts';
import { correctMoments } from '../../review-store/content/future.ts';
import { enqueue } from '../../review-store/jobs/jobs.ts';
import { onEveryDatabase, password, TestService } from '../support/review-service.ts';
import { until } from '../server-proxy/harness.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const jumps = { day: DAY, year: 365 * DAY } as const;
const email = 'owner@a.example';

onEveryDatabase((place) => {
  test('a start moved what another instance, whose clock is a little ahead, had just noted', async () => {
    const service = await new TestService(await place()).start();
    try {
      await service.account('a.example');
      const noted = () => service.withDatabase((db) => db.selectFrom('failed_login').select('last_at').execute());
      service.clock.advance(2 * SECOND);
      const form = { email, password: 'not the right one' };
      await service.call('login', '', { form, token: null, still: true });
      const before = await noted();
      assert.ok(before.length > 0);
      await service.stop();
      service.clock.advance(-2 * SECOND);
      await service.start();
      assert.deepEqual(await noted(), before);
    } finally {
      await service.stop();
    }
  });

  test('a failure that was noted while moments were put right was put back, and who guesses waited less', async () => {
    const service = new TestService(await place());
    const { clock } = service;
    await service.withDatabase(async (db) => {
      const noted = clock.now + 150 * SECOND;
      const failure = { source_hash: 'somewhere', email_hash: '', failures: 12, last_at: noted };
      await db.insertInto('failed_login').values(failure).execute();
      // The first look is too early to have seen it, the second is not.
      clock.tick = 61 * SECOND;
      await correctMoments(db, serviceMoments, clock.clock.now);
      assert.deepEqual(await db.selectFrom('failed_login').selectAll().execute(), [failure]);
    });
  });

  for (const [name, jump] of Object.entries(jumps)) {
    for (const restarts of [false, true]) {
      test(`a clock that was a ${name} ahead, ${restarts ? 'until a restart' : 'while it ran'}`, async () => {
        const service = await new TestService(await place()).start();
        try {
          const { clock } = service;
          service.token = await service.account('a.example');
          const right = clock.now;
          clock.now = right + jump;
          const ahead = await service.logIn(email);
          for (let calls = 0; calls < 10; calls += 1)
            assert.equal((await service.call('getBusiness', 'a.example', { token: ahead, still: true })).status, 200);
          for (let failures = 0; failures < 12; failures += 1) {
            await service.call('login', '', {
              form: { email, password: 'not the right one' },
              token: null,
              still: true,
            });
            clock.advance(61 * SECOND);
          }
          const mailbox = await service.withDatabase(async (db) => {
            const { id } = await db
              .selectFrom('business')
              .select('id')
              .where('domain', '=', 'a.example')
              .executeTakeFirstOrThrow();
            const link = { businessId: id, email: 'reader@a.example', token: 'a link' };
            for (let codes = 0; codes < 5; codes += 1) assert.ok(await makeCode(db, { ...link, now: clock.now }));
            assert.equal(await makeCode(db, { ...link, now: clock.now }), null);
            await enqueue(storeOf(db), {
              id: 'later',
              kind: 'mail',
              key: `${id} reader`,
              payload: '{}',
              now: clock.now + HOUR,
            });
            await db
              .insertInto('product_review_vote')
              .values({ business_id: id, review_id: 1, voter: 'somebody', voted_at: clock.now })
              .execute();
            return link;
          });
          if (restarts) await service.stop();
          clock.now = right;
          if (restarts) await service.start();

          await until('what lies ahead is put right', () =>
            service.withDatabase(
              async (db) =>
                (await db.selectFrom('failed_login').select('last_at').orderBy('last_at', 'desc').executeTakeFirst())
                  ?.last_at === right,
            ),
          );
          assert.equal((await service.call('getBusiness', 'a.example', { token: ahead, still: true })).status, 429);
          clock.advance(10 * SECOND);
          // A session of before is over where the jump was longer than sessions are.
          for (const token of jump > 180 * DAY ? [ahead] : [ahead, service.token])
            assert.equal((await service.call('getBusiness', 'a.example', { token, still: true })).status, 200);
          // A login, once the longest pause is over.
          assert.equal(
            (await service.call('login', '', { form: { email, password }, token: null, still: true })).status,
            429,
          );
          clock.advance(15 * 60 * SECOND);
          const fresh = await service.logIn(email);
          assert.equal((await service.call('getBusiness', 'a.example', { token: fresh, still: true })).status, 200);
          await service.withDatabase(async (db) => {
            const mail = await db.selectFrom('job').select('due_at').where('id', '=', 'later').executeTakeFirst();
            assert.ok(!mail || mail.due_at <= clock.now + HOUR);
            const { voted_at: votedAt } = await db
              .selectFrom('product_review_vote')
              .select('voted_at')
              .executeTakeFirstOrThrow();
            assert.ok(votedAt <= clock.now);
            // The codes of then count as today's.
            clock.advance(DAY);
            const { now } = clock;
            const code = await makeCode(db, { ...mailbox, now });
            assert.ok(code);
            assert.equal(await enterCode(db, { ...mailbox, now }, code), 'right');
          });
        } finally {
          await service.stop();
        }
      });
    }
  }
});
