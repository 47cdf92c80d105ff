/** Every change of the reviews of a business; their labels and the counters follow in the same transaction. */
import type { AspectRating, Image, OriginalReview, Review } from '../../contract/entities/entities.ts';
import { countForAuthor, saveAuthors, toEmbeddedUser } from '../content/authors.ts';
import { ALL_REVIEWS } from '../content/businesses.ts';
import { nextId, reserveIds, takeIds, type Store } from '../content/ids.ts';
import { numbered, type RowChange, type Which } from '../content/numbered.ts';
import { publishedAt, stateOf, toTime } from '../content/moments.ts';
import { hiddenPhotos } from '../content/photos.ts';
import { getReview, type ReviewRow } from './reviews.ts';
import { shown, standing } from './standing.ts';
import { starColumn, toFlag } from '../content/rows.ts';
import { State, type BusinessRatingTable } from '../tables.ts';
import { engineOf } from '../databases/engine.ts';
import { slices } from '../databases/slices.ts';
import { searchText } from '../databases/text.ts';
import { atomically } from '../databases/transaction.ts';

const rows = numbered('review');

/** Stores reviews as a server of the API gave them, by their number, and counts them for the business. */
export function saveReviews(db: Store, businessId: number, items: readonly Review[]): Promise<void> {
  return atomically(db, async (db) => {
    const each = [...new Map(items.map((item) => [item.reviewNo, item])).values()];
    const known = await rows.lockAll(
      db,
      businessId,
      each.map(({ reviewNo }) => reviewNo),
    );
    const authorIds = await saveAuthors(
      db,
      businessId,
      each.map(({ reviewNo, author }) => ({ user: author, earlier: known.get(reviewNo)?.author_id ?? null })),
    );
    const changes = each.map((item, at) => {
      const before = known.get(item.reviewNo);
      const after = {
        business_id: businessId,
        id: item.reviewNo,
        author_id: authorIds[at]!,
        state: stateOf(item),
        title: item.title,
        content: item.content,
        tip: item.tip,
        order_id: item.order_id,
        ratings: JSON.stringify(item.rating),
        images: JSON.stringify(item.images),
        positive_votes: item.positive_votes,
        negative_votes: item.negative_votes,
        updated_for:
          item.updated_for === null
            ? null
            : JSON.stringify({
                ...item.updated_for,
                author: toEmbeddedUser(item.updated_for.author, item.updated_for.source !== null),
              }),
        source: item.source,
        datasource: item.datasource ?? '',
        labels: JSON.stringify(item.labels),
        created_at: toTime(item.createdRFC)!,
        published_at: publishedAt(item),
        edited_at: toTime(item.editedRFC),
        removed_at: toTime(item.removedRFC),
        held_for: before?.held_for ?? null,
        hidden_for: stateOf(item) === State.removed ? (before?.hidden_for ?? null) : null,
        user_location: item.user_location,
        attributes: JSON.stringify(item.attributes),
        verified: item.verified === null ? null : toFlag(item.verified),
        incentivised: item.incentivised === null ? null : toFlag(item.incentivised),
        collected_by: item.collected_by,
      };
      return { before, after };
    });
    await putRows(db, changes);
    const numbered = items.map(({ reviewNo }) => ({ id: reviewNo }));
    await reserveIds(db, 'review', numbered);
  });
}

export interface NewReview extends ReviewChange {
  readonly authorId: number | null;
  readonly orderId: string | null;
  readonly source: string | null;
  readonly labels: readonly string[];
}

/** Adds a review that was written here, and returns it. */
export function addReview(db: Store, businessId: number, review: NewReview): Promise<Review> {
  const { heldFor } = review;
  return atomically(db, async (db) => {
    const id = await nextId(db, 'review');
    await putRow(db, undefined, {
      business_id: businessId,
      id,
      author_id: review.authorId,
      state: heldFor === null ? State.published : State.pending,
      title: review.title,
      content: review.content,
      tip: review.tip,
      order_id: review.orderId,
      ratings: JSON.stringify(review.ratings),
      images: JSON.stringify(review.images),
      positive_votes: 0,
      negative_votes: 0,
      updated_for: null,
      source: review.source,
      datasource: '',
      labels: JSON.stringify(review.labels),
      created_at: review.now,
      published_at: heldFor === null ? review.now : null,
      edited_at: null,
      removed_at: null,
      held_for: heldFor,
      hidden_for: null,
      user_location: null,
      attributes: '[]',
      verified: null,
      incentivised: null,
      collected_by: null,
    });
    await countForAuthor(db, businessId, review.authorId, { reviews: 1 });
    return (await getReview(db, businessId, id))!;
  });
}

/** A review as an import gives it. */
export type ImportedShopReview = Omit<ReviewRow, 'search_text' | 'business_id' | 'id'>;

/**
 * Adds reviews that were collected elsewhere, in any state; their authors are not counted.
 * @param numbers - that they have elsewhere and keep where they are free; null for those without.
 * @returns their numbers.
 */
export function addImportedReviews(
  db: Store,
  businessId: number,
  given: readonly ImportedShopReview[],
  numbers: readonly (number | null)[],
): Promise<number[]> {
  return atomically(db, async (db) => {
    const ids = await takeIds(db, 'review', businessId, numbers);
    const added = given.map((review, index) => ({
      before: undefined,
      after: { ...review, business_id: businessId, id: ids[index]! },
    }));
    await putRows(db, added);
    return ids;
  });
}

/** Adds reviews with the numbers that they have, which nobody else has. */
export function restoreReviews(
  db: Store,
  businessId: number,
  given: readonly (ImportedShopReview & { readonly id: number })[],
): Promise<void> {
  return atomically(db, async (db) => {
    const added = given.map((review) => ({ before: undefined, after: { ...review, business_id: businessId } }));
    await putRows(db, added);
    await reserveIds(db, 'review', given);
  });
}

export interface ReviewChange {
  readonly title: string;
  readonly content: string;
  readonly tip: string | null;
  readonly ratings: readonly AspectRating[];
  readonly images: readonly Image[];
  /** Why it waits until it is published; null where it does not. */
  readonly heldFor: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Changes a review on its author's behalf. Its first text is kept as `updated_for` through any number of changes.
 * False if the review was removed, or does not exist.
 */
export function editReview(db: Store, businessId: number, reviewNo: number, change: ReviewChange): Promise<boolean> {
  return atomically(db, async (db) => {
    const before = await rows.lock(db, businessId, reviewNo);
    if (!before || before.state === State.removed) return false;
    const held = change.heldFor !== null;
    const {
      updated_for: original,
      // They are of the review, and an original has none of its own.
      user_location: _place,
      attributes: _attributes,
      verified: _verified,
      incentivised: _incentivised,
      collected_by: _collectedBy,
      ...first
    } = (await getReview(db, businessId, reviewNo))!;
    await putRow(db, before, {
      ...before,
      title: change.title,
      content: change.content,
      tip: change.tip,
      ratings: JSON.stringify(change.ratings),
      images: JSON.stringify([...change.images, ...hiddenPhotos(before.images)]),
      state: held ? State.pending : before.state,
      published_at: held ? null : before.published_at,
      updated_for: JSON.stringify(original ?? ({ ...first, author: null } satisfies OriginalReview)),
      edited_at: change.now,
      held_for: change.heldFor ?? before.held_for,
    });
    return true;
  });
}

const { change, hide, show, remove } = standing<ReviewRow>({
  lock: rows.lock,
  async write(db, _businessId, changes) {
    await putRows(db, changes);
  },
});
export { change as changeReview, hide as hideReview, remove as removeReviews, show as showReview };

/** Publishes a pending review. False if it is not pending, or does not exist. */
export const publishReview = (db: Store, businessId: number, reviewNo: number, now: number): Promise<boolean> =>
  change(db, businessId, reviewNo, (before) => (before.state === State.pending ? shown(before, now) : null));

/** Deletes reviews in any state, and returns what was deleted. */
export function eraseReviews(db: Store, businessId: number, which: Which): Promise<ReviewRow[]> {
  return atomically(db, async (db) => {
    const erased = await rows.deleteOf(db, businessId, which);
    const counts = new Counts();
    for (const row of erased) if (row.state === State.published) counts.add(row, -1);
    await counts.write(db);
    return erased;
  });
}

type Written = Omit<ReviewRow, 'search_text'>;

const putRow = (db: Store, before: ReviewRow | undefined, after: Written): Promise<void> =>
  putRows(db, [{ before, after }]);

/** The only way to write reviews: their search text, their labels and the counters of the business follow. */
async function putRows(
  db: Store,
  changes: readonly { before: ReviewRow | undefined; after: Written }[],
): Promise<void> {
  const put = await rows.put(
    db,
    changes.map(({ before, after }) => ({
      before,
      after: { ...after, search_text: searchText(after.business_id, after.title, after.content) },
    })),
  );
  await saveLabels(db, put);
  const counts = new Counts();
  for (const { before, after } of put) {
    if (before?.state === after.state && before.ratings === after.ratings && before.datasource === after.datasource)
      continue;
    if (before?.state === State.published) counts.add(before, -1);
    if (after.state === State.published) counts.add(after, 1);
  }
  await counts.write(db);
}

async function saveLabels(db: Store, put: readonly RowChange<ReviewRow>[]): Promise<void> {
  const changed = put.filter(({ before, after }) => (before?.labels ?? '[]') !== after.labels);
  for (const { before, after } of changed) {
    if (!before) continue;
    await db
      .deleteFrom('review_label')
      .where('business_id', '=', after.business_id)
      .where('review_id', '=', after.id)
      .execute();
  }
  const labels = changed.flatMap(({ after }) =>
    [...new Set(JSON.parse(after.labels) as string[])].map((name) => ({
      business_id: after.business_id,
      review_id: after.id,
      name,
    })),
  );
  await engineOf(db).insert(db, 'review_label', labels);
}

type Counters = Omit<BusinessRatingTable, 'business_id' | 'datasource' | 'aspect'>;
const countersOfBusiness = [
  'ratings',
  'sum',
  'one',
  'two',
  'three',
  'four',
  'five',
] as const satisfies (keyof Counters)[];

/** Reviews that began or stopped counting, so that each counter of the business is written once. */
class Counts {
  readonly #changes = new Map<string, BusinessRatingTable>();

  add(review: ReviewRow, change: 1 | -1): void {
    const rated = (JSON.parse(review.ratings) as AspectRating[]).filter((aspect) => aspect.rating !== null);
    this.#add(review, ALL_REVIEWS, null, change);
    for (const { type, rating } of rated) this.#add(review, type, rating, change);
  }

  #add({ business_id, datasource }: ReviewRow, aspect: string, rating: number | null, change: 1 | -1): void {
    const key = JSON.stringify([datasource, aspect]);
    const none = { ratings: 0, sum: 0, one: 0, two: 0, three: 0, four: 0, five: 0 };
    const counters = this.#changes.get(key) ?? { business_id, datasource, aspect, ...none };
    this.#changes.set(key, counters);
    counters.ratings += change;
    counters.sum += change * Math.round(rating ?? 0);
    if (rating !== null) counters[starColumn(rating)] += change;
  }

  /** Always in the same order, so that two writers never wait for each other. */
  async write(db: Store): Promise<void> {
    const rows = [...this.#changes].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    for (const some of slices(rows))
      await db
        .insertInto('business_rating')
        .values(some)
        .onConflict((conflict) =>
          conflict
            .columns(['business_id', 'datasource', 'aspect'])
            .doUpdateSet((eb) =>
              Object.fromEntries(
                countersOfBusiness.map((column) => [
                  column,
                  eb(`business_rating.${column}`, '+', eb.ref(`excluded.${column}`)),
                ]),
              ),
            ),
        )
        .execute();
  }
}
