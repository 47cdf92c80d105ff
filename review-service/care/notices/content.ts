/** The subject of a notice, as it is when its mail is written, and whose words these are. */
import { toTime } from '../../../review-store/content/moments.ts';
import { findAuthor, findAuthorByUsername, type AuthorRow } from '../../../review-store/content/authors.ts';
import type { ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { getProductQuestion } from '../../../review-store/questions/questions.ts';
import { erasedReview, hashOfErased } from '../../data/erased-subject.ts';
import { repeatsText } from '../../../server-kit/titles.ts';
import type { Notice } from '../../letters/mail/sending/notice.ts';
import { findAuthorOf } from '../../content/moderation/reviews.ts';
import { readLowStars } from '../../content/moderation/low-stars.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import { storeOf, type Database } from '../../data/tables.ts';

/** Somebody's words about a product, or about the shop if that is null. */
export interface Said {
  readonly product: ListedReview['product'];
  /** As readers see it; empty where nobody knows. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly photos: number;
  readonly text: string;
}

export interface NoticeContent {
  readonly held: readonly (Said & { readonly review: ReviewName; readonly why: string })[];
  readonly questions: readonly (Said & {
    readonly number: number;
    readonly answer: number | null;
    /** Null where it is published. */
    readonly why: string | null;
  })[];
  readonly reports: readonly {
    readonly id: string;
    readonly reason: string;
    readonly message: string;
    readonly at: number;
    readonly review: ReviewName;
    readonly said: Said;
  }[];
  /** Low stars. */
  readonly low: readonly (Said & { readonly review: ReviewName })[];
  readonly more: Notice['more'];
}

/** Reads a notice for one business. */
export class NoticeReader {
  /** Keyed hashes of those whose words were read, as the list of who was erased has them. */
  readonly quotes = new Set<string>();
  readonly #db: Database;
  readonly #business: { readonly id: number; readonly domain: string };

  constructor(db: Database, business: { readonly id: number; readonly domain: string }) {
    this.#db = db;
    this.#business = business;
  }

  /** Without what was erased, decided or closed meanwhile. */
  async read({ held, questions, reports, low = [], more }: Notice): Promise<NoticeContent> {
    return {
      held: await each(held, (review) => this.#held(review)),
      questions: await each(questions, (one) => this.#question(one)),
      reports: await each(reports, (id) => this.#report(id)),
      low: await each(low, (review) => this.#low(review)),
      more,
    };
  }

  /** Nobody need be told of what is hidden, or has a reply. */
  async #low(review: ReviewName): Promise<NoticeContent['low'][number] | null> {
    const still = await readLowStars(this.#db, this.#business);
    if (!still.some(({ kind, number }) => kind === review.kind && number === review.number)) return null;
    const said = await this.#review(review);
    return said && { ...said, review };
  }

  async #held(review: ReviewName): Promise<NoticeContent['held'][number] | null> {
    const said = await this.#review(review);
    if (said?.state !== 'held') return null;
    const why = await this.#why(review.kind === 'product' ? 'product_review' : 'review', review.number);
    return { ...said, review, why };
  }

  async #review(review: ReviewName): Promise<(Said & Pick<ListedReview, 'state'>) | null> {
    const listed = (await readListedReviews(this.#db, this.#business.id, review.kind, [review.number])).get(
      review.number,
    );
    if (!listed) return null;
    const { product, state, photos, title, content, createdRFC } = listed;
    const author = await findAuthorOf(this.#db, this.#business.id, review);
    this.#note(author?.email ? { email: author.email } : erasedReview(review));
    return {
      product,
      state,
      photos,
      text: textOf(title, content),
      name: nameOf(listed.author),
      at: toTime(createdRFC)!,
    };
  }

  async #question(one: Notice['questions'][number]): Promise<NoticeContent['questions'][number] | null> {
    const question = await getProductQuestion(storeOf(this.#db), this.#business.id, one.number);
    const { answer: answerId } = one;
    const said = answerId === null ? question : question?.answers.find(({ id }) => id === answerId);
    if (!question || question.removed || !said) return null;
    const author = await this.#authorOf(one.number, answerId === null ? null : (said.author?.username ?? ''));
    if (author?.email) this.#note({ email: author.email });
    const waits = said.published === 'pending';
    return {
      ...one,
      product: question.product,
      name: nameOf(said.author),
      at: toTime(said.createdRFC) ?? toTime(question.createdRFC)!,
      photos: 0,
      text: said.content,
      why: !waits ? null : answerId === null ? await this.#why('product_question', one.number) : 'new',
    };
  }

  /** @param username - of an answer; null for the question itself. */
  async #authorOf(number: number, username: string | null): Promise<AuthorRow | undefined> {
    const [store, { id }] = [storeOf(this.#db), this.#business];
    if (username !== null) return findAuthorByUsername(store, id, username);
    const row = await this.#row('product_question', number).select('author_id').executeTakeFirst();
    const authorId = row?.author_id ?? null;
    return authorId === null ? undefined : findAuthor(store, id, authorId);
  }

  async #report(id: string): Promise<NoticeContent['reports'][number] | null> {
    const row = await this.#db
      .selectFrom('review_flag')
      .select(['review_id', 'of_product', 'reason', 'message', 'created_at as at'])
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    const review: ReviewName = { kind: row.of_product === 1 ? 'product' : 'business', number: row.review_id };
    const said = await this.#review(review);
    return said && { id, reason: row.reason, message: row.message, at: row.at, review, said };
  }

  async #why(table: HeldTable, number: number): Promise<string> {
    const row = await this.#row(table, number).select('held_for').executeTakeFirst();
    return row?.held_for ?? 'new';
  }

  #row(table: HeldTable, number: number) {
    return this.#db
      .selectFrom(table as 'review')
      .where('business_id', '=', this.#business.id)
      .where('id', '=', number);
  }

  #note(person: { readonly email: string } | ReturnType<typeof erasedReview>): void {
    this.quotes.add(hashOfErased(this.#db, { business: this.#business.domain, ...person }));
  }
}

type HeldTable = 'review' | 'product_review' | 'product_question';

const nameOf = (author: ListedReview['author']): string =>
  `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim();

/** A title that only says what the text says at once is not said twice. */
const textOf = (title: string, content: string): string =>
  repeatsText({ title, content }) ? content : [title, content].filter((part) => part.trim() !== '').join('\n');

async function each<Key, Item>(keys: readonly Key[], read: (key: Key) => Promise<Item | null>): Promise<Item[]> {
  const found: Item[] = [];
  for (const key of keys) {
    const item = await read(key);
    if (item !== null) found.push(item);
  }
  return found;
}
