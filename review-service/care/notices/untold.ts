/**
 * News for the owners of a business, taken once: reviews that wait, by the place of their change; questions and
 * answers, each noted beside itself; reports, which remember that they were told; and low stars, by the moment of what
 * showed them.
 */
import { sql } from 'kysely';
import type { ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { State } from '../../../review-store/tables.ts';
import { BEGINNING, type Place } from '../../data/changes/epochs.ts';
import { lastSettled } from '../../data/changes/listing.ts';
import { forgetTransaction } from '../../content/languages.ts';
import { readLowStars, type LowStars } from '../../content/moderation/low-stars.ts';
import { requireBusinessById } from '../../data/require-business.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';

/** When something came, in milliseconds since 1970. */
interface Came {
  readonly at: number;
}

export interface Untold {
  readonly held: readonly (ReviewName & Came)[];
  /** `answer` is null where the question itself is new. */
  readonly questions: readonly ({ readonly number: number; readonly answer: number | null } & Came)[];
  readonly reports: readonly ({ readonly id: string } & Came)[];
  readonly low: readonly LowStars[];
  /** Up to where reviews that wait were told, and up to where these are all. */
  readonly mark: Mark;
  readonly upTo: Mark;
}

export interface Mark {
  readonly place: Place;
  /** Highest number of a product review: one that moves with its product changes without being new. */
  readonly product: number;
  /** Up to when low stars were told, in milliseconds since 1970. */
  readonly low: number;
}

/** Events that are this old are committed, if they ever will be. */
const COMMITTED_MS = 60_000;

const markOf = (businessId: number): string => `told ${businessId}`;

/** Each kind with the oldest first. Nothing is taken. */
export async function readUntold(db: Database, businessId: number, now: number): Promise<Untold> {
  const told = await readSetting<Partial<Mark>>(db, markOf(businessId));
  const mark: Mark = { place: BEGINNING, product: 0, low: 0, ...told };
  // A mark in the future was made while the clock was wrong.
  const lowUpTo = now - COMMITTED_MS;
  const after = Math.min(mark.low, lowUpTo);
  const low = await readLowStars(db, await requireBusinessById(db, businessId), { after, upTo: lowUpTo });
  const place = (await lastSettled(db, businessId)) ?? mark.place;
  const isSame = place.number === mark.place.number && place.tx === mark.place.tx;
  const reviews = isSame ? [] : await heldReviews(db, businessId, mark, place);
  const products = isSame ? [] : await heldProductReviews(db, businessId, mark, place);
  const product = Math.max(mark.product, ...products.map(({ number }) => number));
  return {
    held: [...reviews, ...products].toSorted(oldestFirst),
    questions: await db
      .selectFrom('question_notice')
      .select(['question_id as number', 'answer_id as answer', 'created_at as at'])
      .where('business_id', '=', businessId)
      .orderBy('created_at')
      .execute(),
    reports: await db
      .selectFrom('review_flag')
      .select(['id', 'created_at as at'])
      .where('business_id', '=', businessId)
      .where('told_at', 'is', null)
      .where('closed_at', 'is', null)
      .orderBy('created_at')
      .execute(),
    low: low.toSorted(oldestFirst),
    mark,
    upTo: { place, product, low: lowUpTo },
  };
}

/** Takes exactly what was read, in the same transaction, which holds the lock on the notices of the business. */
export async function takeUntold(
  transaction: Database,
  businessId: number,
  untold: Untold,
  now: number,
): Promise<void> {
  const { questions, reports, upTo } = untold;
  await moveMark(transaction, businessId, upTo);
  for (const { number, answer } of questions)
    await transaction
      .deleteFrom('question_notice')
      .where('business_id', '=', businessId)
      .where('question_id', '=', number)
      .where('answer_id', answer === null ? 'is' : '=', answer)
      .execute();
  for (const { id } of reports)
    await transaction.updateTable('review_flag').set({ told_at: now }).where('id', '=', id).execute();
}

export const moveMark = (transaction: Database, businessId: number, mark: Mark): Promise<void> =>
  writeSetting(transaction, markOf(businessId), mark);

/** For changes that have lost their transactions; see `beginEpoch`. */
export async function markWithoutTransactions(transaction: Database): Promise<void> {
  const businesses = await transaction.selectFrom('business').select('id').execute();
  for (const { id } of businesses) {
    const mark = await readSetting<Partial<Mark>>(transaction, markOf(id));
    if (mark?.place) await moveMark(transaction, id, { product: 0, low: 0, ...mark, place: { ...mark.place, tx: 0 } });
    await forgetTransaction(transaction, id);
  }
}

/** Changes that are there by now are no news. */
export async function passAll(transaction: Database, businessId: number, now: number): Promise<void> {
  const place = await transaction
    .selectFrom('change')
    .select(['tx', 'number'])
    .where('business_id', '=', businessId)
    .orderBy('tx', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { product } = await transaction
    .selectFrom('product_review')
    .select((eb) => eb.fn.max('id').as('product'))
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow();
  await moveMark(transaction, businessId, { place: place ?? BEGINNING, product: Number(product ?? 0), low: now });
}

const oldestFirst = (one: Came, other: Came): number => one.at - other.at;

/** An author may edit a review that waits: what it says then is new. */
async function heldReviews(db: Database, businessId: number, mark: Mark, upTo: Place) {
  const rows = await heldOf(db, 'review', businessId, mark, upTo)
    .select(['id', 'review.created_at', 'edited_at'])
    .execute();
  return rows.map(({ id, created_at: at, edited_at: editedAt }) => ({
    kind: 'business' as const,
    number: id,
    at: editedAt ?? at,
  }));
}

async function heldProductReviews(db: Database, businessId: number, mark: Mark, upTo: Place) {
  const rows = await heldOf(db, 'product_review', businessId, mark, upTo)
    .select(['id', 'review.created_at'])
    .where('review.id', '>', mark.product)
    .execute();
  return rows.map(({ id, created_at: at }) => ({ kind: 'product' as const, number: id, at }));
}

/** Those that wait and have changed since the mark. */
const heldOf = (db: Database, kind: 'review' | 'product_review', businessId: number, { place }: Mark, upTo: Place) =>
  db
    .selectFrom(`${kind as 'review'} as review`)
    .innerJoin('change', (join) =>
      join
        .onRef('change.business_id', '=', 'review.business_id')
        .on('change.kind', '=', kind)
        .onRef('change.item_id', '=', 'review.id'),
    )
    .where('review.business_id', '=', businessId)
    // An import sends no mail, and its audit has said how many of its reviews wait.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imported_review as imported')
            .select('imported.review_id')
            .whereRef('imported.business_id', '=', 'review.business_id')
            .where('imported.of_product', '=', kind === 'product_review' ? 1 : 0)
            .whereRef('imported.review_id', '=', 'review.id'),
        ),
      ),
    )
    // Written out, so that the index of what waits is used.
    .where(sql<boolean>`review.state = ${sql.lit(State.pending)}`)
    .where(sql<boolean>`(tx, number) > (${place.tx}, ${place.number})`)
    .where(sql<boolean>`(tx, number) <= (${upTo.tx}, ${upTo.number})`);
