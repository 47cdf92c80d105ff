/** Counts all that a format cannot say of reviews, before its file is written. */
import type { Field, MapField } from '../format.ts';
import { attributeKey, fieldsOf, meaningOf, type TableFormat } from './review-table.ts';
import type { WrittenReview } from './written-review.ts';

/** The content of reviews by each field that a format may lack, as people call it. */
const contents: Partial<Record<MapField, readonly [noun: string, has: (review: WrittenReview) => boolean]>> = {
  title: ['titles', ({ title }) => title !== ''],
  email: ['e-mail addresses', ({ email }) => email !== null],
  location: ['places', ({ location }) => location !== null],
  verified: ['verified purchases', ({ verified }) => verified === true],
  incentivised: ['incentives', ({ incentivised }) => incentivised === true],
  reply: ['replies', ({ reply }) => reply !== null],
  reply_created: ['dates of replies', ({ reply }) => typeof reply?.created === 'number'],
  photos: ['photos', ({ photos }) => photos.length > 0],
  votes_up: ['helpful votes', ({ votesUp }) => votesUp > 0],
  votes_down: ['votes that they do not help', ({ votesDown }) => votesDown > 0],
  order_id: ['orders', ({ orderId }) => orderId !== null],
};

/** A reader refuses a header that is longer, in UTF-16 code units, or has more columns. */
const LONGEST_ATTRIBUTES = 30_000;
const MOST_ATTRIBUTES = 900;

/** Looks at all reviews that are to be written. */
export class Unsaid {
  readonly #format: TableFormat;
  readonly #lacking: readonly (readonly [noun: string, has: (review: WrittenReview) => boolean])[];
  readonly #attributes = new Map<string, string>();
  #attributesLength = 0;
  readonly #counts = new Map<string, number>();
  reviews = 0;

  constructor(format: TableFormat) {
    this.#format = format;
    const said = new Set<Field | null>(fieldsOf(format));
    this.#lacking = Object.entries(contents).flatMap(([field, content]) =>
      said.has(field as MapField) ? [] : [content],
    );
  }

  /** How many reviews have what the format cannot say, by what that is. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  /** The names of answers to the shop's own questions that get a column. */
  get attributes(): readonly string[] {
    return [...this.#attributes.values()];
  }

  look(review: WrittenReview): void {
    const { written } = this.#format;
    this.reviews += 1;
    for (const noun of new Set(review.beyond)) this.#count(noun);
    for (const [noun, has] of this.#lacking) if (has(review)) this.#count(noun);
    if (review.photos.length > written.mostPhotos) this.#count(`photos after the first ${written.mostPhotos}`);
    if (written.needs.includes('content') && review.content === '')
      this.#count('a text, which they do not have and may be asked for there');
    const meaning = meaningOf(review.state);
    if (meaning === 'hidden' && review.state.reason === null) this.#count('that they are hidden for no known reason');
    // A table that names no reason says at most that a review is spam.
    if ((meaning === 'hidden' || meaning === 'spam') && written.states[meaning] === written.states.waits)
      this.#count('that they are hidden: they wait there');
    if (review.lastName === '' && review.firstName.includes(' '))
      this.#count('last words of names, of which a letter stays');
    if (this.#losesAttribute(review)) this.#count('answers to own questions');
  }

  /** Gives the answers their columns. @returns whether one has none. */
  #losesAttribute({ attributes }: WrittenReview): boolean {
    const { attributes: prefix } = this.#format.written;
    if (prefix === undefined) return attributes.length > 0;
    const keys = attributes.map(({ name }) => attributeKey(name));
    let isLost = new Set(keys).size < keys.length;
    for (const [index, { name }] of attributes.entries()) {
      const key = keys[index]!;
      const isNew = key !== '' && !this.#attributes.has(key);
      if (
        isNew &&
        this.#attributes.size < MOST_ATTRIBUTES &&
        this.#attributesLength + name.length < LONGEST_ATTRIBUTES
      ) {
        this.#attributes.set(key, name);
        this.#attributesLength += name.length;
      }
      if (this.#attributes.get(key) !== name) isLost = true;
    }
    return isLost;
  }

  #count(noun: string): void {
    this.#counts.set(noun, (this.#counts.get(noun) ?? 0) + 1);
  }
}
