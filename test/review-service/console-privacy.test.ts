/** A person is found at the console, shown with all that is kept about them, handed over as a file, and erased. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { onSqliteFirst, password, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';
/** Stands in everything that is Jane's. */
const mark = 'Zanzibar';
const jane = { username: 'jane-zanzibar', firstName: 'Jane', lastName: 'Z', email };

onSqliteFirst((place) => {
  let service: TestService;
  let browser: ConsoleBrowser;
  let review: number;
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    await service.moderator(shop, 'moderator@shop.example');
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: [{ id: 500, product: { sku: 'MUG' }, title: 'No address', content: 'At all', user: null }],
        reviews: [
          { reviewNo: 1, title: `${mark} shop`, source: 'API', author: jane },
          { reviewNo: 2, title: 'Another', author: { username: 'kim', firstName: 'Kim', lastName: 'K' } },
        ],
        productQuestions: [
          { id: 1, content: `${mark} asks`, product: { sku: 'MUG' }, author: jane },
          {
            id: 2,
            content: 'Blue?',
            product: { sku: 'MUG' },
            num_answers: 1,
            answers: [{ id: 1, content: `${mark} answers`, created: '2026-01-01 00:00:00', author: jane }],
          },
        ],
        questions: [{ id: 7, content: `${mark} wonders`, author: jane }],
      }),
    );
    const form = {
      sku: 'MUG',
      title: 'Fine',
      content: `${mark} writes`,
      rating: 5,
      first_name: 'Jane',
      last_name: 'Z',
    };
    review = (
      await service.ok('addProductReview', shop, {
        form: { ...form, email, order_id: `${mark}-1`, user_location: mark },
      })
    ).product_review.id;
    const asked = { email, order_id: `${mark}-2`, order_date: '2026-02-03', product_skus: 'MUG' };
    await service.ok('addProductReviewRequest', shop, { form: { ...asked, first_name: 'Jane', last_name: mark } });
    await service.ok('sendMessage', shop, { form: { review_no: 1, subject: mark, body: `${mark} is told` } });
    await service.ok('addReviewRequest', shop, {
      form: { email, order_id: `${mark}-3`, order_date: '2026-02-03', phone: '+49 30 555' },
    });
    const max = { email: 'max@customers.example', order_id: 'O-9', order_date: '2026-02-03' };
    await service.ok('addReviewRequest', shop, { form: { ...max, first_name: 'Max', last_name: 'Power' } });
  });
  after(() => service.stop());
  beforeEach(async () => {
    browser = await new ConsoleBrowser(service.url).signIn(`owner@${shop}`);
  });

  const find = (q: string) => browser.open(`/console/settings/privacy?q=${encodeURIComponent(q)}`);
  const revision = () => /name="revision" value="([^"]*)"/.exec(browser.text)?.[1] ?? '';
  const open = async () => {
    await find(email);
    assert.match(browser.path, /^\/console\/people\/\d+$/);
    return browser.path;
  };
  const shopEvents = () =>
    service.withDatabase(async (db) => {
      const rows = await db.selectFrom('event').select(['kind', 'reason']).where('subject', '=', 'shop').execute();
      return rows.map(({ kind, reason }) => `${kind} ${String(reason)}`);
    });

  test('a person is found by address, name, order and number of a review, and nobody by anything else', async () => {
    for (const q of [
      email,
      'JANE@Customers.example',
      'jane z',
      `${mark}-1`,
      `${mark}-2`,
      String(review),
      `Jane ${mark}`,
    ]) {
      await find(q);
      assert.match(browser.path, /^\/console\/people\/[\da-f-]+$/, q);
      assert.match(browser.text, /jane@customers\.example/, q);
    }
    await find('Max Power');
    assert.match(browser.path, /^\/console\/people\/[\da-f-]{36}$/, 'of whom there is a request alone');
    assert.match(browser.text, /order O-9.*max@customers\.example/s);
    for (const q of ['nobody@customers.example', '99999', "' or 1=1 --", '%', 'moderator@shop.example']) {
      await find(q);
      assert.deepEqual([browser.status, /Nobody is known by this/.test(browser.text)], [200, true], q);
    }
    assert.deepEqual([...new Set(await shopEvents())], ['person looked up null'], 'with no word about whom');
  });

  test('all that is kept is on the page and in the file', async () => {
    const path = await open();
    const parts = ['writes', 'shop', 'asks', 'answers', 'is told', '-2'];
    for (const part of parts) assert.match(browser.text, new RegExp(`${mark}( |-)?${part.replace('-', '')}`), part);
    assert.match(browser.text, /\+49 30 555/);
    await browser.open(`${path}/file`);
    assert.match(browser.headers.get('content-disposition')!, /^attachment; filename="person-\d+\.json"$/);
    const file = JSON.parse(browser.text) as { categories: { Identifiers: { email: string } }; reviews: unknown[] };
    assert.deepEqual([file.categories.Identifiers.email, file.reviews.length], [email, 1]);
    for (const part of parts) assert.ok(browser.text.includes(part), part);
    assert.doesNotMatch(browser.text, /Kim|max@/);
  });

  test('items lead owners there; a moderator and another shop see nothing', async () => {
    const path = await open();
    const moderator = await new ConsoleBrowser(service.url).signIn('moderator@shop.example');
    const stranger = await new ConsoleBrowser(service.url).signIn('owner@other.example');
    for (const item of [`/console/reviews/${review}`, '/console/shop-reviews/1', '/console/questions/1']) {
      assert.match((await browser.open(item)).text, /<a href="\/console\/people\/\d+"><bdi>Jane Z</, item);
      assert.doesNotMatch((await moderator.open(item)).text, /\/people\//, item);
    }
    assert.doesNotMatch(moderator.text, /settings\/privacy/);
    await open();
    const form = { revision: revision(), password };
    for (const [someone, status] of [
      [moderator, 403],
      [stranger, 404],
    ] as const) {
      for (const page of [path, `${path}/file`]) assert.equal((await someone.open(page)).status, status, page);
      assert.equal((await someone.send(`${path}/erase`, form)).status, status);
    }
    assert.equal((await moderator.open('/console/settings/privacy?q=jane')).status, 403);
    assert.match((await stranger.open(`/console/settings/privacy?q=${email}`)).text, /Nobody is known/);
    for (const id of ['0', '999999', 'x', '00000000-0000-4000-8000-000000000000'])
      assert.equal((await browser.open(`/console/people/${id}`)).status, 404, id);
  });

  test('erasing says first that it cannot be undone, and asks for the password and for what was shown', async () => {
    const path = await open();
    assert.match(browser.text, /cannot be undone/);
    const shown = revision();
    await browser.send(`${path}/erase`, { revision: shown, password: 'not this one' });
    assert.deepEqual([browser.status, /This is not your password/.test(browser.text)], [401, true]);
    await service.ok('sendMessage', shop, { form: { review_no: 1, subject: mark, body: 'Once more' } });
    await browser.send(`${path}/erase`, { revision: shown, password });
    assert.deepEqual([browser.status, /Nothing was erased/.test(browser.text)], [409, true]);
    assert.match(browser.text, /Once more/);
    assert.equal((await browser.open(`/console/reviews/${review}`)).status, 200);
  });

  test('erasing leaves nothing, gives a receipt, and goes with what could be taken back', async () => {
    for (const item of ['/console/questions/1', '/console/shop-questions/7', `/console/reviews/${review}`]) {
      await browser.open(item);
      await browser.send(`${item}/hide`, { revision: revision().replaceAll('&#43;', '+'), reason: 'spam' });
    }
    const [, act = ''] = /name="act" value="([^"]*)"/.exec(browser.text)!;
    const path = await open();
    await browser.send(`${path}/erase`, { revision: revision(), password });
    assert.deepEqual([browser.status, /<h1[^>]*>Erased</.test(browser.text)], [200, true]);
    assert.match(browser.text, /jane@customers\.example.*2 reviews, 2 requests/s);
    assert.equal((await browser.send('/console/undo', { act, back: '/inbox' })).status, 409);
    for (const gone of [path, `${path}/file`, `/console/reviews/${review}`, '/console/shop-questions/7'])
      assert.equal((await browser.open(gone)).status, 404, gone);
    assert.equal((await browser.send(`${path}/erase`, { revision: 'x', password })).status, 404);
    const left = await service.withDatabase(async (db) => {
      const found: string[] = [];
      for (const { name } of await db.introspection.getTables()) {
        const rows = await db
          .selectFrom(name as 'review')
          .selectAll()
          .execute();
        if (/zanzibar|jane@customers/i.test(JSON.stringify(rows))) found.push(name);
      }
      return found;
    });
    assert.deepEqual(left, []);
    const history = await service.withDatabase((db) =>
      db.selectFrom('event').select(['subject', 'subject_id']).where('subject', '!=', 'shop').execute(),
    );
    assert.deepEqual(history, [], 'what is gone has no history');
    assert.ok((await shopEvents()).includes('person erased null'));
    await browser.open('/console/shop-reviews/2');
    assert.equal(browser.status, 200, 'of others everything is there');
  });

  test('somebody who left no address is erased by what they wrote', async () => {
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        productReviews: [{ id: 601, product: { sku: 'MUG' }, title: 'Bare', user: { firstName: 'Bo' } }],
        productQuestions: [{ id: 9, content: 'Who am I?', product: { sku: 'MUG' }, author: { firstName: 'Ada' } }],
      }),
    );
    await find('601');
    assert.match(browser.text, /<h1[^>]*>Bo</);
    await browser.send(`${browser.path}/erase`, { revision: revision(), password });
    assert.match(browser.text, /Number 601.*1 review/s);
    assert.equal((await browser.open('/console/reviews/601')).status, 404);
    await find('Ada');
    assert.match(browser.text, /Who am I\?.*Hide the question instead/s);
    assert.doesNotMatch(browser.text, /\/erase"/);
  });
});
