/** What the owners of a shop are told by mail: reviews that wait, questions, answers and reports. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { directoryToName } from '../../review-service/care/backups/shop-files.ts';
import { setNoticeTimes } from '../../review-service/care/notices/times.ts';
import type { Database } from '../../review-service/data/tables.ts';
import { forgetChanges } from '../support/forget-changes.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { addOwner, onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const MINUTE = 60_000;
const same = 'Nothing of what I ordered has ever come, and nobody answers the telephone. Buy from somebody else.';

onEveryDatabase((place, long) => {
  let mails: TestMailServer;
  let service: TestService;
  /** Of commands that no mail has printed. */
  let flags: string[];
  const directory = mkdtempSync(join(tmpdir(), 'plaudit-notices-'));
  after(() => rmSync(directory, { recursive: true }));
  beforeEach(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    await prepare();
  });
  afterEach(async () => {
    await service.stop();
    await mails.stop();
  });

  const prepare = async () => {
    service.token = await service.account(shop);
    await service.ok('addProduct', shop, {
      form: { sku: 'K-1', title: 'Kettle', product_link: 'https://a.example/k' },
    });
    await service.withDatabase(async (db) => {
      const { id } = await db.selectFrom('business').select('id').executeTakeFirstOrThrow();
      await setNoticeTimes(db, id, { held: 'once', reports: 'once', low: 'once', questions: 'once' });
    });
    await hold(true);
  };
  const hold = (on: boolean) =>
    service.withDatabase((db) =>
      db
        .updateTable('business')
        .set({ hold_reviews: on ? 1 : 0 })
        .execute(),
    );
  const review = async (content: string, more: Given = {}) =>
    (
      await service.ok('addProductReview', shop, {
        form: { sku: 'K-1', title: 'So it was', content, rating: 3, user_name: 'Jane Doe', ...more },
      })
    ).product_review.id;
  let forms = 0;
  const reviewShop = async (content: string) => {
    const { url } = await service.ok('getWriteLink', shop);
    const form = {
      form: `form${++forms}`,
      rating: '3',
      title: 'My parcel',
      content,
      name: 'Ole',
      email: 'ole@x.example',
    };
    const { status } = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
    assert.equal(status, 303);
  };
  const told = () => mails.received.map((mail) => partOf(mail, 'text/plain').replaceAll('\r\n', '\n'));
  const gathered = async (count = 1) => {
    const before = mails.received.length;
    service.clock.advance(10 * MINUTE);
    await service.clock.passUntil('the owners are told', () => mails.received.length >= before + count);
    return told().slice(before);
  };
  const waiting = () => service.mails();
  const erase = (form: Given) => service.ok('erasePersonalData', shop, { form });
  const eraseByNumber = async (number: number) => {
    const { status, err } = await runProgram(['privacy', 'remove', '--review', `${number}`, '--product', ...flags]);
    assert.equal(status, 0, err);
  };
  /** The end of every command. */
  const named = () => ('directory' in service.location ? ` --data ${service.location.directory}` : '');
  /** Every command of a mail, as a shell takes it, in another directory. */
  const run = async (text: string) => {
    const commands = [...text.matchAll(/^ {4}(plaudit .*)$/gm)].map(([, command]) => command!);
    for (const command of commands) {
      const [, ...words] = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1);
      const { location } = service;
      const env = 'directory' in location ? {} : { PLAUDIT_DATABASE_URL: location.databaseUrl };
      const { status, err } = await runProgram(words, { env, cwd: directory });
      assert.equal(status, 0, `${command}: ${err}`);
    }
    return commands;
  };

  test(
    'reviews that wait were told to nobody: every owner is told what they are about and why, but no stars',
    long,
    async () => {
      await service.withDatabase((db) => addOwner(db, { business: shop, email: 'second@a.example' }));
      await hold(false);
      await reviewShop(same);
      await reviewShop(same);
      await hold(true);
      await review('Lid came cracked.\nThe pot itself pours well.');
      const [text, other] = await gathered(2);
      const plain = (mail: string) => mail.replaceAll(/\/console\/open\/\S+/g, '');
      assert.equal(plain(text!), plain(other!));
      assert.equal(new Set([text, other].flatMap((mail) => mail!.match(/\/console\/open\/\S+/g)!)).size, 4);
      assert.deepEqual(mails.received.flatMap(({ to }) => to).sort(), ['owner@a.example', 'second@a.example']);
      assert.match(headerOf(mails.received[0]!, 'Subject')!, /^a\. example: 2 reviews wait for you$/);
      for (const part of [
        'Review of Kettle (K-1) · Jane D · 20 November 2026\n\n> So it was\n> Lid came cracked.\n> The pot itself pours well.',
        'because the shop looks at what is new',
        `Review of the shop · Ole · 20 November 2026\n\n> My parcel\n> ${same}`,
        'because it says nearly the same as others',
      ])
        assert.ok(text!.includes(part), `${part}\n---\n${text}`);
      assert.doesNotMatch(text!, /[★☆]|star|rating/i);
      assert.match(text!, /reasons for hiding a review: spam, /);
      assert.doesNotMatch(text!, /TEXT/, 'what stands in no command is not explained');
      const commands = await run(text!);
      assert.equal(commands.length, 6);
    },
  );

  test(
    'questions, answers and reports were told without a word of them, with a command that failed',
    long,
    async () => {
      await hold(false);
      const id = await review('Call me: 555 0100');
      const ask = (content: string) => service.ok('addProductQuestion', shop, { form: { sku: 'K-1', content } });
      const { product_question: open } = await ask('Is it dishwasher safe?');
      await hold(true);
      await ask('Does it chip?');
      await service.ok('answerProductQuestion', shop, { form: { question_id: open.id, content: 'Mine did not.' } });
      const report = { review_id: id, reason: 'personal_info', message: 'A telephone number' };
      await service.ok('flagProductReview', shop, { form: report });
      const [text] = await gathered();
      assert.match(headerOf(mails.received[0]!, 'Subject')!, /: 3 new questions and answers · 1 new report$/);
      for (const part of [
        '> Is it dishwasher safe?',
        '> Does it chip?',
        'Answer about Kettle (K-1)',
        '> Mine did not.',
        'Reported: personal data · 20 November 2026\n\n> A telephone number',
        '> Call me: 555 0100',
      ])
        assert.ok(text!.includes(part), `${part}\n---\n${text}`);
      assert.match(text!, /TEXT stands for your own words\./);
      const commands = await run(text!);
      assert.equal(commands.length, 2 + 3 + 1 + 3, commands.join('\n'));
    },
  );

  test('owners were told again, by an upgrade, of reviews of the shop that waited', long, async () => {
    await reviewShop('The parcel came late.');
    await gathered();
    await reviewShop('The parcel came open.');
    const { location, clock } = service;
    await service.stop();
    await service.withDatabase(numberAsBefore);
    service = new TestService({ ...location, keepCopy: false }, { smtpUrl: mails.url });
    service.clock.now = clock.now;
    await service.start();
    const [text] = await gathered();
    assert.match(text!, /The parcel came open/);
    assert.doesNotMatch(text!, /The parcel came late/);
  });

  test(
    'an import sends no mail: owners are told of reviews that wait, but not of those that waited elsewhere',
    long,
    async () => {
      const file = 'title,body,rating,review_date,curated,reviewer_name,product_handle,product_id\n';
      const row = (handle: string) => `Imported,It pours,4,2024-01-02 10:00:00 UTC,not-yet,Ann Lee,${handle},\n`;
      const path = join(directory, 'reviews.csv');
      writeFileSync(path, file + row('K-1') + row(''));
      const { status, err } = await runProgram(['reviews', 'import', path, '--format', 'judgeme', ...flags]);
      assert.equal(status, 0, err);
      await review('Lid came cracked.');
      const [text] = await gathered();
      assert.match(headerOf(mails.received[0]!, 'Subject')!, /^a\. example: 1 review waits for you$/);
      assert.doesNotMatch(text!, /Imported/);
    },
  );

  test('a title of the first words of the text was told twice', long, async () => {
    await review('The lid came cracked.', { title: 'The lid came cracked.' });
    const [text] = await gathered();
    assert.equal(text!.split('The lid came cracked.').length, 2, text);
  });

  test(
    'a number that the shop and a product both have is named with its kind, and the business where there are several',
    long,
    async () => {
      await service.account('b.example');
      await reviewShop('Quick, cheap, and quiet about it.');
      await review('Pours well.');
      const [text] = await gathered();
      const commands = await run(text!);
      assert.deepEqual(
        commands.filter((command) => command.includes('reviews show')).sort(),
        ['product', 'shop'].map((kind) => `plaudit reviews show 1 --${kind} --business a.example${named()}`),
      );
    },
  );

  test(
    'sixty reviews at once are one mail, which quotes ten and counts the others, and nothing is told twice',
    long,
    async () => {
      for (let sent = 0; sent < 60; sent += 1) await review(`Number ${sent} ${'and on and on '.repeat(100)}`);
      const [text] = await gathered();
      assert.match(headerOf(mails.received[0]!, 'Subject')!, /: 60 reviews wait for you$/);
      assert.equal(text!.match(/^> Number/gm)!.length, 10);
      assert.ok(
        text!.includes(`and 50 more\n\n    plaudit reviews list --state held${named()}\n`) && text!.length < 20_000,
        text,
      );
      await review('One that came later');
      const [later] = await gathered();
      assert.match(headerOf(mails.received[1]!, 'Subject')!, /: 1 review waits for you$/);
      assert.ok(later!.includes('One that came later') && !later!.includes('Number'));
      assert.equal(mails.received.length, 2);
    },
  );

  test('of several instances, one tells', async () => {
    const others = [];
    for (let count = 0; count < 2; count += 1)
      others.push(
        await new TestService(service.location, {
          smtpUrl: mails.url,
          clock: service.clock.clock,
        }).start(),
      );
    try {
      await review('Told once');
      await gathered();
      // What comes now is told by a later look of each.
      await review('Told after it');
      await gathered();
      assert.deepEqual(
        told().map((text) => [text.includes('Told once'), text.includes('Told after it')]),
        [
          [true, false],
          [false, true],
        ],
      );
    } finally {
      for (const other of others) await other.stop();
    }
  });

  test('killed while it tells, a service tells once, under one Message-ID', long, async () => {
    await review('Told in spite of it');
    await service.stop();
    let child: ReturnType<typeof startProgram> | undefined = startProgram(['service', '--port', '0', ...flags], {
      PLAUDIT_SMTP_URL: mails.url,
    });
    const gone = new Promise((resolve) => child!.once('exit', resolve));
    mails.onStep = async (step) => {
      if (step !== 'data' || child === undefined) return;
      child.kill('SIGKILL');
      child = undefined;
      await gone;
    };
    await until('the program is killed', () => child === undefined);
    await gone;
    service.clock.now = Date.now() + 10 * MINUTE;
    await service.start();
    await until('the outbox is empty', async () => (await waiting()).length === 0 && mails.received.length > 0);
    await review('Told after it');
    await gathered();
    const texts = told();
    assert.ok(texts.at(-1)!.includes('Told after it') && !texts.at(-1)!.includes('in spite'), texts.at(-1));
    assert.equal(new Set(mails.received.map((mail) => headerOf(mail, 'Message-ID'))).size, 2);
  });

  test('who is erased while the mail waits is not in it, and the others are', long, async () => {
    mails.behaviour = 'busy';
    await review('Xylophone', { email: 'jane@x.example' });
    const nameless = await review('Marimba');
    await review('Somebody else');
    service.clock.advance(10 * MINUTE);
    await service.clock.passUntil('the mail waits', async () => (await waiting()).some(({ attempts }) => attempts > 0));
    await erase({ email: 'jane@x.example' });
    await eraseByNumber(nameless);
    mails.behaviour = 'accept';
    service.clock.advance(5 * MINUTE);
    await until('the mail is delivered', () => mails.received.length > 0);
    assert.ok(told()[0]!.includes('Somebody else'));
    assert.doesNotMatch(told()[0]!, /Xylophone|Marimba/);
  });

  test(
    'a mail in a file that quotes somebody who is erased goes, and those about others stay',
    long,
    async (context) => {
      await service.stop();
      service = new TestService(await place());
      const { location } = service;
      if (!('directory' in location)) return context.skip('there are files beside SQLite alone');
      const directory = join(location.directory, 'mail');
      flags = ['--data', location.directory];
      await service.start();
      await prepare();
      const files = () =>
        (existsSync(directory) ? readdirSync(directory) : [])
          .filter((name) => name.endsWith('.eml'))
          .map((name) => partOf({ raw: readFileSync(join(directory, name), 'utf8') }, 'text/plain'));
      const write = async () => {
        const before = files().length;
        service.clock.advance(10 * MINUTE);
        await service.clock.passUntil('a file is written', () => files().length > before);
      };
      await review('Xylophone', { email: 'jane@x.example' });
      await write();
      const nameless = await review('Marimba');
      await write();
      await service.ok('addProductQuestion', shop, { form: { sku: 'K-1', content: 'Zither?', email: 'jo@x.example' } });
      await write();
      await review('Somebody else', { email: 'ole@x.example' });
      await write();
      assert.equal(files().length, 4);
      await erase({ email: 'jane@x.example' });
      await erase({ email: 'jo@x.example' });
      await eraseByNumber(nameless);
      const left = files();
      assert.equal(left.length, 1);
      assert.ok(left[0]!.includes('Somebody else'));
    },
  );
});

test('a command in a mail names no directory where every command looks for itself', () => {
  assert.equal(directoryToName({ directory: 'data' }), null);
});

/** As a version left the data that numbered changes in their rows, and told of what waits by these numbers. */
async function numberAsBefore(db: Database): Promise<void> {
  await forgetChanges(db);
  for (const table of ['product', 'product_review', 'review'] as const) {
    await sql`alter table ${sql.table(table)} add column change_number bigint`.execute(db);
    await sql`create index ${sql.ref(`${table}_changed`)} on ${sql.table(table)} (business_id, change_number)`.execute(
      db,
    );
  }
  await sql`alter table business add column last_change bigint default 0 not null`.execute(db);
  await sql`update review set change_number = id`.execute(db);
  const { told } = (await sql<{ told: number }>`select min(id) as told from review`.execute(db)).rows[0]!;
  const mark = JSON.stringify({ change: Number(told), product: 0, queued: 0 });
  await sql`update service_setting set value = ${mark} where name like 'told %'`.execute(db);
  await sql`delete from store_migration where name = '0012-changes-elsewhere'`.execute(db);
  await sql`delete from reach_of_migration where migration like '%0022-shop-review-changes'`.execute(db);
  await sql`delete from service_migration where name in ('0020-changes', '0022-shop-review-changes')`.execute(db);
}
