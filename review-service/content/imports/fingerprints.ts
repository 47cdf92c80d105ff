/** Reviews in short, so that it can be told whether a file or the shop has changed them since. */
import { hash } from 'node:crypto';
import { keyOf, type DataKey } from '../../../review-store/secrets/data-key.ts';
import type { BesideShopReview, ImportedReview, ImportedState } from '../../../exchange/reviews/imported-review.ts';
import { toFlag } from '../../../review-store/content/rows.ts';
import { State } from '../../../review-store/tables.ts';
import type { Database } from '../../data/tables.ts';

/** The words of a review with all that its author said beside them, as they are stored. */
export interface StoredWords {
  readonly title: string;
  readonly content: string;
  readonly rating: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly location: string | null;
  readonly orderId: string | null;
  readonly verified: 0 | 1 | null;
  readonly incentivised: 0 | 1 | null;
  /** JSON of the attributes. */
  readonly attributes: string;
  readonly created: number;
  /** JSON of what only reviews of the shop have, beside overall stars; empty where there is nothing of it. */
  readonly ofShop: string;
}

/** A review as an import gives it: keyed hashes, and the state with its reason. */
export interface Fingerprint {
  readonly words: string;
  readonly state: string;
  readonly reply: string;
}

const asFlag = (value: boolean | null): 0 | 1 | null => (value === null ? null : toFlag(value));

export function wordsOf(review: ImportedReview): StoredWords {
  return {
    title: review.title,
    content: review.content,
    rating: review.beside?.ofShop?.ratings[0]?.rating ?? review.stars,
    firstName: review.firstName || 'Anonymous',
    lastName: review.lastName,
    email: review.email,
    orderId: review.orderId,
    created: review.created,
    location: review.location,
    verified: asFlag(review.verified),
    incentivised: asFlag(review.incentivised),
    attributes: JSON.stringify(review.attributes),
    ofShop: besideStars(review.beside?.ofShop ?? noneOfShop),
  };
}

const noneOfShop = { ratings: [], tip: null, labels: [], updatedFor: null };

export const besideStars = ({
  ratings,
  tip,
  labels,
  updatedFor,
}: Pick<BesideShopReview, 'ratings' | 'tip' | 'labels' | 'updatedFor'>): string =>
  ratings.length > 1 || tip !== null || labels.length > 0 || updatedFor !== null
    ? JSON.stringify([ratings, tip, labels, updatedFor])
    : '';

/** Made once: a key for an HMAC takes longer to prepare than all texts of a review to hash. */
const secrets = new WeakMap<DataKey, string>();

function secretOf(db: Database): string {
  const key = keyOf(db);
  const known = secrets.get(key) ?? key.hash('imported reviews');
  secrets.set(key, known);
  return known;
}

/** A keyed hash, cut so that nobody can go on from it to that of a longer text. */
const shorten = (db: Database, kind: string, ...parts: readonly string[]): string =>
  hash('sha256', JSON.stringify([secretOf(db), kind, ...parts]), 'base64url').slice(0, 22);

export const hashOfWords = (db: Database, words: StoredWords): string =>
  shorten(
    db,
    'words',
    JSON.stringify([
      words.title,
      words.content,
      words.rating,
      words.firstName,
      words.lastName,
      words.email,
      words.location,
      words.orderId,
      words.verified,
      words.incentivised,
      words.attributes,
      words.created,
      ...(words.ofShop === '' ? [] : [words.ofShop]),
    ]),
  );

/** Empty where there is no reply. */
export const hashOfReply = (db: Database, content: string | null): string =>
  content === null ? '' : shorten(db, 'reply', content);

export const stateText = ({ is, reason }: ImportedState): string => (is === 'removed' ? `removed: ${reason}` : is);

export const stateTextOf = (state: State, hiddenFor: string | null): string =>
  state === State.published ? 'published' : state === State.pending ? 'pending' : `removed: ${hiddenFor}`;

export const fingerprintOf = (db: Database, review: ImportedReview, words: StoredWords): Fingerprint => ({
  words: hashOfWords(db, words),
  state: stateText(review.state),
  reply: hashOfReply(db, review.reply?.content ?? null),
});

/** One hash of all of it. */
export const allOf = ({ words, state, reply }: Fingerprint): string =>
  hash('sha256', `${words} ${state} ${reply}`, 'base64url');

/** By what anything is known that has a number there. */
export const numberKey = (db: Database, vendor: string, kind: string, vendorId: string): string =>
  shorten(db, 'number', vendor, kind, vendorId);

/** Words of a comment, a question or an answer, and its state. */
export const hashOfItem = (db: Database, ...parts: readonly string[]): string => shorten(db, 'item', ...parts);

/** By what a review is known: the vendor's number, otherwise what it is about, its author and its date. */
export function keysOf(
  db: Database,
  vendor: string,
  review: ImportedReview,
  words: StoredWords,
  about: readonly (number | null)[],
): string[] {
  const kind = review.product === null ? 'shop' : 'product';
  if (review.vendorId !== null) return [numberKey(db, vendor, kind, review.vendorId)];
  const author = words.email ?? `${words.firstName} ${words.lastName}`;
  return about.map((id) => shorten(db, 'key', vendor, kind, String(id), author, String(words.created)));
}
