/** The stars of each product, with a few of its reviews and answers, for shopping assistants. */
import { sql } from 'kysely';
import { toRatings, type ProductRating, type RatingForm } from '../../exchange/reviews/ratings.ts';
import { readProductReviews } from '../../review-store/reviews/product-reviews.ts';
import { readProductQuestions } from '../../review-store/questions/questions.ts';
import { State } from '../../review-store/tables.ts';
import { withAddresses } from '../addresses.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import { cleanProductQuestion } from '../shopper/cleaning.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { Feed } from './feeds.ts';
import { toShown, withoutSecrets, type ReadingTools } from './published.ts';

/** Of reviews and questions of one product. */
const MOST_SHOWN = 3;
const AT_ONCE = 100;

export const ratings = (tools: ReadingTools, form: RatingForm): Feed => ({
  name: `ratings.${form}`,
  needs: ['productReviews', 'products', 'productQuestions'],
  write: (business) => toRatings(readRatings(tools, business), form),
});

async function* readRatings(tools: ReadingTools, { id: businessId }: MirroredBusiness): AsyncGenerator<ProductRating> {
  const { db, ownAddress } = tools;
  for (let after = 0; ;) {
    const products = await storeOf(db)
      .selectFrom('product')
      .select(['id', 'sku', 'gtin', 'product_link', 'num_reviews', 'rating_sum'])
      .where('business_id', '=', businessId)
      .where('removed_at', 'is', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (products.length === 0) return;
    after = products.at(-1)!.id;
    const ids = products.map(({ id }) => id);
    const [newest, reviews, questions] = [
      await readNewest(db, businessId, ids),
      await readReviews(tools, businessId, ids),
      await readQuestions(tools, businessId, ids),
    ];
    for (const { id, sku, gtin, product_link, num_reviews, rating_sum } of products)
      yield {
        sku,
        gtin,
        reviewCount: num_reviews,
        average: num_reviews === 0 ? 0 : rating_sum / num_reviews,
        url: withAddresses({ product_link }, ownAddress.current).product_link,
        newestReview: newest.get(id) ?? null,
        reviews: reviews.get(id) ?? [],
        questions: questions.get(id) ?? [],
      };
  }
}

async function readNewest(
  db: ProxyDb,
  businessId: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await storeOf(db)
    .selectFrom('product_review')
    .select((eb) => ['product_id', eb.fn.max('created_at').as('newest')])
    .where('business_id', '=', businessId)
    .where('state', '=', State.published)
    .where('product_id', 'in', [...productIds])
    .groupBy('product_id')
    .execute();
  return new Map(rows.map(({ product_id: id, newest }) => [id, Number(newest)]));
}

/** The most relevant ones that have a text. */
async function readReviews(tools: ReadingTools, businessId: number, productIds: readonly number[]) {
  const ids = await firstOf(
    tools.db,
    sql`
    select id, product_id, row_number() over (partition by product_id order by relevance desc, id desc) as place
    from product_review
    where business_id = ${businessId} and state = ${State.published} and trim(content) <> ''
      and product_id in (${sql.join(productIds)})`,
  );
  const read = await readProductReviews(storeOf(tools.db), businessId, [...ids.keys()]);
  const shown = new Map(read.map((review) => [review.id, toShown(review, tools)]));
  return byProduct(ids, (id) => shown.get(id) ?? null);
}

/** Those with an answer, the most wanted first; of the answers the one that came first. */
async function readQuestions(tools: ReadingTools, businessId: number, productIds: readonly number[]) {
  const ids = await firstOf(
    tools.db,
    sql`
    select id, product_id, row_number() over (partition by product_id order by sum_votes desc, id desc) as place
    from product_question
    where business_id = ${businessId} and state = ${State.published} and num_answers > 0
      and product_id in (${sql.join(productIds)})`,
  );
  const read = await readProductQuestions(storeOf(tools.db), businessId, [...ids.keys()]);
  const shown = new Map(
    read.map(({ id, ...question }) => [id, cleanProductQuestion({ id, ...question, product: null })]),
  );
  return byProduct(ids, (id) => {
    const question = shown.get(id);
    const answer = question?.answers[0];
    return question && answer ? withoutSecrets({ q: question.content, a: answer.content }, tools) : null;
  });
}

/** Products by the numbers of what comes first in each, in that order. @param ranked - with a place for each. */
async function firstOf(db: ProxyDb, ranked: ReturnType<typeof sql>): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; product_id: number }>`
    select id, product_id from (${ranked}) as ranked where place <= ${MOST_SHOWN}
    order by product_id, place`.execute(db);
  return new Map(rows.map(({ id, product_id: product }) => [Number(id), Number(product)]));
}

function byProduct<Item>(
  products: ReadonlyMap<number, number>,
  itemOf: (id: number) => Item | null,
): Map<number, Item[]> {
  const found = new Map<number, Item[]>();
  for (const [id, product] of products) {
    const item = itemOf(id);
    if (item !== null) found.set(product, [...(found.get(product) ?? []), item]);
  }
  return found;
}
