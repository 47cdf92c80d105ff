/** The author of a question that is hidden is told why, once the minute of Undo is over. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { until } from '../server-proxy/harness.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer } from '../support/smtp.ts';

const shop = 'a.example';
const email = 'jane@customers.example';

onEveryDatabase((place) => {
  let mails: TestMailServer;
  let service: TestService;
  let owner: ConsoleBrowser;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    service.token = await service.account(shop);
    const author = { username: 'jane', firstName: 'Jane', email };
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productQuestions: [{ id: 1, content: 'Is it heavy? Call me', product: { sku: 'MUG' }, author }],
        questions: [{ id: 1, content: 'Are you open on Sundays?', author }],
      }),
    );
    owner = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });
  beforeEach(() => void mails.received.splice(0));

  const hide = async (path: string) => {
    await owner.open(path);
    const revision = /name="revision" value="([^"]*)"/.exec(owner.text)![1]!.replaceAll('&#43;', '+');
    await owner.send(`${path}/hide`, { revision, reason: 'personal data' });
    return /name="act" value="([^"]*)"/.exec(owner.text)![1]!;
  };
  const undo = (act: string) => owner.send('/console/undo', { act, back: '/inbox' });
  const sent = async () => {
    await service.clock.passUntil('the outbox is empty', async () => (await service.mails()).length === 0);
    return mails.received.filter(({ to }) => to.includes(email));
  };

  for (const [path, about] of [
    ['/console/questions/1', 'Blue mug'],
    // As no mail program makes a link of it.
    ['/console/shop-questions/1', 'a. example'],
  ] as const)
    test(`${path}: what, why and how to object, and that it is shown again`, async () => {
      await undo(await hide(path));
      assert.deepEqual(await sent(), [], 'taken back in time');
      const act = await hide(path);
      assert.equal((await service.mails()).length, 1);
      const [told] = await sent();
      assert.equal(headerOf(told!, 'Subject'), `Your question about ${about} is no longer shown`);
      const text = partOf(told!, 'text/plain');
      assert.match(text, /personal data/);
      assert.match(text, /Is it heavy\?|open on Sundays/);
      assert.match(text, /Answer this mail/);
      assert.match((await owner.open(path)).text, /mail/i);
      await undo(act);
      service.clock.advance(60_000);
      const [, again] = await sent();
      assert.equal(headerOf(again!, 'Subject'), `Your question about ${about} is shown again`);
    });

  test('a question waits for its author, who may be being erased, before anything of it is locked', async (t) => {
    if (!('databaseUrl' in service.location)) return t.skip('SQLite has one writer');
    await owner.open('/console/questions/1');
    const hiding = await service.withDatabase((db) =>
      db.transaction().execute(async (erasing) => {
        await sql`select id from author where username = 'jane' for update`.execute(erasing);
        const hidden = hide('/console/questions/1');
        await until('it waits for the author', async () => {
          const { rows } = await sql`select 1 from pg_locks join pg_stat_activity using (pid)
            where not granted and datname = current_database()`.execute(db);
          return rows.length > 0;
        });
        await sql`update product_question set num_answers = num_answers`.execute(erasing);
        return { hidden };
      }),
    );
    await undo(await hiding.hidden);
  });
});
