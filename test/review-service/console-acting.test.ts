/** Single photos, messages, what is put off and how somebody likes to work, by a browser without JavaScript. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { script } from '../../review-service/console/frame/script.ts';
import { styles } from '../../review-service/console/frame/styles.ts';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const KIB = 1_024;

test('the script is at most 4 kB, packed', () => {
  assert.ok(brotliCompressSync(script).length <= 4 * KIB);
});

onSqliteFirst((place) => {
  let service: TestService;
  let browser: ConsoleBrowser;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: Array.from({ length: 60 }, (_, at) => ({
          id: at + 1,
          product: { sku: 'MUG' },
          title: `Number ${at + 1}`,
          content: `${'It holds what one pours, and a little more of it each day. '.repeat(2)}${at * 7919}`,
        })),
        reviews: [{ reviewNo: 1, title: 'Quick', content: 'It came the next day' }],
      }),
    );
  });
  after(() => service.stop());
  beforeEach(async () => {
    browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });

  const written = async (email = 'jane@customers.example') => {
    const form = new FormData();
    const fields = { sku: 'MUG', title: 'Chipped', content: 'It came chipped', rating: '4', first_name: 'Jane', email };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    for (const [at, side] of [40, 60].entries())
      form.set(`image${at + 1}`, new Blob([new Uint8Array(await png(side, side))]), `${at}.png`);
    const { product_review: review } = await service.ok('addProductReview', shop, { form });
    return review;
  };
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(browser.text)?.[1] ?? '';
  const decide = (path: string, fields: Record<string, string> = {}) =>
    browser.send(`/console${path}`, { revision: valueOf('revision'), ...fields });
  const undo = () => browser.send('/console/undo', { act: valueOf('act'), back: valueOf('back') });
  const listed = async (id: number) => {
    const { product_reviews: reviews } = await service.ok('listProductReviews', shop, { query: { sku: 'MUG' } });
    return reviews.find((review) => review.id === id)!;
  };

  test('a single photo is hidden for a reason, its author is told, and Undo takes both back', async () => {
    const review = await written();
    const path = `/reviews/${review.id}`;
    const [first, second] = review.images.map(({ original }) => new URL(original).pathname);
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-photo`, { photo: '0', reason: 'because' });
    assert.equal(browser.status, 400, 'a reason that is none');
    await browser.open(`/console${path}`);
    const stale = valueOf('revision');
    await decide(`${path}/hide-photo`, { photo: '0', reason: 'personal data' });
    assert.match(browser.text, /The photo is hidden\./);
    assert.match(browser.text, /photo hidden.*owner@shop\.example.*Personal data/s);
    assert.match(browser.text, /It came chipped/, 'the words stay');
    const [mail] = await service.mails();
    assert.equal(mail!.due_at - service.clock.now, 60_000);
    const shown = await listed(review.id);
    assert.deepEqual(
      shown.images.map(({ original }) => new URL(original).pathname),
      [second],
    );
    const status = async (address: string) => (await fetch(new URL(address, service.url))).status;
    assert.deepEqual([await status(first!), await status(second!)], [404, 200], 'nobody finds it by its address');
    assert.equal((await browser.open(`/console${path}/photo/0`)).headers.get('content-type'), 'image/jpeg');
    await browser.open(`/console${path}/photo/7`);
    assert.equal(browser.status, 404);
    await browser.send(`/console${path}/hide-photo`, { revision: stale, photo: '1', reason: 'spam' });
    assert.deepEqual([browser.status, /its photos/.test(browser.text)], [409, true]);
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-photo`, { photo: '9', reason: 'spam' });
    assert.equal(browser.status, 409, 'a photo that it has not');
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-photo`, { photo: '1', reason: 'spam' });
    assert.deepEqual((await listed(review.id)).images, []);
    await undo();
    await browser.open(`/console${path}`);
    await decide(`${path}/publish-photo`, { photo: '0' });
    assert.deepEqual([await status(first!), (await listed(review.id)).images.length], [200, 2]);
    await undo();
    assert.deepEqual([await status(first!), (await listed(review.id)).images.length], [404, 1], 'it is hidden again');
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-photo`, { photo: '1', reason: 'spam' });
    // Delivered meanwhile.
    await service.withDatabase((db) => db.deleteFrom('job').where('kind', '=', 'mail').execute());
    await undo();
    assert.equal((await service.mails()).length, 1, 'the author is told that it is shown again');
  });

  test('a photo that is hidden stays so through hiding and publishing its review, and goes with it', async () => {
    const review = await written('gone@customers.example');
    const path = `/reviews/${review.id}`;
    const address = new URL(new URL(review.images[0]!.original).pathname, service.url);
    await browser.open(`/console${path}`);
    await decide(`${path}/hide-photo`, { photo: '0', reason: 'spam' });
    await decide(`${path}/hide`, { reason: 'spam' });
    await decide(`${path}/publish`);
    assert.equal((await fetch(address)).status, 404);
    assert.equal((await listed(review.id)).images.length, 1);
    const key = address.pathname.split('/')[2]!;
    const files = () =>
      service.withDatabase((db) => db.selectFrom('image_file').select('key').where('key', '=', key).execute());
    assert.ok((await files()).length > 0);
    await service.ok('erasePersonalData', shop, { form: { email: 'gone@customers.example' } });
    assert.deepEqual(await files(), []);
  });

  test('a message goes to the author without an address in view, and Undo withdraws it while it waits', async () => {
    const email = 'asked@customers.example';
    const { id } = await written(email);
    const path = `/reviews/${id}`;
    const before = (await service.mails()).length;
    await browser.open(`/console${path}`);
    await decide(`${path}/message`, { text: ' ' });
    assert.equal(browser.status, 400);
    await decide(`${path}/message`, { text: 'We send you another one.' });
    assert.match(browser.text, /The message leaves in a minute\..*author told by mail.*message/s);
    const mail = (await service.mails()).at(-1)!;
    assert.equal(mail.due_at - service.clock.now, 60_000);
    const sent = async () =>
      (await service.ok('listMessages', shop, { query: { folder: 'sent' } })).messages.map(({ body }) => body);
    assert.deepEqual(await sent(), ['We send you another one.']);
    await undo();
    assert.match(browser.text, /Taken back\./);
    assert.deepEqual([await sent(), (await service.mails()).length], [[], before]);
    assert.doesNotMatch(browser.text, /class="what">author told by mail/);
    await decide(`${path}/message`, { text: 'Sent for good.' });
    await service.withDatabase((db) => db.deleteFrom('job').where('kind', '=', 'mail').execute());
    await undo();
    assert.deepEqual([browser.status, await sent()], [409, ['Sent for good.']], 'nobody unreads it');
    await browser.open('/console/reviews/1');
    assert.doesNotMatch(browser.text, /\/message"/, 'nobody knows an address');
    await decide('/reviews/1/message', { text: 'Hello' });
    assert.equal(browser.status, 409);
  });

  test('Undo leaves no word of a mail that it withdrew, though a decision takes its time', async () => {
    const { id } = await written('slow@customers.example');
    const path = `/reviews/${id}`;
    await browser.open(`/console${path}`);
    service.clock.tick = 1;
    await decide(`${path}/hide`, { reason: 'spam' });
    service.clock.tick = 0;
    assert.match(browser.text, /class="what">author told by mail/);
    await undo();
    assert.match(browser.text, /Taken back\./);
    assert.doesNotMatch(browser.text, /class="what">author told by mail/);
  });

  test('only what waits is put off, and then its page says until when', async () => {
    await browser.open('/console/reviews/1');
    assert.doesNotMatch(browser.text, /\/later"/, 'it waits for nobody');
    await service.ok('flagProductReview', shop, { form: { review_id: 1, reason: 'other', message: 'See' } });
    for (const [until, day] of [
      ['tomorrow', '21 Nov 2026'],
      ['week', '27 Nov 2026'],
    ] as const) {
      await browser.open('/console/reviews/1');
      assert.match(browser.text, /\/later"/);
      await decide('/reviews/1/later', { until });
      assert.match(browser.text, new RegExp(`Not in the inbox until ${day}\\.`));
      await undo();
    }
    await decide('/reviews/1/close-reports');
  });

  test('after an action the next comes, or somebody stays; keys are switched off, for this person alone', async () => {
    for (const id of [2, 3])
      await service.ok('flagProductReview', shop, { form: { review_id: id, reason: 'other', message: 'See' } });
    await browser.open('/console/reviews/2?in=inbox');
    assert.match(browser.text, /aria-keyshortcuts="h"[^>]*>Hide<kbd/);
    assert.match(browser.text, /<dialog class="help"/);
    await decide('/reviews/2/close-reports', { in: 'inbox' });
    assert.match(browser.path, /^\/console\/reviews\/3\?in=inbox&done=/);
    await browser.send('/console/settings/sign-in/keys', { after: 'stay' });
    assert.match(browser.text, /Saved\./);
    await browser.open('/console/reviews/3?in=inbox');
    assert.doesNotMatch(browser.text, /aria-keyshortcuts|<kbd|data-keys/);
    await decide('/reviews/3/close-reports', { in: 'inbox' });
    assert.match(browser.path, /^\/console\/reviews\/3\?in=inbox&done=/);
    await browser.send('/console/settings/sign-in/keys', { keys: '1', after: 'next' });
    assert.match((await browser.open('/console/reviews')).text, /aria-keyshortcuts="\/"/);
  });

  test('a reply is shown as the shop’s own element has it, without stars while its review is held', async () => {
    const text = 'Thank <you> & come again';
    await browser.send('/console/reviews/4/preview', { text });
    assert.match(browser.headers.get('content-security-policy')!, /frame-ancestors 'self'/);
    assert.match(browser.text, /<plaudit-product-reviews sku="MUG" business="shop\.example"><template shadowrootmode/);
    const [, data = ''] = /<script type="application\/json">(.*?)<\/script>/s.exec(browser.text) ?? [];
    const [[, , list]] = JSON.parse(data) as [
      [string, object, { product_reviews: [{ rating: unknown; reply: { content: string } }] }],
    ];
    assert.deepEqual([list.product_reviews[0].rating, list.product_reviews[0].reply.content], [5, text]);
    assert.match(browser.text, /Thank &#60;you&#62; &#38; come again/, 'and as plain words');
    assert.match(browser.text, /PLAUDIT_PROXY_URL/);
    await service.withDatabase((db) =>
      db.updateTable('product_review').set({ state: 0, published_at: null }).where('id', '=', 4).execute(),
    );
    await browser.send('/console/reviews/4/preview', { text });
    assert.doesNotMatch(browser.text, /"rating":\d|★/);
    await browser.send('/console/shop-reviews/1/preview', { text });
    assert.match(browser.text, /<plaudit-review-list business.*"comments":\[\{"reviewNo":1/s);
    await browser.send('/console/reviews/4711/preview', { text });
    assert.equal(browser.status, 404);
  });

  test('a reply is saved under a name, begins another one with its fields filled in, and is removed', async () => {
    const path = '/reviews/5';
    const fieldOf = () => /<textarea id="reply"[^>]*>\n?([^<]*)</.exec(browser.text)?.[1];
    const content = 'Dear {name}, thank you for {product} {and more}. Yours, {shop}';
    await browser.send(`/console${path}/save-reply`, { text: content, name: '' });
    assert.equal(browser.status, 400);
    assert.equal(fieldOf(), content, 'no word is lost');
    await browser.send(`/console${path}/save-reply`, { text: content, name: 'Thanks' });
    assert.equal(fieldOf(), 'Dear Kim L, thank you for Blue mug {and more}. Yours, shop.example');
    const [, id = ''] = /saved=([\w-]+)/.exec(browser.path) ?? [];
    assert.match((await browser.open(`/console/shop-reviews/1?saved=${id}`)).text, /thank you for the shop/);
    await browser.send(`/console${path}/save-reply`, { text: 'Shorter', name: 'Thanks' });
    assert.equal(browser.text.match(/<option value="[\w-]{36}"/g)?.length, 1, 'one of a name');
    assert.equal(fieldOf(), 'Shorter');
    await browser.open('/console/reviews/6');
    assert.equal(fieldOf(), '');
    await browser.send(`/console${path}/remove-reply`, { saved: id });
    assert.doesNotMatch(browser.text, /<option value="[\w-]{36}"/);
    for (let at = 0; at < 31; at++)
      await browser.send(`/console${path}/save-reply`, { text: 'One', name: `Name ${at}` }, { follow: false });
    assert.match(browser.text, /At most 30 replies are saved/);
  });

  test('a list of fifty is at most 20 kB with everything', async () => {
    const { text } = await browser.open('/console/reviews');
    assert.equal([...text.matchAll(/<li class="row"/g)].length, 50);
    const all = [text, styles, script].map((part) => brotliCompressSync(part).length);
    const sum = all.reduce((one, other) => one + other, 0);
    assert.ok(sum <= 20 * KIB, `${all.join(' + ')} bytes`);
    for (const [, path] of text.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]*)"/g)) {
      await browser.open(path!);
      assert.match(browser.headers.get('cache-control')!, /immutable/);
    }
  });
});
