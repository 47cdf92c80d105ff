/** Messages and resolutions to the authors of reviews. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '../../contract/endpoints/endpoints.ts';
import { saveContent } from '../support/content.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';

onSqliteFirst((place) => {
  let service: TestService;
  let mails: TestMailServer;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url }).start();
    service.token = await service.account(shop);
    await service.account('b.example');
    await service.withDatabase(async (db) => {
      await saveContent(db, shop, {
        reviews: [
          {
            reviewNo: 1,
            title: 'Slow',
            author: { username: 'ann', firstName: 'Ann', lastName: 'B', email: 'ann@x.example' },
          },
          { reviewNo: 2, title: 'Fine', author: { username: 'kim', firstName: 'Kim', lastName: 'L' } },
          { reviewNo: 3, title: 'Removed', author: { username: 'ann' }, removedRFC: '2026-01-02T00:00:00+00:00' },
          { reviewNo: 4, title: 'By nobody', author: null },
        ],
      });
      await saveContent(db, 'b.example', { reviews: [{ reviewNo: 70, author: { username: 'theirs' } }] });
    });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const send = (form: Given) =>
    service.ok('sendMessage', shop, { form: { subject: 'Your order', body: 'We are sorry.', ...form } });
  const sent = async (query: Given = {}) =>
    (await service.ok('listMessages', shop, { query: { folder: 'sent', ...query } })).messages;

  test('a message names its author by review, by username or by both, and stands in the folder sent', async () => {
    await send({ review_no: 1, body: 'First' });
    await send({ username: 'kim', body: 'Second' });
    await send({ review_no: 3, username: 'ann', body: 'Third' });
    const messages = await sent();
    assert.deepEqual(
      messages.map(({ body, subject, recipient, sender, review }) => [
        body,
        subject,
        recipient?.username,
        sender?.username,
        review?.reviewNo ?? null,
      ]),
      [
        ['Third', 'Your order', 'ann', shop, 3],
        ['Second', 'Your order', 'kim', shop, null],
        ['First', 'Your order', 'ann', shop, 1],
      ],
    );
    const { review } = await service.ok('getReview', shop, { query: { review_no: 1 } });
    assert.deepEqual(messages[2]?.review, review, 'the review leaves nothing out');
    assert.match(messages[0]!.createdRFC, /\+00:00$/);
    assert.equal(messages[0]?.recipient?.email, null);
    assert.deepEqual((await service.ok('listMessages', shop)).messages, [], 'nothing came in');
  });

  test('a resolution is a message too', async () => {
    await service.ok('sendResolution', shop, {
      form: { review_no: 2, username: 'kim', body: 'We send another.\nAt once.' },
    });
    const [first] = await sent();
    assert.deepEqual(
      [first?.body, first?.review?.reviewNo, first?.recipient?.username],
      ['We send another.\nAt once.', 2, 'kim'],
    );
    assert.ok(first!.subject.length > 0);
    const events = await service.withDatabase((db) =>
      db
        .selectFrom('event')
        .select(['subject_id', 'reason'])
        .where('kind', '=', 'mailed')
        .orderBy('subject_id')
        .execute(),
    );
    // Of the author of the second nobody knows an address.
    assert.deepEqual(
      events.map((event) => [Number(event.subject_id), event.reason]),
      [
        [1, 'message'],
        [3, 'message'],
      ],
    );
  });

  test('the listing: by user, in either order, page by page', async () => {
    const bodies = async (query: Given) => (await sent(query)).map(({ body }) => body);
    assert.deepEqual(await bodies({ username: 'ann' }), ['Third', 'First']);
    assert.deepEqual(await bodies({ username: 'ann', order: 'asc' }), ['First', 'Third']);
    assert.deepEqual(await bodies({ username: 'theirs' }), []);
    assert.deepEqual(await bodies({ start: 1, count: 2 }), ['Third', 'Second']);
    const answer = await service.ok('listMessages', shop, { query: { folder: 'SENT', start: 2, count: 100 } });
    assert.deepEqual([answer.count, answer.start], [2, 2]);
    const other = await service.ok('listMessages', 'b.example', {
      token: await service.logIn('owner@b.example'),
      query: { folder: 'sent' },
    });
    assert.deepEqual(other.messages, []);
    await service.refused('listMessages', shop, { query: { folder: 'drafts' } }, 306, 400, /folder/);
    await service.refused('listMessages', shop, { query: { order: 'sideways' } }, 306, 400, /order/);
    await service.refused('listMessages', shop, { query: { count: 101 } }, 303, 400, /count/);
  });

  const refusals: [Given, number, number, RegExp][] = [
    [{}, 302, 400, /review_no/],
    [{ review_no: 99 }, 305, 404, /review/],
    [{ review_no: 70 }, 305, 404, /review/],
    [{ username: 'nobody' }, 307, 404, /username/],
    [{ username: 'theirs' }, 307, 404, /username/],
    [{ review_no: 1, username: 'kim' }, 306, 400, /username/],
    [{ review_no: 4 }, 307, 404, /author/],
    [{ review_no: 'one' }, 306, 400, /review_no/],
  ];
  for (const name of ['sendMessage', 'sendResolution'] satisfies EndpointName[]) {
    test(`${name}: who is written to must be known, and said without contradiction`, async () => {
      const before = (await sent({ count: 100 })).length;
      for (const [form, code, http, reason] of refusals)
        await service.refused(name, shop, { form: { subject: 's', body: 'b', ...form } }, code, http, reason);
      await service.refused(name, shop, { form: { subject: 's', review_no: 1 } }, 302, 400, /body/);
      await service.refused(
        name,
        shop,
        { form: { subject: 's', review_no: 1, body: 'x'.repeat(10_001) } },
        306,
        400,
        /body/,
      );
      assert.equal((await sent({ count: 100 })).length, before);
    });
  }

  test('a subject is there, and is one line', async () => {
    await service.refused('sendMessage', shop, { form: { review_no: 1, body: 'b' } }, 302, 400, /subject/);
    for (const subject of ['a\r\nBcc: b@x.example', 'a\nb', 'a\u2028b', 'a\u0007b'])
      await service.refused('sendMessage', shop, { form: { review_no: 1, body: 'b', subject } }, 306, 400, /subject/);
  });

  test('an author with an address gets the message by mail: as text, with nothing to click but our own, and no header of the writer', async () => {
    await until('earlier mail is delivered', async () => (await service.mails()).length === 0);
    mails.received.length = 0;
    await service.ok('sendMessage', shop, { form: { review_no: 2, subject: 'To Kim', body: 'Kim has no address.' } });
    await service.ok('sendMessage', shop, {
      form: {
        review_no: 1,
        subject: 'See evil.example now',
        body: '<a href="https://evil.example">Click</a>\n.\nBcc: b@x.example',
      },
    });
    await service.ok('sendResolution', shop, { form: { username: 'ann', body: 'A refund' } });
    await until('both mails arrive', async () => mails.received.length === 2);
    const bySubject = mails.received.toSorted((one, other) =>
      headerOf(one, 'Subject')! < headerOf(other, 'Subject')! ? 1 : -1,
    );
    assert.deepEqual(
      bySubject.map((mail) => [headerOf(mail, 'Subject'), mail.to]),
      [
        ['See evil. example now', ['ann@x.example']],
        ['Resolution for your review of a. example', ['ann@x.example']],
      ],
    );
    const [message] = bySubject;
    assert.equal(headerOf(message!, 'Bcc'), undefined);
    const markup = partOf(message!, 'text/html');
    assert.ok(!/evil\.example/.test(markup), markup);
    assert.deepEqual(
      [...markup.matchAll(/<a\b[^>]* href="([^"]*)"/g)].map(([, url]) => new URL(url!).origin),
      [service.url],
    );
    assert.match(partOf(message!, 'text/plain'), /> .*Click/);
  });

  test('a message quotes the review that it is about, and leads to the page that edits it; a removed one has none', async () => {
    mails.received.length = 0;
    await send({ review_no: 1, body: 'About yours' });
    await until('the mail arrives', async () => mails.received.length === 1);
    const text = partOf(mails.received[0]!, 'text/plain').replaceAll('\r\n', '\n');
    const [, page] = /Review of a\. example · .*\n\n> Slow\n[\s\S]*Edit your review:\n(http\S+)/.exec(text) ?? [text];
    assert.equal((await fetch(page!)).status, 200);
    await send({ review_no: 3, username: 'ann', body: 'About a removed one' });
    await until('the other arrives', async () => mails.received.length === 2);
    assert.doesNotMatch(partOf(mails.received[1]!, 'text/plain'), /Edit your review/);
  });

  test('the mail speaks the language that its author was last asked in', async () => {
    mails.received.length = 0;
    const asked = { email: 'ANN@x.example', order_date: '2026-11-03', return_link: 1 };
    await service.ok('addReviewRequest', shop, { form: { ...asked, order_id: 'L1', language: 'fr' } });
    await service.ok('addReviewRequest', shop, { form: { ...asked, order_id: 'L2', language: 'de-AT' } });
    await service.ok('addReviewRequest', shop, { form: { ...asked, order_id: 'L3' } });
    await service.ok('sendResolution', shop, { form: { review_no: 1, body: 'Please come back' } });
    await until('the mail arrives', async () => mails.received.length === 1);
    const [mail] = mails.received;
    assert.equal(headerOf(mail!, 'Subject'), 'Lösung zu Ihrer Bewertung von a. example');
    assert.match(
      partOf(mail!, 'text/plain'),
      /hat Ihnen zu Ihrer Bewertung geschrieben:[\s\S]*> Please come back[\s\S]*antworten Sie/,
    );
    assert.match(partOf(mail!, 'text/html'), /<html lang="de" dir="ltr">/);
    assert.equal(
      (await service.ok('listMessages', shop, { query: { folder: 'sent', count: 1 } })).messages[0]?.subject,
      'Resolution',
    );
  });

  test('a message that is sent again with its Idempotency-Key is one message', async () => {
    const before = (await sent({ count: 100 })).length;
    const options = { form: { review_no: 1, subject: 's', body: 'Once' }, headers: { 'idempotency-key': 'message' } };
    await service.ok('sendMessage', shop, options);
    const again = await service.call('sendMessage', shop, options);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal((await sent({ count: 100 })).length, before + 1);
  });
});
