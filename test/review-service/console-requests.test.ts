/** Asking for reviews in the console: by hand, by a file, once more, and as a test to oneself. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { languages } from '../../review-service/letters/wording/index.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { headerOf, partOf, TestMailServer, type ReceivedMail } from '../support/smtp.ts';

const shop = 'a.example';
const email = `owner@${shop}`;
const REQUESTS = '/console/requests';
const MINUTE = 60_000;
const header = 'email,order_id,order_date,first_name,last_name,product_skus,language\n';

onSqliteFirst((place) => {
  let mails: TestMailServer;
  let service: TestService;
  let someone: ConsoleBrowser;
  before(async () => {
    mails = await new TestMailServer().start();
    service = await new TestService(await place(), { smtpUrl: mails.url, publicUrl: 'http://console.example' }).start();
    service.token = await service.account(shop);
    const links: Record<string, string> = { 'MUG-1': 'https://a.example/mug', 'POT-1': '' };
    for (const [sku, product_link] of Object.entries(links))
      await service.ok('addProduct', shop, { form: { sku, title: `<b>${sku}</b>`, product_link } });
    someone = await new ConsoleBrowser(service.url).signIn(email);
  });
  after(async () => {
    await service.stop();
    await mails.stop();
  });

  const sendFile = (content: string) => {
    const form = new FormData();
    form.set('file', new Blob([content]), 'orders.csv');
    return someone.send(`${REQUESTS}/check`, form);
  };
  const byHand = (more: Record<string, string> = {}) =>
    someone.send(`${REQUESTS}/new`, {
      email: 'hand@x.example',
      order_id: '1',
      order_date: '2026-11-03',
      product_skus: 'MUG-1\nPOT-1',
      first_name: 'Hanna',
      last_name: 'Doe',
      language: '',
      ...more,
    });
  /** The value of a hidden field of the page. */
  const fieldOf = (name: string) =>
    new RegExp(`<input type="hidden" name="${name}" value="([^"]*)">`)
      .exec(someone.text)?.[1]
      ?.replaceAll('&#43;', '+');
  const shown = () => someone.text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const mailsLeave = async () => {
    service.clock.advance(MINUTE);
    await service.clock.passUntil('the outbox is empty', async () => (await service.mails()).length === 0);
  };
  const mailsTo = (address: string): ReceivedMail[] => mails.received.filter(({ to }) => to.includes(address));
  const rowOf = async (address: string): Promise<string> => {
    await someone.open(`${REQUESTS}?q=${encodeURIComponent(address)}`);
    return /<ul class="plain rows">(.*?)<\/ul>/s.exec(someone.text)?.[1] ?? '';
  };

  test('a file is shown before anybody is asked, and what was asked is taken back within a minute', async () => {
    await sendFile(
      `${header}jane@x.example,1,2026-11-03,Jane,Doe,MUG-1,\nli@x.example,2,2026-11-03,Li,,NONE,\nmo@x.example,3,2026-11-03,,,"MUG-1\nPOT-1",de\n`,
    );
    assert.equal(someone.status, 200);
    assert.match(shown(), /2 customers would be asked.*Line 3 product_skus names a product that does not exist: NONE/);
    assert.match(shown(), /Jane Doe jane@x\.example · order 1 · MUG-1 · 2026-11-03/);
    assert.deepEqual(await service.mails(), []);
    const orders = fieldOf('orders')!;

    await someone.send(`${REQUESTS}/send`, { orders });
    assert.match(shown(), /2 customers are asked\. The mails leave in a minute\. Undo/);
    assert.equal((await service.mails()).length, 2);
    await someone.send(`${REQUESTS}/undo`, { at: fieldOf('at')! });
    assert.match(shown(), /2 mails were taken back/);
    assert.deepEqual(await service.mails(), []);
    assert.equal(await rowOf('jane@x.example'), '');

    await someone.send(`${REQUESTS}/send`, { orders });
    const at = fieldOf('at')!;
    await mailsLeave();
    assert.equal(mailsTo('jane@x.example').length, 1);
    await someone.send(`${REQUESTS}/undo`, { at });
    assert.match(shown(), /The mail has left already/);
    assert.match(await rowOf('jane@x.example'), />Sent</);
  });

  test('a file that cannot be read, or is none, is refused where it was chosen', async () => {
    await sendFile(`${header}"jane@x.example,1\n`);
    assert.deepEqual([someone.status, /Line 2: a quotation mark is opened/.test(shown())], [400, true]);
    await someone.send(`${REQUESTS}/check`, {});
    assert.deepEqual([someone.status, /Choose a file first/.test(shown())], [400, true]);
    for (const orders of ['', 'bm9uc2Vuc2U=']) {
      await someone.send(`${REQUESTS}/send`, { orders });
      assert.equal(someone.status, 400);
    }
  });

  test('one order is asked about by hand, by the rules of a call, and what is wrong is said beside what was typed', async () => {
    await byHand({ order_date: '3 November' });
    assert.equal(someone.status, 400);
    assert.match(shown(), /order_date must be/);
    assert.match(someone.text, /value="3 November"/);
    await byHand();
    assert.match(shown(), /1 customer is asked\./);
    await byHand();
    assert.deepEqual([someone.status, /was asked about this order already/.test(shown())], [400, true]);
    await mailsLeave();
    const [mail, ...others] = mailsTo('hand@x.example');
    assert.deepEqual([headerOf(mail!, 'To'), others.length], ['Hanna Doe <hand@x.example>', 0]);
    await rowOf('hand@x.example');
    assert.match(shown(), /order 1 · MUG-1, POT-1 · /);
  });

  test('a customer is reminded once, and never who wants no more mail', async () => {
    const idOf = async (address: string) => {
      await rowOf(address);
      return fieldOf('id');
    };
    const id = (await idOf('hand@x.example'))!;
    await someone.send(`${REQUESTS}/remind`, { id });
    assert.match(shown(), /The reminder leaves in a minute/);
    await mailsLeave();
    assert.deepEqual(
      mailsTo('hand@x.example').map((mail) => headerOf(mail, 'Subject')?.startsWith('Reminder: ')),
      [false, true],
    );
    assert.equal(await idOf('hand@x.example'), undefined, 'there is no button any more');
    await someone.send(`${REQUESTS}/remind`, { id });
    assert.match(shown(), /No reminder was sent/);

    const other = (await idOf('jane@x.example'))!;
    const stop = /http:\/\/console\.example(\/stop\/\S+?)\?/.exec(
      partOf(mailsTo('jane@x.example')[0]!, 'text/plain'),
    )![1]!;
    assert.equal((await fetch(service.url + stop, { method: 'POST' })).status, 200);
    await someone.send(`${REQUESTS}/remind`, { id: other });
    assert.match(shown(), /No reminder was sent/);
    await byHand({ email: 'jane@x.example', order_id: '7' });
    assert.deepEqual([someone.status, /wants no such mails/.test(shown())], [400, true]);
    await mailsLeave();
    assert.equal(mailsTo('jane@x.example').length, 1);
  });

  test('a review says when it was asked for, and when the link in the mail was opened', async () => {
    const [mail, reminder] = mailsTo('hand@x.example');
    const link = /http:\/\/console\.example(\/request\/\S+?)\?/;
    const [, first = ''] = link.exec(partOf(mail!, 'text/plain'))!;
    assert.notEqual(link.exec(partOf(reminder!, 'text/plain'))![1], first);
    await fetch(service.url + first);
    const form = new FormData();
    const written = { rating: '5', title: 'Holds', content: 'Tea stays in it.' };
    for (const [name, value] of Object.entries(written)) form.set(`product-0-${name}`, value);
    form.set('name', 'Hanna Doe');
    await fetch(service.url + first, { method: 'POST', body: form });
    assert.match(await rowOf('hand@x.example'), /Review written/);
    const { product_reviews: reviews } = await service.ok('listProductReviews', shop);
    await someone.open(`/console/reviews/${reviews[0]!.id}`);
    assert.match(shown(), /asked for a review .*reminded .*the link in the mail was opened .*written/);
  });

  test('another shop sees and reminds nobody', async () => {
    await rowOf('mo@x.example');
    const id = fieldOf('id')!;
    await service.account('b.example');
    const other = await new ConsoleBrowser(service.url).signIn('owner@b.example');
    await other.open(REQUESTS);
    assert.match(other.text, /Nobody has been asked yet/);
    await other.send(`${REQUESTS}/remind`, { id });
    assert.match(other.text, /No reminder was sent/);
    await other.open(`${REQUESTS}/qr?sku=MUG-1`);
    assert.equal(other.status, 404);
  });

  test('the mail is shown in each language, without a script, and sent as a test to oneself', async () => {
    for (const language of languages) {
      await someone.open(`${REQUESTS}/mail?language=${language}`);
      const frame = /<iframe [^>]*src="([^"]*)"/.exec(someone.text)![1]!;
      await someone.open(frame);
      assert.match(someone.text, new RegExp(`<html lang="${language}"`));
      assert.match(someone.text, /&#60;b&#62;MUG-1/);
      assert.match(
        someone.headers.get('content-security-policy')!,
        /^default-src 'none'; style-src 'sha256-.*sandbox$/,
      );
      assert.doesNotMatch(someone.headers.get('content-security-policy')! + someone.text, /unsafe-| style="/);
    }
    await someone.send(`${REQUESTS}/mail/test`, { language: 'de' });
    assert.match(shown(), new RegExp(`A test is on its way to ${email}`));
    await mailsLeave();
    const [mail] = mailsTo(email);
    assert.match(headerOf(mail!, 'Subject')!, /^Wie gefällt Ihnen Ihre Bestellung/);
    assert.match(partOf(mail!, 'text/plain'), /http:\/\/console\.example\/console\/requests\/mail/);
  });

  test('requests whose mail was refused are in the inbox, until another is, or for later', async () => {
    const refuse = async (order: string) => {
      const { behaviour } = mails;
      mails.behaviour = 'refuse recipient';
      await byHand({ email: 'wrong@x.example', order_id: order });
      await mailsLeave();
      mails.behaviour = behaviour;
    };
    await refuse('41');
    await someone.open('/console/inbox?kind=request');
    assert.match(shown(), /1 request did not arrive.*their mail was refused/);
    assert.match(someone.text, /href="\/console\/requests\?state=refused"/);
    const fields = { kind: fieldOf('kind')!, revision: fieldOf('revision')!, until: 'week' };
    await someone.send('/console/inbox/later', fields);
    assert.doesNotMatch(shown(), /did not arrive/);
    await refuse('42');
    await someone.open('/console/inbox');
    assert.match(shown(), /2 requests did not arrive/);
  });

  test('where the shop has chosen so, who did not answer is reminded once by itself', async () => {
    const DAY = 1_440 * MINUTE;
    const remindersTo = (address: string) =>
      mailsTo(address).filter((mail) => headerOf(mail, 'Subject')?.startsWith('Reminder: ')).length;
    await byHand({ email: 'before@x.example', order_id: '50' });
    service.clock.advance(4 * DAY);
    await someone.signIn(email);
    await someone.send(`${REQUESTS}/mail/reminders`, { days: '3' });
    assert.match(shown(), /Saved\..*At most|Saved\..*at most 10 mails a day/);
    await byHand({ email: 'late@x.example', order_id: '51' });
    await byHand({ email: 'stopped@x.example', order_id: '52' });
    await mailsLeave();
    const text = partOf(mailsTo('stopped@x.example')[0]!, 'text/plain');
    const stop = /http:\/\/console\.example(\/stop\/\S+?)\?/.exec(text)![1]!;
    assert.equal((await fetch(service.url + stop, { method: 'POST' })).status, 200);
    service.clock.advance(2 * DAY);
    await mailsLeave();
    assert.equal(remindersTo('late@x.example'), 0, 'not yet');
    service.clock.advance(DAY);
    await service.clock.passUntil('the reminder came', () => remindersTo('late@x.example') > 0);
    service.clock.advance(4 * DAY);
    await mailsLeave();
    assert.deepEqual(
      ['late', 'stopped', 'before'].map((name) => remindersTo(`${name}@x.example`)),
      [1, 0, 0],
    );
    await someone.signIn(email);
  });

  test('a code leads to the page of a product, where the catalogue has its address', async () => {
    await someone.open(`${REQUESTS}/qr?sku=MUG-1`);
    assert.match(someone.text, /<svg class="qr".*<a href="https:\/\/a\.example\/mug"/s);
    await someone.open(`${REQUESTS}/qr?sku=POT-1`);
    assert.match(shown(), /The catalogue has no address/);
    await someone.open(`${REQUESTS}/qr?sku=NONE`);
    assert.equal(someone.status, 404);
  });

  test('a list is filtered by its address', async () => {
    await someone.open(`${REQUESTS}?state=unsubscribed`);
    assert.match(shown(), /1 request jane@x|1 request Hanna Doe jane@x/);
    await someone.open(`${REQUESTS}?state=written&q=hanna`);
    assert.match(shown(), /1 request .*hand@x\.example/);
    await someone.open(`${REQUESTS}?q=nobody`);
    assert.match(shown(), /0 requests No request is like this/);
  });
});
