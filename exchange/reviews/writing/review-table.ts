/** Reviews as rows of a vendor's template, by the description that its files are read with. */
import { plainName } from '../layout.ts';
import type { Field, ReviewFormat, StateMeaning, WrittenFormat } from '../format.ts';
import type { ImportedState } from '../imported-review.ts';
import { csvLine } from './csv-line.ts';
import type { WrittenReview } from './written-review.ts';

/** A format that reviews can leave in. */
export type TableFormat = ReviewFormat & { readonly written: WrittenFormat };

export class ReviewTable {
  readonly #format: TableFormat;
  /** The field of each column; null where it stays empty. */
  readonly #fields: readonly (Field | null)[];
  readonly #attributes: readonly string[];

  /** @param attributes - answers to the shop's own questions that have a column. */
  constructor(format: TableFormat, attributes: readonly string[]) {
    this.#format = format;
    this.#fields = fieldsOf(format);
    this.#attributes = attributes;
  }

  get header(): string {
    const { titles, attributes } = this.#format.written;
    return csvLine([...titles, ...this.#attributes.map((name) => `${attributes}${name}`)]);
  }

  row(review: WrittenReview): string {
    const given = new Map(review.attributes.toReversed().map(({ name, value }) => [attributeKey(name), value]));
    return csvLine([
      ...this.#fields.map((field) => (field === null ? '' : cellOf(review, field, this.#format.written))),
      ...this.#attributes.map((name) => given.get(attributeKey(name)) ?? ''),
    ]);
  }
}

export const fieldsOf = ({ columns, written }: TableFormat): readonly (Field | null)[] => {
  const meanings = new Map(columns.map(([title, field]) => [plainName(title), field]));
  return written.titles.map((title) => meanings.get(plainName(title)) ?? null);
};

/** Two names with one key would be one column. */
export const attributeKey = (name: string): string => plainName(name);

function cellOf(review: WrittenReview, field: Field, written: WrittenFormat): string {
  const { product, reply } = review;
  switch (field) {
    case 'sku':
    case 'product_id':
      return field === written.skuAs ? (product?.sku ?? '') : '';
    case 'product_handle':
      return handleOf(product?.url ?? '');
    case 'product_url':
      return product?.url ?? '';
    case 'product_title':
      return product?.title ?? '';
    case 'rating':
      return String(review.stars);
    case 'title':
    case 'content':
      return review[field];
    case 'name':
      return `${review.firstName} ${review.lastName}`.trim();
    case 'email':
    case 'location':
      return review[field] ?? '';
    case 'created':
      return dateOf(review.created, written);
    case 'state':
      return stateOf(review.state, written);
    case 'verified':
      return review.verified === null ? '' : review.verified ? written.verified : written.no;
    case 'incentivised':
      return review.incentivised === null ? '' : review.incentivised ? 'true' : written.no;
    case 'reply':
      return reply?.content ?? '';
    case 'reply_public':
      return reply === null ? '' : 'true';
    case 'reply_created':
      return typeof reply?.created === 'number' ? dateOf(reply.created, written) : '';
    case 'photos':
      return review.photos.slice(0, written.mostPhotos).join(',');
    case 'votes_up':
      return countOf(review.votesUp);
    case 'votes_down':
      return countOf(review.votesDown);
    case 'order_id':
      return review.orderId ?? '';
    case 'id':
      return String(review.number);
    case 'state_detail':
    case 'about':
    case 'parent':
    case 'service_rating':
    case 'service_content':
      return '';
  }
}

const countOf = (votes: number): string => (votes === 0 ? '' : String(votes));

/** As shops of Shopify call a product in its address; '' for an address of another kind. */
const handleOf = (url: string): string => /^https?:\/\/[^/?#]+\/(?:[^?#]*\/)?products\/([^/?#]+)/.exec(url)?.[1] ?? '';

const dateOf = (time: number, { dates }: WrittenFormat): string => {
  const iso = new Date(time).toISOString();
  return dates === 'iso' ? iso : `${iso.slice(0, 19).replace('T', ' ')} UTC`;
};

export const meaningOf = ({ is, reason }: ImportedState): StateMeaning =>
  is === 'published' ? 'published' : is === 'pending' ? 'waits' : reason === 'spam' ? 'spam' : 'hidden';

function stateOf(state: ImportedState, { states }: WrittenFormat): string {
  const word = states[meaningOf(state)];
  return word === 'removed' && state.reason !== null ? `${word}: ${state.reason}` : word;
}
