/** Somebody of whom there is more than a statement takes parameters: 32,766 in SQLite, 65,535 in PostgreSQL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readListed } from '../../review-service/console/lists/rows.ts';
import { eraseImported } from '../../review-service/content/imports/erase-imported.ts';
import { storeOf, type Database } from '../../review-service/data/tables.ts';
import { eraseImages } from '../../review-service/images/erase-images.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { eraseComments } from '../../review-store/reviews/comments.ts';
import { saveContent } from '../support/content.ts';
import { isPostgres } from '../support/is-postgres.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const email = 'jane@customers.example';
const manyIn = (db: Database): number => (isPostgres(db) ? 66_000 : 33_000);

/** As many questions as the first, under numbers of their own. */
async function repeatQuestion(db: Database): Promise<void> {
  const row = await db.selectFrom('product_question').selectAll().executeTakeFirstOrThrow();
  const columns = Object.keys(row);
  const selected = columns.map((column) => (column === 'id' ? sql`n` : sql.ref(`product_question.${column}`)));
  await sql`with recursive numbers (n) as (select 2 union all select n + 1 from numbers where n < ${manyIn(db)})
    insert into product_question (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(selected)} from product_question, numbers`.execute(db);
}

onSqliteFirst((place) => {
  test('all of somebody who wrote tens of thousands of things is shown, and erased', async () => {
    const service = await new TestService(await place()).start();
    try {
      service.token = await service.account(shop);
      await service.withDatabase(async (db) => {
        const author = { username: 'jane', firstName: 'Jane', email };
        await saveContent(db, shop, {
          products: [{ id: 1, sku: 'MUG' }],
          productQuestions: [{ id: 1, content: 'Is it heavy?', product: { sku: 'MUG' }, author }],
        });
        await repeatQuestion(db);
      });
      await service.ok('erasePersonalData', shop, { form: { email } });
      await service.withDatabase(async (db) => {
        assert.equal(await db.selectFrom('product_question').select('id').executeTakeFirst(), undefined);
        const numbers = Array.from({ length: manyIn(db) }, (_none, at) => at + 1);
        const reviews = numbers.map((id) => ({ id }));
        const business = (await findBusiness(storeOf(db), shop))!;
        const subjects = ['product review', 'review', 'product question'] as const;
        for (const subject of subjects)
          await readListed(
            db,
            business,
            numbers.map((number) => ({ subject, number })),
          );
        await eraseComments(storeOf(db), 1, { authorIds: numbers, reviewNos: numbers });
        await eraseImported(db, 1, { authorIds: numbers, productReviews: reviews, reviews });
        await eraseImages(
          db,
          numbers.map((number) => ({ original: `/images/${number}/original.jpg` })),
        );
      });
    } finally {
      await service.stop();
    }
  });
});
