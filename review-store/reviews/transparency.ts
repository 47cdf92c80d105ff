/**
 * How many reviews there are in each state. Published reviews are counted from columns that a copy has too; others,
 * only where they are kept. Reviews of the business are its own, without those of other sources.
 */
import { sql } from 'kysely';
import type { AspectRating } from '../../contract/entities/entities.ts';
import { incentiveLabels } from '../../contract/incentives.ts';
import type { AllUnlisted, Transparency, Unlisted } from '../../contract/entities/transparency.ts';
import { ALL_REVIEWS } from '../content/businesses.ts';
import type { Store } from '../content/ids.ts';
import { counterColumns, noReviews, scopes, type StarCounters } from '../products/product-ratings.ts';
import { reviewsWithProducts } from '../products/reviewed-products.ts';
import { starColumn, type StarColumn } from '../content/rows.ts';
import { State } from '../tables.ts';
import { verified, verifiedOfShop } from '../content/verified.ts';

export interface Published {
  readonly total: number;
  readonly stars: Readonly<Record<StarColumn, number>>;
  readonly solicited: number;
  readonly incentivised: number | null;
  readonly verified: number;
}

/** @param sku - of one product; without it, reviews of the business. */
export const countPublished = (db: Store, businessId: number, sku: string | undefined): Promise<Published> =>
  sku === undefined ? countOfBusiness(db, businessId) : countOfProduct(db, businessId, sku);

async function countOfBusiness(db: Store, businessId: number): Promise<Published> {
  const ratings = await db
    .selectFrom('business_rating')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('datasource', '=', '')
    .where('aspect', 'in', [ALL_REVIEWS, 'overall'])
    .execute();
  const own = db
    .selectFrom('review')
    .where('review.business_id', '=', businessId)
    .where('datasource', '=', '')
    .where('state', '=', State.published);
  const counted = await own
    .select([
      sql<number>`count(source)`.as('solicited'),
      sql<number>`coalesce(sum(${verifiedOfShop}), 0)`.as('verified'),
      sql<number>`coalesce(sum(incentivised), 0)`.as('incentivised'),
    ])
    .executeTakeFirstOrThrow();
  const { labelled } = await own
    .innerJoin('review_label', (join) =>
      join
        .onRef('review_label.business_id', '=', 'review.business_id')
        .onRef('review_label.review_id', '=', 'review.id'),
    )
    .where('review_label.name', 'in', incentiveLabels)
    .where(sql<boolean>`coalesce(incentivised, 0) = 0`)
    .select(sql<number>`count(distinct review.id)`.as('labelled'))
    .executeTakeFirstOrThrow();
  return {
    total: ratings.find(({ aspect }) => aspect === ALL_REVIEWS)?.ratings ?? 0,
    stars: starsOf(ratings.find(({ aspect }) => aspect === 'overall') ?? noReviews),
    solicited: Number(counted.solicited),
    incentivised: Number(counted.incentivised) + Number(labelled),
    verified: Number(counted.verified),
  };
}

/** A product that is unknown or removed has none. */
async function countOfProduct(db: Store, businessId: number, sku: string): Promise<Published> {
  const product = await db
    .selectFrom('product')
    .select(['id', ...counterColumns])
    .where('business_id', '=', businessId)
    .where('sku', '=', sku)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!product) return { total: 0, stars: starsOf(noReviews), solicited: 0, incentivised: null, verified: 0 };
  const beside = await besideOf(ofProducts(db, businessId).where('product_id', '=', product.id));
  return { total: product.num_reviews, stars: starsOf(product), ...beside };
}

/** The same of all products together, without those that were removed. */
async function countOfAllProducts(db: Store, businessId: number): Promise<Published> {
  const row = await db
    .selectFrom('product_rating')
    .select(counterColumns)
    .where('business_id', '=', businessId)
    .where('scope', '=', scopes.business)
    .executeTakeFirst();
  const removed = db
    .selectFrom('product')
    .select('id')
    .where('business_id', '=', businessId)
    .where('removed_at', 'is not', null);
  const beside = await besideOf(ofProducts(db, businessId).where('product_id', 'not in', removed));
  return { total: row?.num_reviews ?? 0, stars: starsOf(row ?? noReviews), ...beside };
}

const ofProducts = (db: Store, businessId: number) =>
  db
    .selectFrom('product_review')
    .select([
      sql<number>`coalesce(sum(solicited), 0)`.as('solicited'),
      sql<number>`coalesce(sum(${verified}), 0)`.as('verified'),
      // Null where none of them says it.
      sql<number | null>`sum(incentivised)`.as('incentivised'),
    ])
    .where('business_id', '=', businessId)
    .where('state', '=', State.published);

async function besideOf(published: ReturnType<typeof ofProducts>) {
  const counted = await published.executeTakeFirstOrThrow();
  return {
    solicited: Number(counted.solicited),
    incentivised: counted.incentivised === null ? null : Number(counted.incentivised),
    verified: Number(counted.verified),
  };
}

const starsOf = ({ one, two, three, four, five }: Omit<StarCounters, 'num_reviews' | 'rating_sum'>) => ({
  one,
  two,
  three,
  four,
  five,
});

// ---- what is in no listing ----------------------------------------------------------------------------------------

const unlistedStates = [State.pending, State.removed];

/** Everything that waits or was removed. */
export async function countUnlisted(db: Store, businessId: number): Promise<AllUnlisted> {
  const products = new Map<string, Tally>();
  for (const { sku, ...row } of await unlistedOfProducts(db, businessId).execute())
    tallyOf(products, sku).add(row.state, row.rating, row.hidden_for, Number(row.reviews));
  return {
    business: await countUnlistedOfBusiness(db, businessId),
    products: Object.fromEntries([...products].map(([sku, tally]) => [sku, tally.unlisted])),
  };
}

/** The same of the business or of one product. */
export async function countUnlistedOf(db: Store, businessId: number, sku: string | undefined): Promise<Unlisted> {
  if (sku === undefined) return countUnlistedOfBusiness(db, businessId);
  return tallied(await unlistedOfProducts(db, businessId).where('product.sku', '=', sku).execute());
}

/** What `countPublished` and `countUnlistedOf` say, of all products together. */
export async function transparencyOfProducts(db: Store, businessId: number): Promise<Transparency> {
  const unlisted = tallied(await unlistedOfProducts(db, businessId).execute());
  return toTransparency(await countOfAllProducts(db, businessId), unlisted);
}

type UnlistedRow = Awaited<ReturnType<ReturnType<typeof unlistedOfProducts>['execute']>>[number];

function tallied(rows: readonly UnlistedRow[]): Unlisted {
  const tally = new Tally();
  for (const row of rows) tally.add(row.state, row.rating, row.hidden_for, Number(row.reviews));
  return tally.unlisted;
}

const unlistedOfProducts = (db: Store, businessId: number) =>
  reviewsWithProducts(db, businessId)
    .select(['product.sku', 'state', 'rating', 'hidden_for', sql<number>`count(*)`.as('reviews')])
    .where('state', 'in', unlistedStates)
    .where('product.removed_at', 'is', null)
    .groupBy(['product.sku', 'state', 'rating', 'hidden_for']);

async function countUnlistedOfBusiness(db: Store, businessId: number): Promise<Unlisted> {
  const rows = await db
    .selectFrom('review')
    .select(['state', 'ratings', 'hidden_for', sql<number>`count(*)`.as('reviews')])
    .where('business_id', '=', businessId)
    .where('datasource', '=', '')
    .where('state', 'in', unlistedStates)
    .groupBy(['state', 'ratings', 'hidden_for'])
    .execute();
  const tally = new Tally();
  for (const { state, ratings, hidden_for: reason, reviews } of rows)
    tally.add(state, overallOf(JSON.parse(ratings) as AspectRating[]), reason, Number(reviews));
  return tally.unlisted;
}

/** The overall rating of a review of a business; null if it has none. */
export const overallOf = (ratings: readonly AspectRating[]): number | null =>
  ratings.find(({ type }) => type === 'overall')?.rating ?? null;

export const tallyOf = (tallies: Map<string, Tally>, sku: string): Tally => {
  const tally = tallies.get(sku) ?? new Tally();
  tallies.set(sku, tally);
  return tally;
};

const starNumbers = { one: '1', two: '2', three: '3', four: '4', five: '5' } as const;
type StarNumber = (typeof starNumbers)[StarColumn];

const eachStar = <Value>(value: (column: StarColumn) => Value): Record<StarNumber, Value> =>
  Object.fromEntries(
    Object.entries(starNumbers).map(([column, number]) => [number, value(column as StarColumn)]),
  ) as Record<StarNumber, Value>;

/** Counts reviews that are in no listing. */
export class Tally {
  readonly #waiting = new Map<StarColumn | null, number>();
  readonly #removed = new Map<StarColumn | null, number>();
  readonly #reasons = new Map<string, number>();

  add(state: State, rating: number | null, reason: string | null, reviews = 1): void {
    const counts = state === State.pending ? this.#waiting : this.#removed;
    const star = rating === null ? null : starColumn(rating);
    counts.set(star, (counts.get(star) ?? 0) + reviews);
    if (reason !== null) this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + reviews);
  }

  get unlisted(): Unlisted {
    const sum = (counts: ReadonlyMap<unknown, number>) => [...counts.values()].reduce((all, one) => all + one, 0);
    return {
      waiting: sum(this.#waiting),
      removed: sum(this.#removed),
      reasons: Object.fromEntries(this.#reasons),
      stars: eachStar((star) => ({ waiting: this.#waiting.get(star) ?? 0, removed: this.#removed.get(star) ?? 0 })),
    };
  }
}

export const nothingUnlisted: Unlisted = new Tally().unlisted;

/** The same where nobody can say what waits. */
export const withoutWaiting = (unlisted: Unlisted): Unlisted => ({
  ...unlisted,
  waiting: null,
  stars: eachStar((star) => ({ ...unlisted.stars[starNumbers[star]], waiting: null })),
});

/** All of it together, as answers say it. */
export function toTransparency(published: Published, unlisted: Unlisted): Transparency {
  const { total, stars, ...beside } = published;
  const received = (shown: number, waiting: number | null, removed: number) =>
    waiting === null ? null : shown + waiting + removed;
  return {
    received: received(total, unlisted.waiting, unlisted.removed),
    published: total,
    waiting: unlisted.waiting,
    removed: { total: unlisted.removed, reasons: unlisted.reasons },
    stars: eachStar((star) => {
      const { waiting, removed } = unlisted.stars[starNumbers[star]];
      return { received: received(stars[star], waiting, removed), published: stars[star], waiting, removed };
    }),
    ...beside,
  };
}
