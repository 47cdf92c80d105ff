/** Search takes any text literally, and finds the same on both databases. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { tolerantEntities } from '../../contract/entities/entities.ts';
import { parseParameters } from '../../contract/endpoints/read-parameters.ts';
import { ensureBusiness } from '../../review-store/content/businesses.ts';
import { isPostgres } from '../support/is-postgres.ts';
import { removeProductReviews, saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { listProductReviews } from '../../review-store/reviews/product-reviews.ts';
import { saveProducts } from '../../review-store/products/product-changes.ts';
import { listProducts } from '../../review-store/products/products.ts';
import { saveProductQuestions } from '../../review-store/questions/product-question-changes.ts';
import { completeWords, saysWords } from '../../review-store/questions/question-words.ts';
import { listProductQuestions } from '../../review-store/questions/questions.ts';
import { saveReviews } from '../../review-store/reviews/review-changes.ts';
import { listReviews } from '../../review-store/reviews/reviews.ts';
import { onEveryStore } from '../support/stores.ts';

const texts: readonly string[] = [
  'The blue mug is lovely',
  'Größe und Farbe passen. Übrigens: Straße',
  'Café crème, naïve “quotes” and don’t',
  '100% cotton_rich, e-mail: a@b.example, costs 19.90',
  '红茶很好喝',
  'お茶がとても美味しい',
  '커피를 샀어요',
  'हिन्दी की किताब',
  'شَايٌ أخضر',
  'ΟΔΟΣ και ήλιος',
  'Great 😀 indeed 👍🏽',
  `${'a'.repeat(60)} ${'longword'.repeat(30)}`,
  'AND OR NOT NEAR("x") * ^ -minus col:value',
  "it's a 'test' \\ with \\' backslash & | ! <-> :*",
  'สวัสดีครับ',
];

/** What is asked for → the texts that are found, by their place above. */
const searches: Record<string, number[]> = {
  mug: [0],
  'LOVELY blue': [0],
  'blue lov': [0],
  'lov blue': [],
  lue: [],
  'grosse strasse': [1],
  GRÖSSE: [1],
  größe: [1],
  ubrigens: [1],
  cafe: [2],
  'naive creme': [2],
  'don’t': [2],
  '100%': [3],
  '%': [],
  _: [],
  '19.90': [3],
  '19.9': [],
  'e-mail': [3],
  'b.example': [3],
  cotton: [3],
  红: [4],
  茶: [4, 5],
  红茶: [4],
  好喝: [4],
  茶红: [],
  美味: [5],
  커피: [6],
  किताब: [7],
  कि: [7],
  شاي: [8],
  اخضر: [8],
  οδος: [9],
  ηλιοσ: [9],
  '😀': [10],
  '👍': [10],
  ['a'.repeat(60)]: [11],
  ['longword'.repeat(30)]: [11],
  'AND OR NOT': [12],
  'NEAR("x")': [12],
  'col:value': [12],
  '*': [],
  '"': [],
  "'": [],
  "test' \\": [13],
  ':*': [],
  '&|!': [],
  ดีครับ: [14],
  ﬁ: [],
  '\ud800': [],
};

onEveryStore((store) => {
  let business: number;
  before(async () => {
    business = (await ensureBusiness(store.db, 'shop.example')).id;
    const other = (await ensureBusiness(store.db, 'other.example')).id;
    const content = texts.map((text, at) => ({
      title: `Title`,
      content: text,
      created: '2026-01-01 00:00:00',
      rating: 5,
      id: at + 1,
      product: { sku: 'A' },
    }));
    const review = (given: object) => tolerantEntities.ProductReview.parse(given);
    await saveProductReviews(store.db, business, content.map(review));
    await saveProductReviews(store.db, other, content.map(review));
    await saveReviews(
      store.db,
      business,
      content.map((one) => tolerantEntities.Review.parse({ ...one, reviewNo: one.id, rating: [] })),
    );
    await saveProducts(
      store.db,
      business,
      texts.map((description, at) => tolerantEntities.Product.parse({ id: at + 100, sku: `S-${at}`, description })),
    );
  });

  const find = async (q: string, query = {}) =>
    (
      await listProductReviews(store.db, business, parseParameters('listProductReviews', { q, count: '100', ...query }))
    ).items.map((item) => item.id);

  test('words of a query are found in any order, whatever their case, accents or script', async () => {
    for (const [query, expected] of Object.entries(searches))
      assert.deepEqual(
        (await find(query)).map((id) => id - 1).toSorted((a, b) => a - b),
        expected,
        query,
      );
  });

  test('reviews and products are searched like product reviews', async () => {
    for (const [query, expected] of Object.entries(searches)) {
      const reviews = await listReviews(store.db, business, parseParameters('listReviews', { q: query }));
      assert.deepEqual(
        reviews.items.map((item) => item.reviewNo - 1).toSorted((a, b) => a - b),
        expected,
        query,
      );
      const products = await listProducts(store.db, business, parseParameters('listProducts', { q: query }));
      assert.deepEqual(
        products.items.map((item) => item.id - 100),
        expected,
        query,
      );
      assert.equal(products.total, expected.length);
    }
    assert.deepEqual(
      (await listProducts(store.db, business, parseParameters('listProducts', { q: 's-14' }))).items.map(
        (item) => item.sku,
      ),
      ['S-14'],
    );
  });

  test('questions about products are searched like their reviews, in the store and out of it', async () => {
    const ask = (content: string, id: number) =>
      tolerantEntities.ProductQuestion.parse({
        id,
        content,
        created: '2026-01-01 00:00:00',
        published: '2026-01-01 00:00:00',
        product: { sku: 'A' },
        author: { username: 'kim' },
      });
    await saveProductQuestions(
      store.db,
      business,
      texts.map((text, at) => ask(text, at + 1)),
    );
    const find = async (q: string) => {
      const found = await listProductQuestions(
        store.db,
        business,
        parseParameters('listProductQuestions', { q, count: '100' }),
      );
      assert.equal(found.total, found.items.length);
      return found.items.map((item) => item.id - 1).toSorted((a, b) => a - b);
    };
    for (const [query, expected] of Object.entries(searches)) {
      assert.deepEqual(await find(query), expected, query);
      assert.deepEqual(
        [...texts.keys()].filter((at) => saysWords(business, query, [texts[at]!])),
        expected,
        query,
      );
    }
    // As a program without search has stored them.
    await store.db.updateTable('product_question').set({ search_text: '' }).execute();
    assert.deepEqual(await find('mug'), []);
    await completeWords(store.db);
    assert.deepEqual(await find('mug'), [0]);
  });

  test('an edited review is found by its new words alone, a removed one among the removed, an erased one nowhere', async () => {
    const save = (content: string) =>
      saveProductReviews(store.db, business, [
        tolerantEntities.ProductReview.parse({
          id: 900,
          title: 'T',
          content,
          rating: 5,
          created: '2026-01-01 00:00:00',
          product: { sku: 'A' },
        }),
      ]);
    await save('before');
    assert.deepEqual(await find('before'), [900]);
    await save('after');
    assert.deepEqual([await find('before'), await find('after')], [[], [900]]);
    await removeProductReviews(store.db, business, [900], 1);
    assert.deepEqual([await find('after'), await find('after', { deleted: '1' })], [[], [900]]);
    await store.db.deleteFrom('product_review').where('business_id', '=', business).where('id', '=', 900).execute();
    assert.deepEqual(await find('after', { deleted: '1' }), []);
  });

  test('words that many reviews hold are found page by page, newest first', async () => {
    const { id } = await ensureBusiness(store.db, 'busy.example');
    const minute = (at: number) =>
      new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    await saveProductReviews(
      store.db,
      id,
      Array.from({ length: 1_200 }, (_, at) =>
        tolerantEntities.ProductReview.parse({
          id: at + 1,
          title: 'Common words',
          content: at % 100 === 0 ? 'rare' : 'nothing else',
          rating: 5,
          created: minute(at),
          product: { sku: 'A' },
        }),
      ),
    );
    const page = async (q: string, start = 0) => {
      const found = await listProductReviews(
        store.db,
        id,
        parseParameters('listProductReviews', { q, start: String(start), count: '3' }),
      );
      return [found.items.map((item) => item.id), found.total];
    };
    assert.deepEqual(await page('words com'), [[1_200, 1_199, 1_198], 1_200]);
    assert.deepEqual(await page('word', 1_198), [[2, 1], 1_200]);
    assert.deepEqual(await page('words mmon'), [[], 0]);
    assert.deepEqual(await page('common rar'), [[1_101, 1_001, 901], 12]);
  });

  test('a review longer than an index can hold is searched by how it begins', async () => {
    const content = `beginning ${Array.from({ length: 60_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 20_000))).join('')} end`;
    await saveProductReviews(store.db, business, [
      tolerantEntities.ProductReview.parse({
        id: 901,
        title: 'T',
        content,
        rating: 5,
        created: '2026-01-01 00:00:00',
        product: { sku: 'A' },
      }),
    ]);
    assert.deepEqual([await find('beginning'), await find('end')], [[901], []]);
  });

  test('what is erased leaves no trace in the index of SQLite', async () => {
    if (isPostgres(store.db)) return;
    await saveProductReviews(store.db, business, [
      tolerantEntities.ProductReview.parse({
        id: 902,
        title: 'T',
        content: 'verysecretword',
        rating: 5,
        created: '2026-01-01 00:00:00',
        product: { sku: 'A' },
      }),
    ]);
    const blocks = async () =>
      (
        await sql<{
          found: number;
        }>`select count(*) as found from product_review_search_data where instr(block, cast('verysecretword' as blob)) > 0`.execute(
          store.db,
        )
      ).rows[0]!.found;
    assert.ok((await blocks()) > 0);
    await store.db.deleteFrom('product_review').where('id', '=', 902).execute();
    assert.equal(await blocks(), 0);
    await sql`insert into product_review_search (product_review_search, rank) values ('integrity-check', 1)`.execute(
      store.db,
    );
  });
});
