/** Data that was written before there was a key: nothing of it is lost, and nothing of it can be read any more. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql, type Kysely } from 'kysely';
import { ensureBusiness, findBusiness } from '../../review-store/content/businesses.ts';
import { openDatabase } from '../../review-store/open.ts';
import { plainHash } from '../../review-store/secrets/data-key.ts';
import { listFeeds } from '../../review-service/catalogue/feeds.ts';
import { serviceMigrations } from '../../review-service/data/migrations/index.ts';
import type { ServiceLocation } from '../../review-service/database.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { TestMailServer, until } from '../support/smtp.ts';
import { freshDatabase } from '../support/use-postgres.ts';

const shop = 'a.example';
const email = 'jane@customers.example';
const writeLink = 'w'.repeat(43);
const requestLink = 'r'.repeat(43);

const waitingMail = {
  from: { name: 'A', address: `reviews@${shop}` },
  to: { name: 'Jane', address: email },
  replyTo: null,
  subject: 'How was it?',
  text: requestLink,
  html: requestLink,
  stopUrl: null,
};

/** What the version before wrote for a request, its answer, a mail, a wish and a link. */
async function writeAsBefore(db: Database, now: number): Promise<void> {
  const business = (await findBusiness(storeOf(db), shop))!;
  const { id: account_id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  const form = { email, order_id: 'O-1', order_date: '2026-02-03', return_link: '1' };
  const fields = Object.entries(form).toSorted(([one], [other]) => (one < other ? -1 : 1));
  await db
    .insertInto('idempotent_answer')
    .values({
      account_id,
      key_hash: plainHash('the key'),
      request_hash: plainHash(JSON.stringify(['addReviewRequest', shop, fields, []])),
      http_status: 200,
      headers: '{"idempotency-key":"accepted"}',
      body: JSON.stringify({ link: `https://x.example/request/${shop}/${requestLink}`, status: 'OK', success: true }),
      created_at: now,
      person_hash: plainHash(`${shop} ${email}`),
    })
    .execute();
  await db
    .insertInto('job')
    .values({
      id: 'one',
      kind: 'mail',
      key: `${business.id} ${email}`,
      payload: JSON.stringify(waitingMail),
      attempts: 0,
      due_at: now,
      created_at: now,
      leased_by: null,
      leased_until: null,
    })
    .execute();
  await db
    .insertInto('mail_stop')
    .values({ business_id: business.id, email_hash: plainHash('no@customers.example'), created_at: now })
    .execute();
  await db
    .insertInto('write_link')
    .values({ hash: writeLink, business_id: business.id, created_at: now, expires_at: now + 86_400_000 })
    .execute();
  await db.deleteFrom('service_setting').where('name', '=', 'key').execute();
}

async function textOf(location: ServiceLocation, db: Database): Promise<string> {
  if ('directory' in location) {
    const files = readdirSync(location.directory).filter((name) => name.startsWith('reviews.sqlite'));
    return files.map((name) => readFileSync(join(location.directory, name), 'latin1')).join('\n');
  }
  const texts = await Promise.all(
    (await db.introspection.getTables()).map(async ({ name }) =>
      JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(db)).rows),
    ),
  );
  return texts.join('\n');
}

onEveryDatabase((place) => {
  test('is found, opened and delivered as before, and no secret or hash of it is left', async () => {
    const mails = await new TestMailServer().start();
    const service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    try {
      service.token = await service.account(shop);
      await service.withDatabase((db) => saveContent(db, shop, { products: [{ id: 1, sku: 'MUG' }] }));
      await service.stop();
      await service.withDatabase((db) => writeAsBefore(db, service.clock.now));
      if ('directory' in service.location) rmSync(join(service.location.directory, 'reviews.key'));
      await service.start();

      const form = { email, order_id: 'O-1', order_date: '2026-02-03', return_link: 1 };
      const again = await service.call('addReviewRequest', shop, { form, headers: { 'idempotency-key': 'the key' } });
      assert.deepEqual(
        [again.status, again.headers.get('idempotent-replayed'), ((await again.json()) as { link: string }).link],
        [200, 'true', `https://x.example/request/${shop}/${requestLink}`],
      );
      await service.refused(
        'addReviewRequest',
        shop,
        { form: { ...form, order_id: 'O-2' }, headers: { 'idempotency-key': 'the key' } },
        306,
        422,
      );
      assert.equal((await fetch(`${service.url}/write/${shop}/${writeLink}`)).status, 200);
      await until('the mail is delivered', () => mails.received.length > 0);
      await until('nothing waits', async () => (await service.mails()).length === 0);
      assert.deepEqual(
        mails.received.map(({ to }) => to),
        [[email]],
      );
      // Still wants none.
      await service.ok('addReviewRequest', shop, {
        form: { email: 'no@customers.example', order_id: 'O-3', order_date: '2026-02-03' },
      });
      await service.withDatabase(async (db) => {
        assert.deepEqual(await service.mails(), []);
        const text = await textOf(service.location, db);
        for (const secret of [
          writeLink,
          requestLink,
          plainHash('the key'),
          plainHash('no@customers.example'),
          plainHash(`${shop} ${email}`),
        ])
          assert.ok(!text.includes(secret), secret);
      });

      // And is erased like anything else.
      await service.ok('erasePersonalData', shop, { form: { email } });
      await service.refused('addReviewRequest', shop, { form, headers: { 'idempotency-key': 'the key' } }, 307, 404);
    } finally {
      await service.stop();
      await mails.stop();
    }
  });

  test('a mail that waited before there were jobs is delivered, and a feed is read when it was due', async () => {
    const mails = await new TestMailServer().start();
    const given = await place();
    const empty =
      'directory' in given ? given : { databaseUrl: await freshDatabase(given.databaseUrl), keepCopy: false };
    const service = new TestService(empty, { smtpUrl: mails.url, isReachable: () => true });
    const { now } = service.clock;
    const location = 'directory' in empty ? { ...empty, name: 'reviews' } : empty;
    const { '0017-jobs': _jobs, ...migrations } = serviceMigrations.migrations;
    const before: Kysely<any> = await openDatabase(location, [{ name: 'service', migrations }]);
    const { id } = await ensureBusiness(before, shop);
    const mail = { id: 'two', business_id: id, recipient: email, message: JSON.stringify(waitingMail), attempts: 1 };
    await before
      .insertInto('outbox_mail')
      .values({ ...mail, due_at: now, created_at: now })
      .execute();
    const feed = { business_id: id, url: 'http://127.0.0.1:1/feed.xml', every_ms: 3_600_000, reads: 0 };
    await before
      .insertInto('product_feed')
      .values({ ...feed, due_at: now })
      .execute();
    await before.destroy();
    try {
      await service.start();
      await until('the mail is delivered', () => mails.received.length > 0);
      await until('the feed was tried', () =>
        service.withDatabase(async (db) => (await listFeeds(db))[0]?.failure !== null),
      );
      await until('nothing waits', async () => (await service.mails()).length === 0);
      assert.deepEqual(
        mails.received.flatMap(({ to }) => to),
        [email],
      );
    } finally {
      await service.stop();
      await mails.stop();
    }
  });

  test('what has had its time is forgotten by the clock, without a call', async (context) => {
    context.mock.timers.enable({ apis: ['setInterval'] });
    const service = await new TestService(await place()).start();
    const DAY = 86_400_000;
    const rows = (
      name:
        | 'idempotent_answer'
        | 'failed_login'
        | 'edit_code'
        | 'write_link'
        | 'page_link'
        | 'user_token'
        | 'sent_form',
    ) =>
      service.withDatabase(async (db) =>
        Number(
          (
            await db
              .selectFrom(name)
              .select(sql<number>`count(*)`.as('rows'))
              .executeTakeFirstOrThrow()
          ).rows,
        ),
      );
    const pruned = async (names: Parameters<typeof rows>[0][]) => {
      const left = async () => (await Promise.all(names.map(rows))).join();
      for (let patience = 0; (await left()) !== names.map(() => 0).join(); patience++) {
        // Again and again, since what still runs from before is not begun a second time.
        context.mock.timers.tick(600_000);
        assert.ok(patience < 600, await left());
        await new Promise((resolve) => {
          setTimeout(resolve, 100);
        });
      }
    };
    try {
      service.token = await service.account(shop);
      await service.withDatabase((db) =>
        saveContent(db, shop, {
          reviews: [{ reviewNo: 1, source: 'API', author: { username: 'jane', firstName: 'Jane', email } }],
        }),
      );
      await service.ok('flagReview', shop, {
        form: { review_no: 1, reason: 'other', message: 'm' },
        headers: { 'idempotency-key': 'k' },
      });
      await service.refused('login', '', { form: { email, password: 'a guess' }, token: null }, 201, 401);
      const { link } = await service.ok('getEditLink', shop, { query: { email } });
      assert.equal((await fetch(link, { method: 'POST', body: new URLSearchParams({ step: 'send' }) })).status, 200);
      const { url } = await service.ok('getWriteLink', shop);
      const formId = /name="form" value="([^"]+)"/.exec(await (await fetch(url)).text())![1]!;
      assert.equal(
        (
          await fetch(url, {
            method: 'POST',
            redirect: 'manual',
            body: new URLSearchParams({
              form: formId,
              rating: '5',
              title: 't',
              content: 'c',
              name: 'Kim',
              email: 'kim@customers.example',
            }),
          })
        ).status,
        303,
      );
      assert.deepEqual(
        await Promise.all(
          (
            [
              'idempotent_answer',
              'failed_login',
              'edit_code',
              'write_link',
              'page_link',
              'user_token',
              'sent_form',
            ] as const
          ).map(rows),
        ),
        [1, 2, 1, 1, 1, 1, 1],
      );

      service.clock.advance(DAY + 1_000);
      await pruned(['idempotent_answer', 'failed_login', 'edit_code']);
      assert.deepEqual(
        await Promise.all((['write_link', 'page_link', 'user_token', 'sent_form'] as const).map(rows)),
        [1, 1, 1, 1],
      );
      service.clock.advance(60 * DAY);
      await pruned(['write_link', 'page_link', 'sent_form']);
      service.clock.advance(200 * DAY);
      await pruned(['user_token']);
    } finally {
      await service.stop();
    }
  });
});
