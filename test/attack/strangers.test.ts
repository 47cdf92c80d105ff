/** Strangers at the service's pages for writing, asking and editing: the guard there is that of the proxy's routes. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { runProgram } from '../support/program.ts';
import { partOf, TestMailServer, until } from '../support/smtp.ts';

const shop = 'a.example';
const HOUR = 3_600_000;
const long =
  'Nothing of what I ordered has ever come, and nobody answers the telephone. Buy from somebody else instead.';
/** Texts that have little in common. */
const different = [
  'The parcel came on a Monday, well packed.',
  'Friendly people at the counter, who know their kettles inside out.',
  'Half of the order was missing; two weeks later they sent it by bicycle.',
  'My grandmother liked the colours, though not the wrapping paper.',
  'Quick, cheap, and quiet about it.',
];

onEveryDatabase((place) => {
  let service: TestService;
  let mails: TestMailServer;
  let url: string;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url, trustedProxies: ['127.0.0.1'] }).start();
    service.token = await service.account(shop);
    await service.ok('addProduct', shop, {
      form: { sku: 'K-1', title: 'Kettle', product_link: 'https://a.example/k' },
    });
    ({ url } = await service.ok('getWriteLink', shop));
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });
  // What was written before counts no more.
  beforeEach(() => service.clock.advance(25 * HOUR));

  const post = (address: string, fields: Given, network = 1) =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `203.0.113.${network}` },
      body: new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])),
    });
  let forms = 0;
  const write = (content: string, { network = 1, title = 'A shop', rating = 1, email = 'stranger@x.example' } = {}) =>
    post(url, { form: `form${++forms}`, rating, title, content, name: 'Jane Doe', email }, network);
  const since = async (from: number) =>
    (await service.ok('listReviews', shop, { query: { unpublished: 1, count: 100 } })).filter(
      ({ createdRFC }) => Date.parse(createdRFC) >= from,
    );
  const reasons = () =>
    service.withDatabase(async (db) =>
      (await db.selectFrom('review').select(['content', 'state', 'held_for']).orderBy('id').execute()).filter(
        ({ state }) => state === 0,
      ),
    );

  test('twenty equal one-star reviews in a second are one review in public, and nineteen that wait with the reason', async () => {
    const from = service.clock.now;
    for (let sent = 0; sent < 20; sent += 1) assert.equal((await write(long)).status, 303);
    const all = await since(from);
    assert.deepEqual([all.length, all.filter(({ published }) => published !== 'pending').length], [20, 1]);
    assert.deepEqual([...new Set((await reasons()).map(({ held_for }) => held_for))], ['text']);
    assert.equal((await service.ok('listReviews', shop)).length, 1, 'nobody sees what waits');
    const { location } = service;
    const at = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    const number = String(all.find(({ published }) => published === 'pending')!.reviewNo);
    const { out, err } = await runProgram(['reviews', 'show', number, ...at]);
    assert.match(out, /^state {4}held: says nearly the same as other reviews of the last 24 hours$/m, err);
  });

  test('the same text from twenty networks is held as well, and the page says that it waits', async () => {
    const from = service.clock.now;
    const answers = [];
    for (let network = 1; network <= 20; network += 1) answers.push(await write(`${long} ${network}`, { network }));
    assert.equal((await since(from)).filter(({ published }) => published !== 'pending').length, 1);
    const [first, last] = [answers[0]!, answers.at(-1)!].map(({ headers }) => new URL(headers.get('location')!, url));
    assert.match(await (await fetch(first!)).text(), /is published/);
    assert.match(await (await fetch(last!)).text(), /appears once they have looked at it/);
  });

  test('what would need a proof waits where there is no script: the fourth review of an address within an hour', async () => {
    const from = service.clock.now;
    for (const content of different) assert.equal((await write(content)).status, 303);
    const waiting = (await since(from)).filter(({ published }) => published === 'pending');
    assert.deepEqual(waiting.map(({ content }) => content).sort(), different.slice(3).sort());
    assert.deepEqual(
      (await reasons()).filter(({ content }) => different.includes(content)).map(({ held_for }) => held_for),
      ['often', 'often'],
    );
    await write('Somebody who lives elsewhere, and has one thing to say.', { network: 2 });
    assert.equal((await since(from)).filter(({ published }) => published !== 'pending').length, 4);
    service.clock.advance(HOUR);
    await write('An hour later there is another thing.');
    assert.equal((await since(from)).filter(({ published }) => published !== 'pending').length, 5);
  });

  test('questions pass the same guard, and one that waits is on no page', async () => {
    const address = `${url.replace('/write/', '/ask/')}?sku=K-1`;
    const ask = (question: string) => post(address, { form: `form${++forms}`, question, name: 'Ann' });
    for (const question of different.map((text) => `${text} Or not?`)) assert.equal((await ask(question)).status, 303);
    const { questions } = await service.ok('listProductQuestions', shop, { query: { sku: 'K-1' } });
    assert.equal(questions.filter(({ published }) => published !== 'pending').length, 3);
    await service.withDatabase(async (db) =>
      assert.deepEqual(
        (await db.selectFrom('product_question').select('held_for').orderBy('id').execute()).map((row) => row.held_for),
        [null, null, null, 'often', 'often'],
      ),
    );
  });

  test('a review that was published is no door for an advert: what is new in it passes the guard, a correction does not', async () => {
    const edit = async (email: string, content: string) => {
      const { link } = await service.ok('getEditLink', shop, { query: { email } });
      const theirs = () => mails.received.filter(({ to }) => to.includes(email));
      const before = theirs().length;
      await post(link, { step: 'send' });
      await until('the code is sent', () => theirs().length > before);
      const mail = theirs().at(-1)!;
      const code = /^ {4}(\d{6})\r?$/m.exec(partOf(mail, 'text/plain'))![1]!;
      assert.equal((await post(link, { step: 'save', code, rating: 5, title: 'A shop', content })).status, 303);
    };
    const from = service.clock.now;
    const advert = 'Visit kettles-for-less.example, where everything costs half, and where I now buy all that I need.';
    for (const [at, content] of different.slice(0, 3).entries())
      await write(content, { network: 11 + at, email: `author${at}@x.example` });
    await edit('author0@x.example', `${different[0]} Thank you!`);
    for (const at of [0, 1, 2]) await edit(`author${at}@x.example`, advert);
    const shown = (await since(from)).filter(({ published }) => published !== 'pending');
    assert.deepEqual(
      shown.map(({ content }) => content),
      [advert],
    );
  });

  test('whoever was asked by the shop, and calls with a user token, pass', async () => {
    const from = service.clock.now;
    for (const order of ['1', '2', '3', '4', '5']) {
      const { link } = await service.ok('addReviewRequest', shop, {
        form: { email: 'ada@x.example', order_id: order, order_date: '2026-11-03', first_name: 'Ada', return_link: 1 },
      });
      await post(link!, { rating: 5, title: 'As always', content: `${long} ${order}`, name: 'Ada L.' }, 77);
    }
    assert.equal((await since(from)).filter(({ published }) => published !== 'pending').length, 5);
    for (let times = 0; times < 5; times += 1) {
      const { product_review: review } = await service.ok('addProductReview', shop, {
        form: { sku: 'K-1', rating: 5, title: 'The same', content: long, first_name: 'Ada', last_name: 'L' },
      });
      assert.notEqual(review?.published, 'pending');
    }
  });

  test('nobody is asked for reviews thirty times on one day: after ten it is 303, whatever the order or its kind', async () => {
    const ask = (order: number) => ({
      form: { email: 'much@x.example', order_id: `M-${order}`, order_date: '2026-11-03', first_name: 'Ada' },
    });
    for (let order = 1; order <= 10; order += 1) await service.ok('addReviewRequest', shop, ask(order));
    await service.refused('addReviewRequest', shop, ask(11), 303, 400, /10 reviews within 24 hours/);
    const ofProducts = { form: { ...ask(12).form, product_skus: 'K-1' } };
    await service.refused('addProductReviewRequest', shop, ofProducts, 303, 400);
    await service.ok('addReviewRequest', shop, ask(10));
    const other = { form: { ...ask(11).form, email: 'other@x.example' } };
    await service.ok('addReviewRequest', shop, other);
    service.clock.advance(24 * HOUR);
    await service.ok('addReviewRequest', shop, ask(11));
  });
});
