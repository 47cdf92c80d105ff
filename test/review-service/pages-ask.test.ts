/** The page where a shopper asks about a product, as a browser without JavaScript uses it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LONGEST_QUESTION } from '../../contract/endpoints/limits.ts';
import { languages } from '../../review-service/letters/wording/index.ts';
import { png } from '../support/pictures.ts';
import { onSqliteFirst, TestService, type Given } from '../support/review-service.ts';

const shop = 'a.example';
const DAY = 86_400_000;
const filled: Given = {
  question: 'Is it heavy?\r\nAnd how <b>much</b>?',
  name: 'Jane van Doe',
  email: 'jane@x.example',
};

onSqliteFirst((place) => {
  let service: TestService;
  let page: string;
  let url: string;
  before(async () => {
    service = await new TestService(await place()).start();
    const token = await service.account(shop);
    await service.account('b.example');
    service.token = token;
    const title = '<i>Mug</i> & "Cup"';
    await service.ok('addProduct', shop, { form: { sku: 'A&B ?1', title, product_link: 'https://a.example/mug' } });
    await service.withDatabase((db) => db.updateTable('business').set({ name: '<i>Shop</i>' }).execute());
    const form = new FormData();
    form.append('sku', 'A&B ?1');
    form.append('image', new Blob([new Uint8Array(await png())]), 'mug.png');
    await service.ok('addProductImage', shop, { form });
    ({ ask_url: page } = await service.ok('getWriteLink', shop));
    url = of('A&B ?1');
  });
  after(() => service.stop());

  const of = (sku: string, more: Record<string, string> = {}) =>
    `${page}?${new URLSearchParams({ sku, ...more }).toString()}`;
  const open = async (address = url, headers: Record<string, string> = {}) => {
    const response = await fetch(address, { headers });
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
  const questions = async () =>
    (await service.ok('listProductQuestions', shop, { query: { count: 100, filter: 'PUBLISHED' } })).questions;
  const hold = (held: 0 | 1) =>
    service.withDatabase((db) => db.updateTable('business').set({ hold_reviews: held }).execute());

  test('the page shows the product, runs no script, and is kept by no cache', async () => {
    const { response, text } = await open();
    assert.equal(response.status, 200);
    const policy = response.headers.get('content-security-policy')!;
    assert.ok(policy.startsWith("default-src 'none'; style-src 'sha256-"), policy);
    assert.ok(policy.includes(`img-src ${new URL(page).origin};`), policy);
    assert.ok(!policy.includes('script-src') && policy.includes("form-action 'self'"), policy);
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => response.headers.get(name)),
      ['no-store', 'no-referrer', 'noindex'],
    );
    assert.doesNotMatch(text, /<script|\son\w+=|style="|<i>/);
    assert.ok(text.includes('&#60;i&#62;Mug&#60;/i&#62; &#38; &#34;Cup&#34;'));
    const [, picture] = /<img src="([^"]+)" alt="" width="72"/.exec(text)!;
    assert.equal((await fetch(picture!)).status, 200);
    for (const id of ['question', 'name', 'email']) assert.ok(text.includes(`<label class="label" for="${id}">`), id);
    assert.match(text, /<textarea [^>]*id="question"[^>]*required maxlength="2000"/);
    assert.doesNotMatch(text, /id="email"[^>]* required/);
  });

  test('a question that is sent is published, the shop is told, and the e-mail address stays private', async () => {
    const { form } = await open();
    const response = await send({ ...filled, form });
    assert.equal(response.status, 303);
    const thanks = await open(new URL(response.headers.get('location')!, url).href);
    assert.match(thanks.text, /<h1>Thank you<\/h1>[\s\S]*Your question is published/);
    assert.ok(thanks.text.includes('href="https://a.example/mug"'), thanks.text);
    const [question] = await questions();
    assert.deepEqual(
      [question!.content, question!.author?.firstName, question!.author?.lastName, question!.product?.sku],
      ['Is it heavy?\nAnd how <b>much</b>?', 'Jane', 'D', 'A&B ?1'],
    );
    assert.ok(!JSON.stringify(question).includes('jane@'));
    await service.withDatabase(async (db) => {
      assert.ok(await db.selectFrom('author').selectAll().where('email', '=', 'jane@x.example').executeTakeFirst());
      const notices = await db.selectFrom('question_notice').select('question_id').execute();
      assert.deepEqual(
        notices.map(({ question_id }) => Number(question_id)),
        [question!.id],
      );
    });
  });

  test('the e-mail address may be left out', async () => {
    const { form } = await open();
    assert.equal((await send({ form, question: 'Without an address?', name: 'Ann' })).status, 303);
    assert.equal((await questions())[0]!.content, 'Without an address?');
  });

  test('the same form sent twice asks once', async () => {
    const { form } = await open();
    const before = (await questions()).length;
    const answers = await Promise.all([send({ ...filled, form }), send({ ...filled, form })]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await questions()).length, before + 1);
  });

  test('where the shop holds what is new, the question waits, and the page says so', async () => {
    await hold(1);
    const before = (await questions()).length;
    const { form, text } = await open();
    assert.ok(text.includes('The shop looks at new questions before they appear'));
    const response = await send({ ...filled, form, question: 'Held?' });
    const thanks = await open(new URL(response.headers.get('location')!, url).href);
    assert.match(thanks.text, /appears on the page of the product once they have looked at it/);
    await hold(0);
    assert.equal((await questions()).length, before);
    const waiting = await service.ok('listProductQuestions', shop, { query: { filter: 'PENDING' } });
    assert.deepEqual(
      waiting.questions.map(({ content }) => content),
      ['Held?'],
    );
  });

  test('a mistake is named at its field, nothing that was typed is lost, and nothing is stored', async () => {
    const before = (await questions()).length;
    const { form } = await open();
    const response = await send({ form, question: '</textarea><script>alert(1)</script>', name: '', email: 'jane' });
    const text = await response.text();
    assert.equal(response.status, 400);
    assert.match(text, /<title>Please look/);
    for (const name of ['name', 'email']) assert.ok(text.includes(`href="#${name}"`), name);
    assert.match(text, /aria-describedby="email-wrong email-hint"[^>]*aria-invalid="true" value="jane"/);
    assert.ok(text.includes('&#60;/textarea&#62;&#60;script&#62;alert(1)') && !text.includes('<script'), text);
    assert.ok(text.includes(`value="${form}"`));
    for (const [wrong, at] of [
      [{ question: '' }, 'question'],
      [{ question: '\u3164\u200b' }, 'question'],
      [{ name: '\u2060' }, 'name'],
      [{ question: 'x'.repeat(LONGEST_QUESTION + 1) }, 'question'],
      [{ question: 'a\0b' }, 'question'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ email: 'a@b.example\nBcc: all@c.example' }, 'email'],
      [{ website: 'https://spam.example' }, 'trap'],
    ] as const) {
      const refused = await send({ ...filled, form, ...wrong });
      assert.equal(refused.status, 400, JSON.stringify(wrong));
      assert.ok((await refused.text()).includes(`href="#${at}"`), at);
    }
    assert.equal((await questions()).length, before);
  });

  test('a link without a product, of another business, expired or made up leads nowhere', async () => {
    const [domain, hash] = [shop, page.split('/').at(-1)!];
    for (const [address, status] of [
      [page, 404],
      [of('NOPE'), 404],
      [of('a\0b'), 404],
      [`${url}&sku=other`, 404],
      [url.replace(hash, 'x'.repeat(hash.length)), 404],
      [url.replace(domain, 'b.example'), 404],
      [url.replace(domain, encodeURIComponent("'; drop table")), 404],
    ] as const) {
      assert.equal((await fetch(address)).status, status, address);
      assert.equal((await send({ ...filled, form: 'f' }, address)).status, status, address);
    }
    service.clock.advance(31 * DAY);
    const { response, text } = await open();
    assert.equal(response.status, 410);
    assert.match(text, /This link has expired/);
    assert.equal((await send({ ...filled, form: 'late' })).status, 410);
    ({ ask_url: page } = await service.ok('getWriteLink', shop));
    url = of('A&B ?1');
    assert.equal((await open()).response.status, 200);
  });

  test('every language has the page, in its direction, and keeps it after the question is sent', async () => {
    for (const language of languages) {
      const address = of('A&B ?1', { locale: language });
      const { text, form } = await open(address, { 'accept-language': 'en' });
      const direction = language === 'ar' ? 'rtl' : 'ltr';
      assert.ok(text.includes(`<html lang="${language}" dir="${direction}">`), language);
      const response = await send({ ...filled, form, question: `In ${language}?` }, address);
      const thanks = await open(new URL(response.headers.get('location')!, address).href);
      assert.ok(thanks.text.includes(`<html lang="${language}"`), language);
    }
  });

  test('one network asks a few questions in ten minutes, and is refused before more are read', async () => {
    service.clock.advance(DAY);
    const before = (await questions()).length;
    const { form } = await open();
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const body = new URLSearchParams({ form: `${form}${index}`, question: 'Flood, once more?', name: 'Ann' });
        return (await fetch(url, { method: 'POST', redirect: 'manual', body })).status;
      }),
    );
    assert.deepEqual(
      [statuses.filter((one) => one === 303).length, statuses.filter((one) => one === 429).length],
      [20, 5],
    );
    const all = await service.ok('listProductQuestions', shop, { query: { count: 100 } });
    const asked = all.questions.filter(({ content }) => content.startsWith('Flood'));
    assert.equal(asked.length, 20);
    assert.equal((await questions()).length, before + 3, 'short questions alike: the rest waits for the shop');
  });
});
