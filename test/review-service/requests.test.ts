/** Requests to review an order: asked for, mailed, withdrawn, and stopped by whoever was asked. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryDatabase, TestService, type Given } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, until, type ReceivedMail } from '../support/smtp.ts';

const shop = 'a.example';
const order: Given = {
  email: 'Jane@x.example',
  order_id: 'A-1',
  order_date: '2026-11-03',
  first_name: 'Jane',
  last_name: 'Doe',
};

onEveryDatabase((place) => {
  let mails: TestMailServer;
  let service: TestService;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), {
      smtpUrl: mails.url,
      publicUrl: 'https://reviews.a.example',
    }).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) => db.updateTable('business').set({ name: 'Käse & Co' }).execute());
    for (const [sku, title] of [
      ['S-1', 'Blue <b>mug</b>'],
      ['S-2', 'Red mug from evil.test'],
    ])
      await service.ok('addProduct', shop, { form: { sku: sku!, title: title! } });
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const ask = (form: Given) => service.ok('addReviewRequest', shop, { form: { ...order, ...form } });
  const askForProducts = (form: Given) =>
    service.ok('addProductReviewRequest', shop, { form: { ...order, product_skus: 'S-1,S-2', ...form } });
  /** The mails to one address, once the outbox is empty. */
  const mailsTo = async (address: string): Promise<ReceivedMail[]> => {
    await until('the outbox is empty', () => service.mails().then((waiting) => waiting.length === 0));
    return mails.received.filter(({ to }) => to.includes(address));
  };
  const linkIn = (mail: ReceivedMail, page: string) =>
    new RegExp(`https://reviews\\.a\\.example(/${page}/a\\.example/[\\w-]{43})`).exec(partOf(mail, 'text/plain'))![1]!;

  test('a request is a mail with a link, in the language of the customer, and without anything that is not ours', async () => {
    assert.deepEqual(await ask({ language: 'de-AT' }), { status: 'OK', success: true });
    const [mail, ...others] = await mailsTo('jane@x.example');
    assert.equal(others.length, 0);
    assert.equal(headerOf(mail!, 'To'), 'Jane Doe <jane@x.example>');
    assert.equal(headerOf(mail!, 'Subject'), 'Wie war es bei Käse & Co?');
    assert.match(
      partOf(mail!, 'text/plain'),
      /Guten Tag Jane,[\s\S]*am 3\. November 2026 bei Käse & Co bestellt \(Bestellung A-1\)/,
    );
    assert.match(partOf(mail!, 'text/html'), /<html lang="de" dir="ltr">[\s\S]*Bewertung schreiben/);
    assert.equal((await fetch(service.url + linkIn(mail!, 'request'))).status, 200);
    assert.equal(headerOf(mail!, 'List-Unsubscribe'), `<https://reviews.a.example${linkIn(mail!, 'stop')}>`);
    assert.equal(headerOf(mail!, 'List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
  });

  test('the same customer and order again is the same request, and no second mail', async () => {
    await ask({ email: 'JANE@x.example', language: 'de' });
    assert.equal((await mailsTo('jane@x.example')).length, 1);
    assert.deepEqual(
      (await service.ok('removeReviewRequest', shop, { form: { email: 'jane@X.example', order_id: 'A-1' } }))
        .removed_order_ids,
      ['A-1'],
    );
    assert.equal(
      (await fetch(service.url + linkIn((await mailsTo('jane@x.example'))[0]!, 'request'))).status,
      404,
      'its link is gone with it',
    );
  });

  test('with return_link the link is answered, and no mail is sent; each answer has a link that works', async () => {
    const first = await ask({ email: 'link@x.example', return_link: 1 });
    const second = await ask({ email: 'link@x.example', return_link: 1 });
    assert.notEqual(first.link, second.link);
    for (const { link } of [first, second]) {
      assert.match(link!, /^https:\/\/reviews\.a\.example\/request\/a\.example\/[\w-]{43}$/);
      assert.equal((await fetch(service.url + new URL(link!).pathname)).status, 200);
    }
    assert.deepEqual(await mailsTo('link@x.example'), []);
    await ask({ email: 'link@x.example' });
    assert.equal((await mailsTo('link@x.example')).length, 1, 'asked for later, it is mailed');
  });

  test('a request for a phone number alone is kept, and its link answered, since nothing sends text messages', async () => {
    const form = { order_id: 'A-1', order_date: '2026-11-03', phone: '+49 (30) 1234-5' };
    const { link } = await service.ok('addReviewRequest', shop, { form });
    assert.equal((await fetch(service.url + new URL(link!).pathname)).status, 200);
    await service.ok('addReviewRequest', shop, { form: { ...form, phone: '+49 30 12345' } });
    const kept = await service.withDatabase((db) =>
      db.selectFrom('review_request').select('recipient').where('email', 'is', null).execute(),
    );
    assert.deepEqual(
      kept.map(({ recipient }) => recipient),
      ['tel:+493012345'],
    );
  });

  test('what is missing or malformed is named', async () => {
    const refused = (form: Given, code: number, http: number, reason: RegExp) =>
      service.refused('addReviewRequest', shop, { form }, code, http, reason);
    await refused({ order_id: 'A', order_date: '2026-11-03' }, 302, 400, /email/);
    await refused({ email: 'a@x.example', order_date: '2026-11-03' }, 302, 400, /order_id/);
    await refused({ email: 'a@x.example', order_id: 'A' }, 302, 400, /order_date/);
    await refused({ ...order, order_date: '2026-02-30' }, 306, 400, /order_date/);
    await refused({ ...order, email: 'a@x.example\r\nRCPT TO:<evil@e.test>' }, 306, 400, /email/);
    await refused({ ...order, return_link: 'maybe' }, 306, 400, /return_link/);
    await service.refused('addProductReviewRequest', shop, { form: order }, 302, 400, /product_skus/);
    await service.refused(
      'addProductReviewRequest',
      shop,
      { form: { ...order, product_skus: ' , ' } },
      302,
      400,
      /product_skus/,
    );
    await service.refused(
      'addProductReviewRequest',
      shop,
      { form: { ...order, product_skus: 'S-1,S-9' } },
      401,
      404,
      /S-9/,
    );
    await service.ok('addProduct', shop, { form: { sku: 'M, blue', title: 'Mug' } });
    for (const product_skus of ['M, blue', 'S-1,M, blue'])
      await service.refused(
        'addProductReviewRequest',
        shop,
        { form: { ...order, product_skus } },
        306,
        400,
        /product_skus cannot name a product whose sku has a comma: M, blue/,
      );
  });

  test('a request for products names them as text, and answers a link for each; product_sku is taken too', async () => {
    assert.deepEqual(await askForProducts({ email: 'shopper@x.example' }), { status: 'OK', success: true });
    const [mail] = await mailsTo('shopper@x.example');
    assert.match(
      partOf(mail!, 'text/plain'),
      /> Blue <b>mug<\/b>\r?\nhttps:\S+\?lang=en&sku=S-1\r?\n\r?\n> Red mug from evil\. test\r?\nhttps:/,
    );
    assert.doesNotMatch(partOf(mail!, 'text/html'), /<b>mug|evil\.test/);
    const form = {
      email: 'shopper@x.example',
      order_id: 'A-1',
      order_date: '2026-11-03',
      product_sku: 'S-2',
      return_link: 1,
    };
    const { link, links } = await service.ok('addProductReviewRequest', shop, { form });
    assert.deepEqual(links, { 'S-2': `${link}?sku=S-2` });
  });

  test('removing names the orders; where there is nothing to remove it is 309 and 310, also for another business', async () => {
    await ask({ email: 'r@x.example', order_id: 'one', return_link: 1 });
    await ask({ email: 'r@x.example', order_id: 'two', return_link: 1 });
    await askForProducts({ email: 'r@x.example', order_id: 'three', return_link: 1 });
    await askForProducts({ email: 'r@x.example', order_id: 'four', return_link: 1 });
    const other = await service.account('b.example');
    await service.refused(
      'removeReviewRequest',
      'b.example',
      { form: { email: 'r@x.example' }, token: other },
      309,
      404,
    );
    await service.refused(
      'removeProductReviewRequest',
      'b.example',
      { form: { email: 'r@x.example' }, token: other },
      310,
      404,
    );

    const remove = async (form: Given) =>
      (
        await service.ok('removeReviewRequest', shop, { form: { email: 'r@x.example', ...form } })
      ).removed_order_ids.toSorted();
    assert.deepEqual(await remove({}), ['one', 'two']);
    await service.refused('removeReviewRequest', shop, { form: { email: 'r@x.example' } }, 309, 404);

    const removeProducts = async (form: Given) =>
      (
        await service.ok('removeProductReviewRequest', shop, { form: { email: 'r@x.example', ...form } })
      ).removed_order_ids.toSorted();
    assert.deepEqual(await removeProducts({ product_sku: 'S-1', order_id: 'three' }), ['three']);
    await service.refused(
      'removeProductReviewRequest',
      shop,
      { form: { email: 'r@x.example', product_sku: 'S-1', order_id: 'three' } },
      310,
      404,
    );
    assert.deepEqual(
      await removeProducts({ order_id: 'three' }),
      ['four', 'three'],
      'where sku or order is left out, all of the address',
    );
    await service.refused('removeProductReviewRequest', shop, { form: { email: 'r@x.example' } }, 310, 404);
  });

  test('a mail that was not delivered yet goes with its request', async () => {
    mails.behaviour = 'busy';
    try {
      await ask({ email: 'late@x.example' });
      await service.ok('removeReviewRequest', shop, { form: { email: 'late@x.example' } });
      assert.deepEqual(await service.mails(), []);
    } finally {
      mails.behaviour = 'accept';
    }
  });

  test('opening the link of a mail stops nothing; one POST does, and from then on nobody is asked again', async () => {
    await ask({ email: 'no@x.example' });
    const [mail] = await mailsTo('no@x.example');
    const page = service.url + linkIn(mail!, 'stop');
    const opened = await fetch(page, { headers: { 'accept-language': 'de' } });
    assert.match(await opened.text(), /<html lang="de" dir="ltr">[\s\S]*Keine E-Mails mehr/);
    await ask({ email: 'no@x.example', order_id: 'A-2' });
    assert.equal((await mailsTo('no@x.example')).length, 2, 'a GET changed nothing');

    const stopped = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      redirect: 'error',
    });
    assert.equal(stopped.status, 200);
    // RFC 8058 names two types, and mail programs use whatever their library does.
    for (const type of [
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json',
      'application/octet-stream',
      '-',
      '',
    ]) {
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      const body = Buffer.from('List-Unsubscribe=One-Click');
      const again = await fetch(page, { method: 'POST', headers, body });
      assert.equal(again.status, 200, type);
    }
    assert.match(await stopped.text(), /Done/);
    await ask({ email: 'NO@x.example', order_id: 'A-3' });
    await askForProducts({ email: 'no@x.example', order_id: 'A-4' });
    assert.equal((await mailsTo('no@x.example')).length, 2);
    const { link } = await ask({ email: 'no@x.example', order_id: 'A-5', return_link: 1 });
    assert.ok(link, 'the shop may still hand out a link');
    assert.ok(
      (await service.withDatabase((db) => db.selectFrom('mail_stop').selectAll().execute())).every(
        (stop) => !JSON.stringify(stop).includes('no@x'),
      ),
    );
  });
});
