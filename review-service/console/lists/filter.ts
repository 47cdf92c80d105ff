/** The filters of the list of reviews: they are the address of the page, and nothing else. */
import { parseDateTime } from '../../../contract/entities/dates.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { reviewStates, type ReviewState } from '../../content/moderation/listed-reviews.ts';
import { valueIn } from '../frame/pieces.ts';

export const PAGE_SIZE = 50;
const MOST_PAGES = 100_000;

export interface ReviewListFilter {
  readonly q: string;
  readonly state: ReviewState | '';
  /** 1 to 5; 0 for any. Of what is held nobody asks for stars. */
  readonly stars: number;
  /** Its sku. */
  readonly product: string;
  /** Milliseconds since 1970; the day of `to` is included. */
  readonly from: number | null;
  readonly to: number | null;
  readonly photos: boolean | null;
  readonly verified: boolean | null;
  readonly answered: boolean | null;
  readonly reported: boolean;
  readonly kind: 'product' | 'shop' | '';
  /** `here`, a vendor, or the code of a data source. */
  readonly source: string;
  /** A primary subtag. */
  readonly language: string;
  readonly order: 'newest' | 'oldest';
  /** From 1. */
  readonly page: number;
}

/** The names of the filters in an address. */
export const filterNames = [
  'q',
  'state',
  'stars',
  'product',
  'from',
  'to',
  'photos',
  'verified',
  'answered',
  'reported',
  'kind',
  'source',
  'language',
  'order',
] as const;

export const DAY_MS = 86_400_000;

/** Of what cannot be read, nothing is asked. */
export function readFilter(raw: RawParameters): ReviewListFilter {
  const state = oneOf(reviewStates, valueIn(raw, 'state'));
  const stars = Number(valueIn(raw, 'stars'));
  const to = dayIn(raw, 'to');
  return {
    q: valueIn(raw, 'q').slice(0, 200),
    state,
    stars: state !== 'held' && [1, 2, 3, 4, 5].includes(stars) ? stars : 0,
    product: valueIn(raw, 'product'),
    from: dayIn(raw, 'from'),
    to: to === null ? null : to + DAY_MS - 1,
    photos: flagIn(raw, 'photos'),
    verified: flagIn(raw, 'verified'),
    answered: flagIn(raw, 'answered'),
    reported: flagIn(raw, 'reported') === true,
    kind: oneOf(['product', 'shop'] as const, valueIn(raw, 'kind')),
    source: valueIn(raw, 'source').slice(0, 100),
    language: /^[a-z]{2,3}$/.exec(valueIn(raw, 'language'))?.[0] ?? '',
    order: valueIn(raw, 'order') === 'oldest' ? 'oldest' : 'newest',
    page: pageIn(raw),
  };
}

export const pageIn = (raw: RawParameters): number =>
  Math.min(MOST_PAGES, Math.max(1, Math.trunc(Number(valueIn(raw, 'page'))) || 1));

/** The rows of a page, in a list that is read from the nearer end; null beyond it. */
export function wayTo(page: number, total: number) {
  const start = (page - 1) * PAGE_SIZE;
  if (start >= total) return null;
  const count = Math.min(PAGE_SIZE, total - start);
  const isFromEnd = start > total / 2;
  return { count, isFromEnd, offset: isFromEnd ? total - start - count : start };
}

export const oneOf = <Value extends string>(values: readonly Value[], given: string): Value | '' =>
  values.find((value) => value === given) ?? '';

/** Null where it does not matter. */
export function flagIn(raw: RawParameters, name: string): boolean | null {
  const value = valueIn(raw, name);
  if (['1', 'true', 'yes', 'on'].includes(value)) return true;
  return ['0', 'false', 'no'].includes(value) ? false : null;
}

/** The beginning of a day by UTC; null for anything else. */
export function dayIn(raw: RawParameters, name: string): number | null {
  const value = valueIn(raw, name);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? (parseDateTime(`${value} 00:00:00`)?.time ?? null) : null;
}

/** The address of the same list with something else, such as its next page. */
export function withFilter(path: string, raw: RawParameters, changes: Readonly<Record<string, string>> = {}): string {
  const address = new URLSearchParams();
  for (const name of [...filterNames, 'person', 'page']) {
    const value = changes[name] ?? valueIn(raw, name);
    if (value !== '') address.set(name, value);
  }
  return address.size === 0 ? path : `${path}?${address.toString()}`;
}
