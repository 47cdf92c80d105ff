/**
 * Forgets a person whom the API has erased in the proxy's own data: their contributions in the mirror; writes that wait
 * to be sent for them, which would bring it back; and kept answers.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import { eraseAuthors, findAuthorByUsername, lockAuthorsByEmail } from '../../review-store/content/authors.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { authorsOfComments, eraseComments } from '../../review-store/reviews/comments.ts';
import { slices } from '../../review-store/databases/slices.ts';
import { deleteCopies } from '../../review-store/databases/copies.ts';
import { deleteIdleAuthors } from '../../review-store/content/delete.ts';
import { eraseProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { eraseQuestions } from '../../review-store/questions/erase-questions.ts';
import { lockReviewAuthor, subjectOf, type ReviewName } from '../../review-store/reviews/review-authors.ts';
import { eraseReviews } from '../../review-store/reviews/review-changes.ts';
import { normalizeAddress } from '../../review-store/secrets/data-key.ts';
import { shredDeleted } from '../../review-store/secrets/shred.ts';
import { textsErased } from '../../insights/texts.ts';
import { askForSweep } from '../mirror/filling/asked-sweeps.ts';
import { Changes } from '../mirror/parts/changes.ts';
import { outdatePages } from '../mirror/parts/holds.ts';
import { forget, readEverythingAnew } from '../mirror/parts/seen.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically } from '../state/transaction.ts';
import { keptAnswers } from '../writes/idempotency.ts';
import { eraseWrites } from '../writes/outbox/outbox-erasure.ts';

/** How much there was about a person. */
export interface ErasedHere {
  /** Items in the mirror. */
  readonly written: number;
  /** Writes that the API did not have. */
  readonly waiting: number;
  readonly keptAnswers: number;
  /** Copies of the data from before an upgrade: they go whole. */
  readonly copies: number;
  /** False where the disk holds what was erased until another program has finished reading. */
  readonly isShredded: boolean;
}

export interface ErasingTools {
  readonly db: ProxyDb;
  /** So that every instance drops the answers that it has in memory. */
  readonly mirror: Pick<Changes, 'change'>;
}

/** A person by their address, or the author of a review without one. */
export type Person = { readonly email: string } | { readonly review: ReviewName };

/** @param usernames - names under which they wrote, as far as the API has said. */
export async function erasePerson(
  { db, mirror }: ErasingTools,
  business: MirroredBusiness,
  person: Person,
  usernames: readonly string[],
  now: number,
): Promise<ErasedHere> {
  const { written, waiting, keptAnswers } = await mirror.change(business.domain, async (db) => {
    await outdatePages(db, business.domain, now);
    const written = await eraseContent(db, business, person, usernames);
    const beside =
      'email' in person
        ? await eraseWaiting(db, business.domain, person.email, now)
        : await eraseAnswered(db, business.domain, person.review);
    return { changed: true, written, ...beside };
  });
  const isShredded = await shredDeleted(db);
  return { written, waiting, keptAnswers, copies: await deleteCopies(db), isShredded };
}

export interface PersonToErase {
  /** The site domain. */
  readonly business: string;
  readonly person: Person;
  readonly usernames: readonly string[];
}

/**
 * The same from the command line, whether or not the proxy is running. The proxy then sweeps everything that people
 * wrote, since the API may have erased items that nobody here could know to be theirs.
 * @throws ApiError `businessNotAvailable` where there is no such business.
 */
export async function eraseFromProxy(
  db: ProxyDb,
  { business: domain, person, usernames }: PersonToErase,
  now: number,
): Promise<ErasedHere> {
  const business = await findBusiness(storeOf(db), domain);
  if (!business) throw refuse('businessNotAvailable', `The proxy mirrors no business with the site domain ${domain}`);
  const erased = await erasePerson(
    { db, mirror: new Changes(db) },
    { id: business.id, domain },
    person,
    usernames,
    now,
  );
  await askForSweep(db, domain);
  return erased;
}

/**
 * Erases their waiting writes and kept answers. Before the API erases them: a write sent afterwards would stay there.
 */
export function eraseWaiting(
  db: ProxyDb,
  business: string,
  email: string,
  now: number,
): Promise<Pick<ErasedHere, 'waiting' | 'keptAnswers'>> {
  return atomically(db, async (db) => ({
    waiting: await eraseWrites(db, business, email, now),
    keptAnswers: await keptAnswers(db).erase(business, email),
  }));
}

/** Erases answers to the author of a review: the review is on its way no more, since it has a number. */
async function eraseAnswered(
  db: ProxyDb,
  business: string,
  review: ReviewName,
): Promise<Pick<ErasedHere, 'waiting' | 'keptAnswers'>> {
  if (review.kind === 'product')
    await db
      .updateTable('proxy_outbox')
      .set({ state: 'erased', answer: null, person_hash: null })
      .where('business', '=', business)
      .where('operation', '=', 'addProductReview')
      .where('state', '=', 'delivered')
      .where('review_id', '=', review.number)
      .execute();
  return { waiting: 0, keptAnswers: await keptAnswers(db).erase(business, subjectOf(review)) };
}

/** Contributions under a name that is unknown here go with the next sweep. */
async function eraseContent(
  db: ProxyDb,
  { id, domain }: MirroredBusiness,
  person: Person,
  usernames: readonly string[],
): Promise<number> {
  const store = storeOf(db);
  const named = await Promise.all(usernames.map((username) => findAuthorByUsername(store, id, username)));
  const theirs =
    'email' in person
      ? await lockAuthorsByEmail(store, id, normalizeAddress(person.email))
      : [await lockReviewAuthor(store, id, person.review)];
  const all = [...theirs, ...named].filter((author) => author !== undefined && author !== null);
  const authors = [...new Map(all.map((author) => [author.id, author])).values()];
  if (authors.length === 0) return 0;
  const authorIds = authors.map((author) => author.id);
  const productReviewIds = (await eraseProductReviews(store, id, { authorIds })).map((review) => review.id);
  if (productReviewIds.length > 0) await textsErased(db, id);
  const reviewNos = (await eraseReviews(store, id, { authorIds })).map((review) => review.id);
  const commenters = await authorsOfComments(store, id, reviewNos);
  await eraseComments(store, id, { authorIds, reviewNos });
  await eraseQuestions(store, id, authors);
  await eraseAuthors(store, id, authorIds);
  await eraseVotes(db, domain, productReviewIds);
  await deleteIdleAuthors(store, id, commenters);
  // If the API lists any of it after all, it counts as new.
  await forget(db, domain, 'productReviews', productReviewIds);
  await forget(db, domain, 'reviews', reviewNos);
  for (const part of ['comments', 'productQuestions', 'questions'] as const) await readEverythingAnew(db, domain, part);
  return productReviewIds.length + reviewNos.length;
}

/** On what is gone: nobody can be told how it was found. */
async function eraseVotes(db: ProxyDb, business: string, reviewIds: readonly number[]): Promise<void> {
  for (const some of slices(reviewIds))
    for (const table of ['proxy_vote', 'mirror_hold'] as const)
      await db
        .deleteFrom(table as 'proxy_vote')
        .where('business', '=', business)
        .where('review_id', 'in', some)
        .execute();
}
