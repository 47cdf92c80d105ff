/** The page where a review of a business is written, as a browser without JavaScript uses it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const DAY = 86_400_000;
const filled: Given = {
  rating: 2,
  service: 4,
  title: 'Slow <b>post</b>',
  content: 'Came late.\r\nBut it came.',
  name: 'Jane van Doe',
  email: 'jane@x.example',
};

onSqliteFirst((place) => {
  let service: TestService;
  let url: string;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      db.updateTable('business').set({ name: '<i>Shop</i> & "Co"' }).where('domain', '=', shop).execute(),
    );
    ({ url } = await service.ok('getWriteLink', shop));
  });
  after(() => service.stop());

  const open = async (address = url) => {
    const response = await fetch(address);
    const text = await response.text();
    return { response, text, form: /name="form" value="([^"]+)"/.exec(text)?.[1] ?? '' };
  };
  const send = (fields: Given, address = url) => {
    service.clock.advance(60_000);
    return fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])),
    });
  };
  const reviews = () => service.ok('listReviews', shop, { query: { unpublished: 1, count: 100 } });

  test('the page runs its own script alone, loads nothing, sends its address nowhere, and is kept by no cache', async () => {
    const { response, text } = await open();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(
      response.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; img-src blob:; script-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(response.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const scripts = [...text.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, script]) => script!);
    assert.deepEqual(
      scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`),
      [/script-src (\S+);/.exec(response.headers.get('content-security-policy')!)![1]],
    );
    assert.doesNotMatch(text.replace(/<script type="module">/, ''), /<script|\son\w+=|style="|https?:/);
    assert.match(text, /<html lang="en" dir="ltr">/);
    assert.ok(text.includes('&#60;i&#62;Shop&#60;/i&#62; &#38; &#34;Co&#34;') && !text.includes('<i>Shop'));
  });

  test('every field has a label, stars are radios in a fieldset, and each choice has words', async () => {
    const { text } = await open();
    for (const id of ['title', 'content', 'name', 'email'])
      assert.match(text, new RegExp(`<label class="label" for="${id}">`));
    assert.equal(text.match(/<fieldset/g)?.length, 6);
    assert.match(text, /<legend>Your rating<\/legend>/);
    assert.match(
      text,
      /<input type="radio" id="rating-3" name="rating" value="3"  required><svg [^>]*>.*?<\/svg><span class="word">3 stars: All right<\/span>/,
    );
  });

  test('a review that is sent is published, with its aspects; the e-mail address stays private', async () => {
    const { form } = await open();
    const response = await send({ ...filled, form });
    assert.deepEqual([response.status, response.headers.get('location')], [303, `${url.split('/').at(-1)}/thanks`]);
    const thanks = await open(new URL(response.headers.get('location')!, url).href);
    assert.match(thanks.text, /<h1>Thank you<\/h1>[\s\S]*is published/);
    const [review] = await service.ok('listReviews', shop);
    assert.deepEqual(
      [review?.title, review?.content, review?.author?.firstName, review?.author?.lastName, review?.author?.email],
      ['Slow <b>post</b>', 'Came late.\nBut it came.', 'Jane', 'D', null],
    );
    assert.deepEqual(
      review?.rating.map(({ type, rating }) => [type, rating]),
      [
        ['overall', 2],
        ['service', 4],
        ['value', null],
        ['shipping', null],
        ['returns', null],
        ['quality', null],
      ],
    );
    assert.ok(!JSON.stringify(review).includes('jane@'));
    await service.withDatabase(async (db) => {
      assert.ok(await db.selectFrom('author').selectAll().where('email', '=', 'jane@x.example').executeTakeFirst());
    });
  });

  test('the same form sent twice is one review', async () => {
    const { form } = await open();
    const before = (await reviews()).length;
    const answers = await Promise.all([send({ ...filled, form }), send({ ...filled, form })]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await reviews()).length, before + 1);
  });

  test('a mistake is named at its field, and nothing that was typed is lost', async () => {
    const before = (await reviews()).length;
    const { form } = await open();
    const response = await send({ ...filled, form, rating: 9, email: 'jane', title: '"><script>alert(1)</script>' });
    const text = await response.text();
    assert.equal(response.status, 400);
    assert.match(text, /<title>Please look/);
    assert.match(text, /href="#email">Give an e-mail address/);
    assert.match(text, /href="#rating-1">/);
    assert.match(text, /aria-describedby="email-wrong email-hint"[^>]*aria-invalid="true" value="jane"/);
    assert.match(text, /value="&#34;&#62;&#60;script&#62;alert\(1\)/);
    assert.match(text, /<textarea[^>]*>\nCame late\.\nBut it came\.<\/textarea>/);
    assert.match(text, /id="service-4" name="service" value="4" checked/);
    assert.ok(text.includes(`value="${form}"`));
    const empty = await (await send({ form })).text();
    for (const name of ['rating-1', 'title', 'content', 'name', 'email'])
      assert.ok(empty.includes(`href="#${name}"`), name);
    assert.equal((await send({ ...filled, form, website: 'http://spam.example' })).status, 400);
    assert.equal((await send({ ...filled, form, content: 'x'.repeat(10_001) })).status, 400);
    assert.equal((await reviews()).length, before);
  });

  test('reading the page changes nothing, and HEAD works', async () => {
    const before = (await reviews()).length;
    await fetch(`${url}?rating=5&title=x&content=x&name=x&email=x@x.example`);
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 200);
    assert.equal((await reviews()).length, before);
  });

  test('where reviews are held, the page says so, and the review waits', async () => {
    const hold = (value: 0 | 1) =>
      service.withDatabase((db) =>
        db.updateTable('business').set({ hold_reviews: value }).where('domain', '=', shop).execute(),
      );
    await hold(1);
    const { form, text } = await open();
    assert.match(text, /Send review/);
    await send({ ...filled, form, title: 'Waits' });
    const waiting = (await reviews()).find(({ title }) => title === 'Waits');
    assert.equal(waiting?.published, 'pending');
    assert.ok((await service.ok('listReviews', shop)).every(({ title }) => title !== 'Waits'));
    await hold(0);
  });

  test('a broken link is a page with 404, also under another business; a body that is no form is a page too', async () => {
    await service.account('b.example');
    for (const wrong of [
      url.slice(0, -1),
      url.replace(shop, 'b.example'),
      url.replace(shop, 'nowhere.example'),
      url.replace(shop, '..%2f'),
    ]) {
      const { response, text } = await open(wrong);
      assert.equal(response.status, 404);
      assert.match(text, /This link does not work/);
      assert.equal((await send(filled, wrong)).status, 404);
    }
    const response = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
    assert.equal(response.status, 415);
    assert.match(response.headers.get('content-type')!, /text\/html/);
  });

  test('robots are slowed: more than 20 reviews from one address in ten minutes are 429', async () => {
    service.clock.advance(DAY / 2);
    const { form } = await open();
    const statuses = [];
    for (let sent = 0; sent < 21; sent++) {
      const response = await send({ ...filled, form: `${form}${sent}` });
      service.clock.advance(-60_000);
      statuses.push(response.status);
      if (response.status === 429) assert.match(response.headers.get('retry-after')!, /^\d+$/);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 303), 429]);
    // Photos of one more are not even read: it is refused by its head.
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1_000_000 };
    const unread = request(url, { method: 'POST', headers }).on('error', () => {});
    unread.flushHeaders();
    const [refused] = (await once(unread, 'response', { signal: AbortSignal.timeout(60_000) })) as [IncomingMessage];
    assert.equal(refused.statusCode, 429);
    unread.destroy();
    service.clock.advance(DAY / 24);
  });

  test('after 30 days the link says that it expired, and takes nothing', async () => {
    const before = (await reviews()).length;
    const { form } = await open();
    service.clock.advance(30 * DAY);
    const { response, text } = await open();
    assert.equal(response.status, 410);
    assert.match(text, /This link has expired/);
    assert.equal((await send({ ...filled, form })).status, 410);
    assert.equal((await reviews()).length, before);
  });
});
