/**
 * Forgets what the proxy itself holds of a person whom the API has erased: what they wrote, in the mirror; what waits
 * to be sent for them, which would bring it back; and answers that are kept to be given again.
 */
import { ApiError } from '../../contract/errors.ts';
import { eraseAuthors, findAuthorByUsername, lockAuthorsByEmail } from '../../review-store/authors.ts';
import { eraseComments } from '../../review-store/comments.ts';
import { eraseProductReviews } from '../../review-store/product-reviews.ts';
import { eraseQuestions } from '../../review-store/questions.ts';
import { eraseReviews } from '../../review-store/reviews.ts';
import { shredDeleted } from '../../review-store/shred.ts';
import { deleteIdleAuthors } from '../mirror/removed.ts';
import { forget, readEverythingAnew } from '../mirror/seen.ts';
import type { MirroredBusiness } from '../mirror/parts.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically } from '../state/transaction.ts';

const gone = JSON.stringify(new ApiError(307, 'The person whom this request named was erased').toEnvelope());

/** @param usernames - under which they wrote, as far as the API has told. */
export async function erasePerson(db: ProxyDb, business: MirroredBusiness, email: string, usernames: readonly string[]): Promise<void> {
  const address = email.trim().toLowerCase();
  await atomically(db, async (db) => {
    await eraseContent(db, business, address, usernames);
    await eraseWaiting(db, business.domain, address);
    await eraseAnswers(db, business.domain, address);
  });
  await shredDeleted(storeOf(db));
}

/** What was written under a name that nobody knows here is gone with the next walk through everything. */
async function eraseContent(db: ProxyDb, { id, domain }: MirroredBusiness, address: string, usernames: readonly string[]): Promise<void> {
  const store = storeOf(db);
  const named = await Promise.all(usernames.map((username) => findAuthorByUsername(store, id, username)));
  const all = [...(await lockAuthorsByEmail(store, id, address)), ...named.filter((author) => author !== undefined)];
  const authors = [...new Map(all.map((author) => [author.id, author])).values()];
  if (authors.length === 0) return;
  const authorIds = authors.map((author) => author.id);
  const productReviews = await eraseProductReviews(store, id, authorIds);
  const reviews = await eraseReviews(store, id, authorIds);
  const reviewNos = reviews.map((review) => review.id);
  const commenters = await authorsOfComments(db, id, reviewNos);
  await eraseComments(store, id, { authorIds, reviewNos });
  await eraseQuestions(store, id, authors);
  await eraseAuthors(store, id, authorIds);
  await deleteIdleAuthors(db, id, commenters);
  // Should the API list any of it after all, it is news.
  await forget(db, domain, 'productReviews', productReviews.map((review) => review.id));
  await forget(db, domain, 'reviews', reviewNos);
  for (const part of ['comments', 'productQuestions', 'questions'] as const) await readEverythingAnew(db, domain, part);
}

/** Who wrote under these reviews. */
async function authorsOfComments(db: ProxyDb, businessId: number, reviewNos: readonly number[]): Promise<number[]> {
  if (reviewNos.length === 0) return [];
  const rows = await storeOf(db).selectFrom('comment').select('author_id').distinct().where('business_id', '=', businessId).where('review_id', 'in', reviewNos).execute();
  return rows.flatMap((row) => row.author_id ?? []);
}

async function eraseWaiting(db: ProxyDb, business: string, address: string): Promise<void> {
  const writes = await db.selectFrom('proxy_outbox').select(['id', 'fields', 'answer']).where('business', '=', business).execute();
  for (const { id, fields, answer } of writes) {
    if (names(fields, address)) await db.deleteFrom('proxy_outbox').where('id', '=', id).execute();
    else if (answer !== null && names(answer, address)) await db.updateTable('proxy_outbox').set({ answer: null }).where('id', '=', id).execute();
  }
}

/** Sent again, such a request has no second effect either: that would bring back what was erased. */
async function eraseAnswers(db: ProxyDb, business: string, address: string): Promise<void> {
  const answers = await db.selectFrom('proxy_idempotency').select(['key', 'body']).where('business', '=', business).where('body', 'is not', null).execute();
  for (const { key, body } of answers) {
    if (!names(body!, address)) continue;
    await db.updateTable('proxy_idempotency').set({ status: 404, body: gone }).where('business', '=', business).where('key', '=', key).execute();
  }
}

/** True where this JSON holds the address as a value of its own. */
const names = (json: string, address: string): boolean => json.toLowerCase().includes(JSON.stringify(address));
