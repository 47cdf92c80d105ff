/** The merchant's commands for reviews of both kinds: what a list prints is what the next command takes. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';
import { saveContent } from '../support/content.ts';

const shop = 'shop.example';
const overall = (rating: number) => [{ type: 'overall', rating }];
const jane = { username: 'jane', firstName: 'Jane', lastName: 'D' };
const anybody = { username: 'x', firstName: 'Jane\u001b[2J', lastName: '' };

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  before(async () => {
    service = await new TestService(await place()).start();
    service.token = await service.account(shop);
    await service.account('other.example');
    const photo = { id: 9, original: 'https://cdn.example/1.jpg', small: 'https://cdn.example/2.jpg' };
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products: [{ id: 1, sku: 'MUG', title: 'Blue mug' }],
        productReviews: [
          { id: 7, product: { sku: 'MUG' }, rating: 2, title: 'Chipped', created: '2026-01-03 00:00:00', user: jane },
          {
            id: 8,
            product: { sku: 'MUG' },
            rating: 1,
            title: 'Waits\u001b[2J',
            content: 'Line one\nline two\u009b31m\u202e',
            published: 'pending',
            created: '2026-01-04 00:00:00',
            user: anybody,
            images: [photo, { ...photo, id: 10 }],
          },
        ],
        reviews: [
          { reviewNo: 7, rating: overall(5), title: 'Never again', created: '2026-01-02 00:00:00', author: jane },
          { reviewNo: 3, rating: overall(3), title: 'First', content: 'y'.repeat(200), author: null },
        ],
      }),
    );
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(() => service.stop());

  const reviews = (args: string[], input?: string) =>
    runProgram(['reviews', ...args, '--business', shop, ...flags], input === undefined ? {} : { input });
  const done = async (args: string[], input?: string) => {
    const { status, out, err } = await reviews(args, input);
    assert.deepEqual([status, err], [0, '']);
    return out;
  };
  const refused = async (args: string[], wanted: RegExp, status = 1) => {
    const outcome = await reviews(args);
    assert.deepEqual([outcome.status, outcome.out], [status, ''], outcome.err);
    assert.match(outcome.err, wanted);
    return outcome.err;
  };
  const rows = async (...args: string[]) =>
    (await done(['list', ...args]))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'));
  const numbers = async (...args: string[]) => (await rows(...args)).map(([number, , sku]) => `${number} ${sku}`);
  const comments = async () => (await service.ok('listComments', shop, { query: { review_no: 3 } })).comments;

  test('a list has both kinds, the newest first, without the stars of what is held', async () => {
    assert.deepEqual(await rows(), [
      ['8', '2026-01-04', 'MUG', 'held', '-', 'Jane [2J', 'Waits [2J Line one line two 31m', '2 photos'],
      ['7', '2026-01-03', 'MUG', 'published', '2', 'Jane D', 'Chipped Content'],
      ['7', '2026-01-02', '-', 'published', '5', 'Jane D', 'Never again Content'],
      ['3', '2026-01-01', '-', 'published', '3', '', `First ${'y'.repeat(74)}…`],
    ]);
    assert.deepEqual(await numbers('--state', 'held'), ['8 MUG']);
    assert.deepEqual(await numbers('--sku', 'MUG'), ['8 MUG', '7 MUG']);
    assert.deepEqual(await numbers('--sku', 'CUP'), []);
    await refused(['list', '--state', 'pending'], /--state must be one of held, published, hidden, not "pending"/, 2);
    assert.match((await runProgram(['reviews', 'list', '--help'])).out, /stars \(- while it is held\)/);
  });

  test('--json gives the objects of the API, both kinds, and no stars of what is held', async () => {
    const objects = async (...args: string[]) =>
      JSON.parse(await done([...args, '--json'])) as Record<string, unknown>[];
    const all = await objects('list');
    assert.deepEqual(
      all.map((one) => [one['id'] ?? one['reviewNo'], one['rating']]),
      [
        [8, null],
        [7, 2],
        [7, overall(5)],
        [3, overall(3)],
      ],
    );
    assert.deepEqual(await objects('list', '--sku', 'CUP'), []);
    const { review } = await service.ok('getReview', shop, { query: { review_no: 3 } });
    assert.deepEqual(await objects('show', '3'), [review]);
    assert.deepEqual(await objects('show', '7', '--product'), [all[1]]);
    await refused(['show', '99', '--json'], /There is no review 99 of shop\.example/);
  });

  test('a name finds the numbers, as the list shows it or as people write their own', async () => {
    for (const name of ['Jane D', 'jane d', 'JANE DOE', '  Jane  Doe '])
      assert.ok((await numbers('--name', name)).includes('7 MUG'), name);
    assert.deepEqual(await numbers('--name', 'Jane D'), ['7 MUG', '7 -']);
    assert.deepEqual(await numbers('--name', 'Jane'), ['8 MUG', '7 MUG', '7 -']);
    assert.deepEqual(await numbers('--name', 'Ja'), []);
    assert.deepEqual(await numbers('--name', 'Kim'), []);
  });

  test('a number of both kinds is refused with the two reviews that it could mean', async () => {
    for (const args of [
      ['show', '7'],
      ['hide', '7', '--reason', 'spam'],
      ['publish', '7'],
      ['reply', '7', '--text', 'x'],
    ]) {
      const said = await refused(args, /Add --shop or --product/);
      assert.match(said, /^ {2}--shop +7\s+2026-01-02\s+-\s+.*Never again/m);
      assert.match(said, /^ {2}--product +7\s+2026-01-03\s+MUG\s+.*Chipped/m);
    }
    assert.match(await done(['show', '7', '--shop']), /^Review 7\n[^]*Never again/);
    assert.match(await done(['show', '7', '--product']), /^Product review 7\n[^]*MUG {2}Blue mug[^]*Chipped/);
    await refused(['show', '7', '--product', '--shop'], /either --product or --shop/, 2);
  });

  test('a number of one kind alone needs no more than itself', async () => {
    const held = await done(['show', '8']);
    assert.match(held, /^Product review 8\nstate +held\n/);
    assert.match(held, /^stars +-$/m);
    assert.match(held, /^photo +https:\/\/cdn\.example\/1\.jpg$/m);
    assert.match(held, /^Line one\nline two 31m$/m);
    // oxlint-disable-next-line no-control-regex
    assert.doesNotMatch(held, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, 'nothing that a terminal would obey');
    assert.equal(await done(['publish', '8']), 'Product review 8 is published\n');
    assert.deepEqual((await rows('--state', 'published'))[0]?.[4], '1');
    assert.match(await done(['hide', '8', '--reason', 'off topic']), /^Product review 8 is hidden/);
    assert.match(await done(['show', '8']), /^state +hidden: off topic$/m);
    assert.deepEqual(await numbers('--state', 'hidden'), ['8 MUG']);
    await refused(['show', '99'], /There is no review 99 of shop\.example/);
    await refused(['hide', '8'], /--reason is missing/, 2);
  });

  test('a second reply replaces the first, an empty one takes it away, and comments of others stay', async () => {
    await service.ok('addComment', shop, { form: { review_no: 3, text: 'An earlier word' } });
    await service.withDatabase(async (db) => {
      const other = await db
        .insertInto('author')
        .values({
          business_id: (
            await db.selectFrom('business').select('id').where('domain', '=', shop).executeTakeFirstOrThrow()
          ).id,
          id: 900,
          username: 'other',
          first_name: 'Olga',
          last_name: '',
          thumbnail: '',
          profile_page: '',
          email: null,
          num_reviews: 0,
          num_helpful_votes: 0,
        })
        .returning(['business_id', 'id'])
        .executeTakeFirstOrThrow();
      await db
        .insertInto('comment')
        .values({
          business_id: other.business_id,
          id: 900,
          review_id: 3,
          author_id: other.id,
          content: 'Of somebody else',
          num_votes: 0,
          activated: 1,
          datasource: '',
          created_at: Date.UTC(2027, 0),
          modified_at: null,
          published_at: Date.UTC(2027, 0),
          removed_at: null,
        })
        .execute();
    });
    assert.equal(
      await done(['reply', '3', '--text', 'Thank you']),
      'Review 3 has another reply of the shop, in place of the earlier one\n',
    );
    const texts = async () => (await comments()).map(({ content }) => content);
    assert.deepEqual(await texts(), ['Of somebody else', 'Thank you']);
    await done(['reply', '3', '--text', '-'], 'From standard input:\ntwo lines\n');
    assert.deepEqual(await texts(), ['Of somebody else', 'From standard input:\ntwo lines']);
    assert.notEqual((await comments())[1]?.modifiedRFC, null);
    assert.match(await done(['show', '3']), /From standard input:\n {2}two lines/);
    assert.equal(await done(['reply', '3', '--text', '']), 'Review 3 has no reply of the shop any more\n');
    assert.deepEqual(await texts(), ['Of somebody else']);
    await refused(['reply', '3', '--text', ''], /has no reply of the shop/);
    assert.equal(await done(['reply', '3', '--text', 'Again']), 'Review 3 has a reply of the shop\n');
    assert.deepEqual((await texts()).toSorted(), ['Again', 'Of somebody else']);
  });

  test('a reply to a review of a product stands in the review, is found by its words, and can be taken away', async () => {
    const reply = async () => (await service.ok('listProductReviews', shop)).product_reviews[0]!.reply;
    await refused(['reply', '7', '--text', 'x'], /The shop has a review 7, and so has a product[^]*Chipped/);
    const seven = (text: string) => done(['reply', '7', '--product', '--text', text]);
    assert.equal(await seven('We send another'), 'Product review 7 has a reply of the shop\n');
    const first = await reply();
    assert.deepEqual([first?.content, first?.modified], ['We send another', null]);
    assert.match(await done(['show', '7', '--product']), /shop\.example, \d{4}-\d\d-\d\d:\n {2}We send another/);
    assert.match(await seven('Another mug is on its way'), /has another reply/);
    const second = await reply();
    assert.deepEqual([second?.createdRFC, second?.modified === null], [first?.createdRFC, false]);
    const found = await service.ok('listProductReviews', shop, { query: { q: 'another mug' } });
    assert.equal(found.count, 1);
    assert.match(await seven(''), /has no reply of the shop any more/);
    assert.equal(await reply(), null);
    await refused(['reply', '7', '--product', '--text', ''], /has no reply of the shop/);
    await service.ok('replyToProductReview', shop, { form: { review_id: 7, text: 'By the API' } });
    assert.equal((await reply())?.content, 'By the API');
    await service.refused('replyToProductReview', shop, { form: { review_id: 99, text: 'x' } }, 403, 404, /99/);
    await service.ok('replyToProductReview', shop, { form: { review_id: 7, text: '' } });
  });

  test('a reply that cannot be is one line that says why', async () => {
    await refused(['reply', '99', '--text', 'x'], /There is no review 99/);
    await refused(['reply', '3'], /--text is missing/, 2);
    await refused(['reply', '3', '--text', 'x'.repeat(10_001)], /at most 10000 characters/, 2);
    await done(['hide', '3', '--reason', 'spam']);
    await refused(['reply', '3', '--text', 'x'], /is hidden/);
    await done(['publish', '3']);
    const elsewhere = await runProgram(['reviews', 'list', '--business', 'nowhere.example', ...flags]);
    assert.deepEqual([elsewhere.status, elsewhere.out], [1, '']);
    assert.match(elsewhere.err, /No business has the site domain/);
  });
});
