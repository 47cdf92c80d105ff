/**
 * Erases a person entirely: their contributions, mail to them, and their identity. All of it is one transaction,
 * except for mail in files, what the database file still remembers of deleted rows, and copies of it.
 */
import type { Image, Review } from '../../../contract/entities/entities.ts';
import { eraseAuthors, lockAuthorsByEmail, lockEmails, type AuthorRow } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { deleteCopies } from '../../../review-store/databases/copies.ts';
import { slices } from '../../../review-store/databases/slices.ts';
import { shredDeleted } from '../../../review-store/secrets/shred.ts';
import { eraseComments } from '../../../review-store/reviews/comments.ts';
import { eraseProductReviews } from '../../../review-store/reviews/product-review-changes.ts';
import { eraseQuestions } from '../../../review-store/questions/erase-questions.ts';
import { lockReviewAuthor, subjectOf, type ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { eraseReviews } from '../../../review-store/reviews/review-changes.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { forgetNotices } from '../../content/asking/notices.ts';
import { keptAnswers } from '../../data/kept-answers.ts';
import { eraseImages } from '../../images/erase-images.ts';
import { eraseMailFiles } from '../../letters/mail/erase-files.ts';
import { withdrawMail } from '../../letters/mail/queue.ts';
import { findAuthorOf } from '../../content/moderation/reviews.ts';
import { dropFile } from '../../content/imports/files/kept-files.ts';
import { eraseImported } from '../../content/imports/erase-imported.ts';
import { forgetItemCopies } from '../../content/imports/items/copies.ts';
import { eraseRefused } from '../../content/refused-writes.ts';
import { eraseRequests } from '../../letters/requests/requests.ts';
import { forgetEvents, noteEvent } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { noteErased, rememberErased } from '../backups/erased-list.ts';
import { erasedReview, hashOfErased } from '../../data/erased-subject.ts';

/** How much of a person was erased. */
export interface Erased {
  readonly requests: number;
  /** Reviews of the business and of products. */
  readonly reviews: number;
  /** Mail that was not delivered. */
  readonly mails: number;
  readonly keptAnswers: number;
  /** Copies of the data from before an upgrade: they go whole. */
  readonly copies: number;
  /** False where the disk holds what was erased until another program has finished reading. */
  readonly isShredded: boolean;
  /** Directories of backups in which it could not be noted for restores. */
  readonly missed: readonly string[];
  /** The names that they wrote under, for holders of a copy. */
  readonly usernames: readonly string[];
  /** False where nothing was known of them. */
  readonly isKnown: boolean;
  /** The person: with the address, if one is known. */
  readonly person: Person;
}

/** A person by their address, or the author of a review: with their address, if they gave one. */
export type Person = { readonly email: string } | { readonly review: ReviewName };

/** Where there is more of a person than in the database. */
export interface ErasingPlaces {
  /** Where mail may be in files, which counts as mail; null if there surely is none. */
  readonly mailDirectory: string | null;
  /** Of the list of who was erased; null where there is none. */
  readonly listDirectory: string | null;
}

/**
 * Erases a person from everything. Safe to be done again: what failed on the way is then made up for.
 * @param by - the id of the account that wants it, or `BY_COMMAND`; and now, in milliseconds since 1970.
 */
export async function erasePerson(
  db: Database,
  business: BusinessRow,
  given: Person,
  { mailDirectory, listDirectory }: ErasingPlaces,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<Erased> {
  const { domain } = business;
  const person = await withAddress(db, business.id, given);
  const subject = { business: domain, ...('email' in person ? person : erasedReview(person.review)) };
  const { entry, missed } = await noteErased(db, listDirectory, subject, now);
  const erased = await inTransaction(db, async (transaction) => {
    await rememberErased(transaction, [entry]);
    const rows = await eraseRows(transaction, business, person);
    const event = { businessId: business.id, kind: 'person erased', actor, now } as const;
    if (rows.isKnown) await noteEvent(transaction, event);
    return rows;
  });
  const email = 'email' in person ? person.email : null;
  const hash = hashOfErased(db, subject);
  const mails = mailDirectory === null ? 0 : await eraseMailFiles(mailDirectory, business, { email, hash });
  const isKnown = erased.isKnown || mails > 0;
  return { ...erased, isKnown, mails: erased.mails + mails, ...(await forgetDeleted(db)), missed, person };
}

/** Erases people who are noted as erased already, from data that were restored. */
export async function eraseNoted(db: Database, business: BusinessRow, person: Person): Promise<readonly string[]> {
  const { usernames } = await inTransaction(db, (transaction) => eraseRows(transaction, business, person));
  await forgetDeleted(db);
  return usernames;
}

async function forgetDeleted(db: Database): Promise<Pick<Erased, 'isShredded' | 'copies'>> {
  const isShredded = await shredDeleted(db);
  return { isShredded, copies: await deleteCopies(db) };
}

/** An author who gave an address is erased by that. */
async function withAddress(db: Database, businessId: number, person: Person): Promise<Person> {
  if ('email' in person) return person;
  const email = (await findAuthorOf(db, businessId, person.review))?.email ?? null;
  return email === null ? person : { email };
}

async function eraseRows(
  db: Database,
  business: BusinessRow,
  person: Person,
): Promise<Omit<Erased, 'copies' | 'isShredded' | 'missed' | 'person'>> {
  const store = storeOf(db);
  // Nobody knows who is in it.
  await dropFile(db, business.id);
  if ('review' in person) {
    const author = await lockReviewAuthor(store, business.id, person.review);
    const content = await eraseContent(db, business.id, author ? [author] : []);
    const answers = await keptAnswers(db).erase(business.domain, subjectOf(person.review));
    return withKnown({ requests: 0, refused: 0, ...content, mails: 0, keptAnswers: answers });
  }
  const { email } = person;
  // Requests go before reviews: a review that is just being written for one is then there to be erased, or is not
  // written.
  const requests = await eraseRequests(db, business.id, email);
  await lockEmails(store, business.id, email);
  const content = await eraseContent(db, business.id, await lockAuthorsByEmail(store, business.id, email));
  const refused = await eraseRefused(db, hashOfErased(db, { business: business.domain, email }));
  return withKnown({
    requests,
    refused,
    ...content,
    mails: await withdrawMail(db, business, email),
    keptAnswers: await keptAnswers(db).erase(business.domain, email),
  });
}

interface WithoutTrace {
  readonly authors: number;
  /** Writes that were refused as they arrived. */
  readonly refused: number;
}

/** A person who has left nothing but questions is an author, too. */
const withKnown = <Found extends Pick<Erased, 'requests' | 'mails' | 'keptAnswers'> & WithoutTrace>(
  found: Found,
): Found & Pick<Erased, 'isKnown'> => ({
  ...found,
  isKnown: found.authors + found.refused + found.requests + found.mails + found.keptAnswers > 0,
});

/** @param authors - locked. */
async function eraseContent(
  db: Database,
  businessId: number,
  authors: readonly AuthorRow[],
): Promise<Pick<Erased, 'reviews' | 'usernames'> & { readonly authors: number }> {
  const store = storeOf(db);
  if (authors.length === 0) return { reviews: 0, usernames: [], authors: 0 };
  const authorIds = authors.map(({ id }) => id);
  const productReviews = await eraseProductReviews(store, businessId, { authorIds });
  const reviews = await eraseReviews(store, businessId, { authorIds });
  await eraseComments(store, businessId, { authorIds, reviewNos: reviews.map(({ id }) => id) });
  const questions = await eraseQuestions(store, businessId, authors);
  await forgetNotices(db, businessId, questions.product_question);
  await forgetEvents(db, businessId, 'product question', questions.product_question);
  await forgetEvents(db, businessId, 'question', questions.question);
  await eraseVotesAndFlags(db, businessId, { productReviews, reviews });
  await eraseImported(db, businessId, { authorIds, productReviews, reviews });
  const usernames = authors.flatMap(({ username }) => username ?? []);
  await forgetItemCopies(db, businessId, usernames);
  for (const some of slices(authorIds))
    await db.deleteFrom('message').where('business_id', '=', businessId).where('author_id', 'in', some).execute();
  await eraseAuthors(store, businessId, authorIds);
  await eraseImages(
    db,
    [...productReviews, ...reviews].flatMap(({ images }) => JSON.parse(images) as Image[]),
  );
  await eraseImages(
    db,
    reviews.flatMap(({ updated_for: original }) => (original === null ? [] : (JSON.parse(original) as Review).images)),
  );
  return {
    reviews: reviews.length + productReviews.length,
    usernames,
    authors: authors.length,
  };
}

interface Identified {
  readonly id: number;
}

/** Contributions of others to the reviews, and what was decided about them. */
async function eraseVotesAndFlags(
  db: Database,
  businessId: number,
  { productReviews, reviews }: { productReviews: readonly Identified[]; reviews: readonly Identified[] },
): Promise<void> {
  for (const some of slices(productReviews.map(idOf))) {
    await db
      .deleteFrom('product_review_vote')
      .where('business_id', '=', businessId)
      .where('review_id', 'in', some)
      .execute();
    await eraseReports(db, businessId, some, 1);
    await forgetEvents(db, businessId, 'product review', some);
  }
  for (const some of slices(reviews.map(idOf))) {
    await eraseReports(db, businessId, some, 0);
    await forgetEvents(db, businessId, 'review', some);
  }
}

const idOf = ({ id }: Identified): number => id;

async function eraseReports(
  db: Database,
  businessId: number,
  reviewIds: readonly number[],
  ofProduct: 0 | 1,
): Promise<void> {
  await db
    .deleteFrom('review_flag')
    .where('business_id', '=', businessId)
    .where('review_id', 'in', reviewIds)
    .where('of_product', '=', ofProduct)
    .execute();
}
