/** One person of a business, by the number of an author or of a request, with all that is kept about them. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { PersonalData } from '../../../contract/entities/personal-data.ts';
import { formatRfc } from '../../../contract/entities/dates.ts';
import type { Answer, ProductReview, Review } from '../../../contract/entities/entities.ts';
import { findAuthor } from '../../../review-store/content/authors.ts';
import { toRfc } from '../../../review-store/content/moments.ts';
import { answeredBy } from '../../../review-store/questions/erase-questions.ts';
import { hashOfErased } from '../../data/erased-subject.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { AddressBook } from '../../letters/addresses.ts';
import { findRequest, productsOf } from '../../letters/requests/requests.ts';
import { knownBy, readKnown, type Known } from './access.ts';
import type { Person } from './erase.ts';

/** A text that they wrote or got beside reviews. */
export interface PersonsText {
  readonly kind: 'question' | 'answer' | 'comment' | 'message from' | 'message to' | 'refused';
  readonly text: string;
  /** RFC 3339; null where nobody knows. */
  readonly createdRFC: string | null;
}

/** The file that is handed over to a person. */
export interface PersonFile {
  readonly categories: PersonalData;
  readonly reviews: readonly Review[];
  readonly productReviews: readonly ProductReview[];
  readonly texts: readonly PersonsText[];
  readonly requests: readonly {
    readonly order_id: string;
    readonly language: string | null;
    readonly skus: readonly string[];
    readonly createdRFC: string;
    readonly openedRFC: string | null;
    readonly remindedRFC: string | null;
  }[];
}

/**
 * @param id - the number of an author, or the id of a request.
 * @returns null if there is nobody at this business.
 */
export async function findPerson(db: Database, { id: businessId }: BusinessRow, id: string): Promise<Known | null> {
  if (!/^[1-9]\d{0,14}$/.test(id)) {
    const email = (await findRequest(db, businessId, id))?.email;
    return email ? knownBy(db, businessId, email) : null;
  }
  const author = await findAuthor(storeOf(db), businessId, Number(id));
  if (!author) return null;
  return author.email === null
    ? { email: null, authors: [author], requests: [] }
    : knownBy(db, businessId, author.email);
}

/** As `erasePerson` takes them; null for somebody of whom there are neither an address nor reviews. */
export function toErase({ email }: Known, { reviews, productReviews }: PersonFile): Person | null {
  if (email !== null) return { email };
  const [product] = productReviews;
  if (product) return { review: { kind: 'product', number: product.id } };
  return reviews[0] ? { review: { kind: 'business', number: reviews[0].reviewNo } } : null;
}

export async function readPerson(
  db: Database,
  business: BusinessRow,
  known: Known,
  addresses: AddressBook,
): Promise<PersonFile> {
  const { categories, reviews, productReviews } = await readKnown(db, business, known, addresses);
  const requests: PersonFile['requests'][number][] = [];
  for (const row of known.requests)
    requests.push({
      order_id: row.order_id,
      language: row.language,
      skus: (await productsOf(db, row.id)).map(({ sku }) => sku),
      createdRFC: formatRfc(row.created_at),
      openedRFC: toRfc(row.opened_at),
      remindedRFC: toRfc(row.reminded_at),
    });
  return { categories, reviews, productReviews, texts: await textsOf(db, business, known), requests };
}

async function textsOf(
  db: Database,
  { id: businessId, domain }: BusinessRow,
  { authors, email }: Known,
): Promise<PersonsText[]> {
  const ids = authors.map(({ id }) => id);
  const names = new Set(authors.flatMap(({ username }) => username ?? []));
  const found: PersonsText[] = [];
  const add = (kind: PersonsText['kind'], text: string, at: number) =>
    found.push({ kind, text, createdRFC: toRfc(at) });
  const person = email === null ? null : hashOfErased(db, { business: domain, email });
  for (const row of await db.selectFrom('refused_write').selectAll().where('person_hash', '=', person).execute())
    add('refused', `${row.title}\n${row.content}`.trim(), row.refused_at);
  if (ids.length === 0) return found;
  for (const table of ['product_question', 'question'] as const) {
    const rows = db.selectFrom(table as 'question').where('business_id', '=', businessId);
    for (const row of await rows.select(['content', 'created_at']).where('author_id', 'in', ids).execute())
      add('question', row.content, row.created_at);
    for (const name of names) {
      const answered = await answeredBy(storeOf(db), table, businessId, name);
      if (answered.length === 0) continue;
      for (const row of await rows.select('answers').where('id', 'in', answered).execute())
        for (const { content, createdRFC, author } of JSON.parse(row.answers) as Answer[])
          if (author?.username === name) found.push({ kind: 'answer', text: content, createdRFC });
    }
  }
  const comments = await db
    .selectFrom('comment')
    .select(['content', 'created_at'])
    .where('business_id', '=', businessId)
    .where('author_id', 'in', ids)
    .execute();
  for (const row of comments) add('comment', row.content, row.created_at);
  const messages = await db
    .selectFrom('message')
    .select(['subject', 'body', 'sent', 'created_at'])
    .where('business_id', '=', businessId)
    .where('author_id', 'in', ids)
    .execute();
  for (const { subject, body, sent, created_at: at } of messages)
    add(sent === 1 ? 'message to' : 'message from', `${subject}\n${body}`, at);
  return found;
}
