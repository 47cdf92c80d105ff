/** Mail, from the transaction that causes it to a mail server that takes it, or does not. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pino } from 'pino';
import { setPostalAddress } from '../../review-service/people/accounts/manage.ts';
import { isMailAddress } from '../../review-service/letters/mail/address.ts';
import { toHtml } from '../../review-service/letters/mail/layout.ts';
import { toText } from '../../review-service/letters/mail/blocks.ts';
import { plainLine, plainName, plainText } from '../../review-service/letters/mail/plain.ts';
import { queueMail, type Mail } from '../../review-service/letters/mail/queue.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { inTransaction } from '../../review-store/databases/transaction.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { mailFrame } from '../support/mail-frame.ts';
import { onEveryDatabase, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const MINUTE = 60_000;
const DAY = 86_400_000;

type Wanted = Partial<Omit<Mail, 'to'>> & { to?: string; name?: string };

async function queue(
  service: TestService,
  { to = 'jane@x.example', name = 'Jane', ...mail }: Wanted = {},
): Promise<string> {
  const id = await service.withDatabase((db) =>
    inTransaction(db, (transaction) => queueIn(service, transaction, { to, name, ...mail })),
  );
  // The service was not told of it, and looks again by itself after a second.
  service.clock.advance(1_000);
  return id;
}

async function queueIn(
  service: TestService,
  db: Database,
  { to = 'jane@x.example', name = 'Jane', ...mail }: Wanted = {},
): Promise<string> {
  const business = await findBusiness(storeOf(db), shop);
  return queueMail(db, {
    business: business!,
    to: { name, address: to },
    subject: 'How was it?',
    blocks: ['Hello Jane,', { link: 'https://r.example/x', label: 'Write' }],
    language: 'en',
    now: service.clock.now,
    ...mail,
  });
}

const waiting = (service: TestService) => service.mails();
const metrics = async (service: TestService) => (await fetch(`${service.url}/metrics`)).text();

onEveryDatabase((place) => {
  let mails: TestMailServer;
  let service: TestService;
  beforeEach(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    await service.account(shop);
  });
  afterEach(async () => {
    await service.stop();
    await mails.stop();
  });

  test('a mail that was queued arrives once, with text and HTML, a stable Message-ID and a way to stop', async () => {
    await service.withDatabase((db) =>
      db.updateTable('business').set({ name: 'Käse & Co', email: 'hello@a.example' }).execute(),
    );
    const id = await queue(service, { stopUrl: 'https://r.example/stop/abc' });
    await until('the mail is delivered', async () => (await waiting(service)).length === 0);
    const [mail, ...others] = mails.received;
    assert.equal(others.length, 0);
    assert.deepEqual([mail!.from, mail!.to], ['reviews@a.example', ['jane@x.example']]);
    assert.equal(headerOf(mail!, 'From'), 'Käse & Co <reviews@a.example>');
    assert.equal(headerOf(mail!, 'Reply-To'), 'Käse & Co <hello@a.example>');
    assert.equal(headerOf(mail!, 'To'), 'Jane <jane@x.example>');
    assert.equal(headerOf(mail!, 'Message-ID'), `<${id}@a.example>`);
    assert.equal(headerOf(mail!, 'List-Unsubscribe'), '<https://r.example/stop/abc>');
    assert.equal(headerOf(mail!, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    assert.match(partOf(mail!, 'text/plain'), /Hello Jane,\r\n\r\nWrite:\r\nhttps:\/\/r\.example\/x/);
    assert.match(partOf(mail!, 'text/html'), /<a class="action" href="https:\/\/r\.example\/x"/);
    assert.match(
      await metrics(service),
      /plaudit_service_mails_total\{result="delivered"\} 1\n[\s\S]*plaudit_service_mails_waiting 0/,
    );
  });

  test('an inbox shows what a mail says beside its subject, and who sends it can be written to by post', async () => {
    await service.withDatabase((db) => setPostalAddress(db, shop, 'Käse GmbH, Hauptstraße 1, 10115 Berlin'));
    await queue(service, { blocks: [{ heading: 'How was it?' }, 'Hello Jane,', { quote: 'It came late.' }] });
    await until('the mail is delivered', async () => (await waiting(service)).length === 0);
    const [mail] = mails.received;
    const [, body] = partOf(mail!, 'text/html').split(/<body[^>]*>/);
    const words = body!
      .replace(/<[^>]*>/g, ' ')
      .replace(/&[#\w]+;/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    assert.match(words, /^Hello Jane, It came late\. /);
    assert.match(words, /Käse GmbH, Hauptstraße 1, 10115 Berlin$/);
    assert.match(partOf(mail!, 'text/plain'), /Käse GmbH, Hauptstraße 1, 10115 Berlin\r\n/);
  });

  test('a server that is busy is asked again after a minute, then two: the same mail', async () => {
    mails.behaviour = 'busy';
    await queue(service);
    const tried = async () => (await waiting(service))[0];
    for (const [attempt, pause] of [
      [1, MINUTE],
      [2, 2 * MINUTE],
      [3, 4 * MINUTE],
    ] as const) {
      await until(
        `try ${attempt} failed`,
        async () => (await tried())?.attempts === attempt && (await tried())?.due_at === service.clock.now + pause,
      );
      service.clock.advance(pause);
    }
    mails.behaviour = 'accept';
    await until('it is delivered', async () => (await waiting(service)).length === 0);
    assert.equal(mails.received.length, 1);
  });

  test('a mailbox that does not exist is given up at once, and the log says so without the address', async () => {
    const lines: string[] = [];
    const logging = new TestService(service.location, {
      smtpUrl: mails.url,
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    });
    await service.stop();
    mails.behaviour = 'refuse recipient';
    await logging.start();
    try {
      const id = await queue(logging);
      await until('it is given up', async () => (await waiting(logging)).length === 0);
      assert.match(await metrics(logging), /plaudit_service_mails_total\{result="given_up"\} 1/);
      const said = lines.find((line) => line.includes('mail given up'))!;
      assert.ok(said.includes(id) && said.includes('"smtp":550'));
      assert.ok(!lines.join('').includes('jane'));
    } finally {
      await logging.stop();
    }
  });

  test('a server that refuses the sender may be mended: the mail waits; after four days it is given up', async () => {
    mails.behaviour = 'refuse sender';
    await queue(service);
    await until('the first try failed', async () => (await waiting(service))[0]?.due_at === service.clock.now + MINUTE);
    service.clock.advance(4 * DAY);
    await until('it is given up', async () => (await waiting(service)).length === 0);
    assert.equal(mails.received.length, 0);
    assert.match(await metrics(service), /plaudit_service_mails_total\{result="given_up"\} 1/);
  });

  test('a connection that is cut after the mail was sent leads to the same mail again, under the same Message-ID', async () => {
    mails.behaviour = 'drop after mail';
    const id = await queue(service);
    await until('the first try failed', async () => (await waiting(service))[0]?.due_at === service.clock.now + MINUTE);
    assert.equal(mails.offered, 1);
    mails.behaviour = 'accept';
    service.clock.advance(MINUTE);
    await until('it is delivered', async () => (await waiting(service)).length === 0);
    assert.equal(headerOf(mails.received[0]!, 'Message-ID'), `<${id}@a.example>`);
  });

  test('a server that hangs holds up neither the stop of the service nor, afterwards, the mail', async () => {
    mails.behaviour = 'hang';
    await queue(service);
    await until('it is being tried', async () => (await waiting(service))[0]?.attempts === 1);
    const started = Date.now();
    await service.stop();
    // By itself the connection would be given up after 15 s.
    assert.ok(Date.now() - started < 14_000);
    mails.behaviour = 'accept';
    await service.start();
    await until('it is delivered', async () => (await waiting(service)).length === 0);
    assert.equal(mails.received.length, 1);
  });

  describe('without a mail server', () => {
    test('each mail is a file; with PostgreSQL and no data directory it waits in the outbox', async () => {
      const plain = new TestService(await place());
      await plain.start();
      try {
        await plain.account(shop);
        await queue(plain);
        if (!('directory' in plain.location)) {
          assert.equal((await waiting(plain)).length, 1);
          assert.match(await metrics(plain), /plaudit_service_mails_waiting 1/);
          plain.clock.advance(4 * DAY + 1);
          await until('it is given up', async () => (await waiting(plain)).length === 0);
          return;
        }
        await until('it is delivered', async () => (await waiting(plain)).length === 0);
        const directory = join(plain.location.directory, 'mail');
        const [name, ...others] = readdirSync(directory);
        assert.equal(others.length, 0);
        assert.match(name!, /^2026-11-20T12-\d\d-\d\d-[\w-]{36}\.eml$/);
        assert.equal(statSync(join(directory, name!)).mode & 0o777, 0o600);
        const raw = readFileSync(join(directory, name!), 'utf8');
        assert.match(raw, /^To: Jane <jane@x\.example>\r$/m);
        assert.match(partOf({ raw }, 'text/plain'), /Hello Jane,/);
      } finally {
        await plain.stop();
      }
    });
  });
});

describe('attacks through mail', () => {
  test('an address that holds a line break, a second address or a command is refused before nodemailer sees it', async () => {
    const attacks = [
      'a@x.test\r\nRCPT TO:<evil@e.test>',
      'a@x.test\nBcc: evil@e.test',
      'a@x.test,evil@e.test',
      'a@x.test evil@e.test',
      '<a@x.test>',
      'a@x.test> SIZE=1',
      '"a b"@x.test',
      'a@x.test;evil@e.test',
      'group:a@x.test;',
      'a@x.test\0',
      'a@x.test\u2028',
      '@x.test',
      'a@x',
      `${'a'.repeat(64)}@${'x'.repeat(190)}.test`,
      ' a@x.test',
    ];
    for (const attack of attacks) assert.equal(isMailAddress(attack), false, JSON.stringify(attack));
    for (const fine of ['a@x.test', 'jane+shop@x.co.test', "o'neil@x.test", 'jürgen@bücher.test'])
      assert.equal(isMailAddress(fine), true, fine);
  });

  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'plaudit-mail-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('names and subjects cannot add headers, recipients, markup or links', async () => {
    const mails = await new TestMailServer().start();
    const service = await new TestService({ directory }, { smtpUrl: mails.url }).start();
    try {
      await service.account(shop);
      const name = 'Jane\r\nBcc: evil@e.test\r\n\r\n<script>alert(1)</script>';
      await service.withDatabase((db) =>
        db.updateTable('business').set({ name: '<b>Shop</b>\r\nBcc: evil@e.test' }).execute(),
      );
      await assert.rejects(queue(service, { to: 'a@x.test\r\nRCPT TO:<evil@e.test>' }), /must be an e-mail address/);
      await queue(service, {
        name,
        subject: 'Hi\r\nBcc: evil@e.test\r\n\r\nhttp://evil.test/x',
        blocks: [{ quote: '<a href="http://evil.test">win</a>\r\n.\r\nMAIL FROM:<x>' }],
      });
      await until('it is delivered', () => mails.received.length === 1);
      const [mail] = mails.received;
      assert.deepEqual(mail!.to, ['jane@x.example']);
      assert.equal(headerOf(mail!, 'Bcc'), undefined);
      assert.equal(headerOf(mail!, 'To'), 'jane@x.example');
      assert.equal(headerOf(mail!, 'From'), '"a.example" <reviews@a.example>');
      assert.equal(headerOf(mail!, 'Subject'), 'Hi Bcc: evil@e. test evil. test/x');
      assert.doesNotMatch(partOf(mail!, 'text/html'), /<a |<script|evil\.test/);
      assert.match(partOf(mail!, 'text/html'), /&#60;a href=&#34;evil\. test&#34;&#62;/);
      assert.doesNotMatch(partOf(mail!, 'text/plain'), /https?:|evil\.test/);
    } finally {
      await service.stop();
      await mails.stop();
    }
  });

  test('what looks like a link is text; what does not is left as it was', () => {
    const texts: [string, string][] = [
      ['see https://evil.test/a?b', 'see evil. test/a?b'],
      ['HTTP://EVIL.TEST', 'EVIL. TEST'],
      ['www.evil.test', 'www. evil. test'],
      ['mail jane@evil.test', 'mail jane@evil. test'],
      ['bücher.test', 'bücher. test'],
      ['xn--bcher-kva.test', 'xn--bcher-kva. test'],
      ['It cost 3.50, e.g. here. Thanks.', 'It cost 3.50, e.g. here. Thanks.'],
      ['one\r\ntwo', 'one\ntwo'],
      ['left\u202eright', 'left right'],
      ['ev\u200bil.test', 'ev il. test'],
    ];
    for (const [given, plain] of texts) assert.equal(plainText(given), plain);
    assert.equal(plainLine('x'.repeat(200)).length, 150);
    for (const name of ['Win at http://evil.test', 'evil.test', 'a@b.test', '<b>Jane</b>', 'x'.repeat(61)])
      assert.equal(plainName(name), '', name);
    for (const name of ['Jane', 'Dr. Jane van Doe', "D'Arcy", '美咲', 'J. R. R.']) assert.equal(plainName(name), name);
    assert.equal(plainName('Jane\r\nDoe'), 'Jane Doe');
    assert.equal(plainName(null), '');
  });

  test('every block of a mail is escaped in its HTML, and a quote is told from our own words', () => {
    const blocks = [
      '<i>a</i>',
      { link: 'https://r.example/?a="b"&c', label: '<b>' },
      { code: '<1>' },
      { quote: '<q>' },
    ];
    assert.doesNotMatch(toHtml(blocks, mailFrame), /<i>|<b>|<1>|<q>|\?a="b"/);
    assert.match(toText([{ quote: 'one\ntwo' }]), /^> one\n> two\n$/);
  });
});
