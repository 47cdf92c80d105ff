/** Reviews of the API, as imports take them. */
import { unkeepable } from '../../../../api-client/keepable.ts';
import type { Image, ProductReview, Review, User } from '../../../../contract/entities/entities.ts';
import { firstLetter } from '../../../../contract/first-letter.ts';
import {
  NEVER_PUBLISHED,
  type BesideReview,
  type Found,
  type ImportedReview,
  type ImportedState,
} from '../../../../exchange/reviews/imported-review.ts';
import { holdsAddress, readEmail } from '../../../../exchange/reviews/values.ts';
import { publishedAt, stateOf, toTime } from '../../../../review-store/content/moments.ts';
import { State } from '../../../../review-store/tables.ts';

export interface Reading {
  /** Of the API: pictures that it keeps itself are paths, and may come over http. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Clocks differ. */
const AHEAD_MS = 86_400_000;
/** Why reviews are removed here that nobody saw there. */
const HIDDEN_THERE = 'hidden where it was collected';

export function ofProduct(item: ProductReview, line: number, reading: Reading): Found {
  const created = toTime(item.createdRFC);
  const { product } = item;
  const fault = product === null ? 'it names no product' : faultOf(item, created, reading);
  if (product === null || created === null || fault !== null) return { line, refused: `${fault} (${item.id} there)` };
  return {
    ...common(item, item.user, created, line, reading),
    vendorId: String(item.id),
    product: { sku: product.sku, id: '', handle: '', url: product.product_link ?? '', title: product.title ?? '' },
    stars: item.rating,
    reply: item.reply && {
      content: item.reply.content,
      created: toTime(item.reply.createdRFC),
      modified: toTime(item.reply.modifiedRFC),
    },
    votesUp: item.num_positive_votes,
    votesDown: item.num_negative_votes,
    datasource: '',
    beside: { ...beside(item, created, reading), number: item.id, ofShop: null },
  };
}

export function ofShop(item: Review, line: number, reading: Reading): Found {
  const created = toTime(item.createdRFC);
  const rated = item.rating.filter(({ rating }) => rating !== null);
  const overall = rated.find(({ type }) => type === 'overall') ?? rated[0];
  const fault = overall === undefined ? 'it has no stars' : faultOf(item, created, reading);
  if (overall === undefined || created === null || fault !== null)
    return { line, refused: `${fault} (${item.reviewNo} there)` };
  const original = item.updated_for && { ...item.updated_for, author: null, images: [] };
  return {
    ...common(item, item.author, created, line, reading),
    vendorId: String(item.reviewNo),
    product: null,
    stars: Math.round(overall.rating!),
    // The shop's answers are comments, which come by themselves.
    reply: null,
    votesUp: item.positive_votes,
    votesDown: item.negative_votes,
    datasource: item.datasource ?? '',
    beside: {
      ...beside(item, created, reading),
      number: item.reviewNo,
      ofShop: {
        ratings: [overall, ...item.rating.filter((one) => one !== overall)],
        tip: item.tip,
        labels: item.labels,
        // It would count as one that this shop had asked for.
        source: null,
        edited: toTime(item.editedRFC),
        updatedFor: original && JSON.stringify(original),
      },
    },
  };
}

type Common = Pick<
  Review & ProductReview,
  | 'title'
  | 'content'
  | 'user_location'
  | 'order_id'
  | 'attributes'
  | 'images'
  | 'verified'
  | 'incentivised'
  | 'collected_by'
  | 'published'
  | 'publishedRFC'
  | 'createdRFC'
  | 'removedRFC'
>;

function faultOf(item: Common, created: number | null, { now }: Reading): string | null {
  if (created === null) return 'its date cannot be read';
  return created > now + AHEAD_MS ? 'its date is in the future' : unkeepable(item, JSON.stringify(item));
}

function common(item: Common, user: User | null, created: number, line: number, { origin }: Reading) {
  const photos = item.images.flatMap((image) => addressOf(image, origin) ?? []);
  const [taken, refused] = [
    photos.filter((url) => isFetched(url, origin)),
    photos.filter((url) => !isFetched(url, origin)),
  ];
  return {
    line,
    title: item.title,
    content: item.content,
    ...shownName(user),
    email: user?.email ? readEmail(user.email) : null,
    location: item.user_location,
    created,
    state: toState(item),
    verified: item.verified,
    incentivised: item.incentivised,
    photos: [...new Set(taken)],
    refusedPhotos: refused.map((url) => ({ url, reason: 'it is not an https address' })),
    orderId: item.order_id,
    attributes: item.attributes,
  } satisfies Partial<ImportedReview>;
}

const beside = (item: Common, created: number, { origin }: Reading): Omit<BesideReview, 'number' | 'ofShop'> => ({
  published: publishedAt(item) ?? created,
  removed: toTime(item.removedRFC),
  captions: new Map(item.images.map((image) => [addressOf(image, origin) ?? '', image.caption])),
  collectedBy: item.collected_by,
});

/** A name that is an e-mail address is none. */
export function shownName(user: User | null): Pick<ImportedReview, 'firstName' | 'lastName'> {
  const { firstName = '', lastName = '' } = user ?? {};
  if (holdsAddress(firstName)) return { firstName: '', lastName: '' };
  return { firstName: firstName.slice(0, 100).toWellFormed(), lastName: firstLetter(lastName).toUpperCase() };
}

function toState(item: Common): ImportedState {
  const state = stateOf(item);
  if (state === State.published) return { is: 'published', reason: null };
  return state === State.pending ? { is: 'pending', reason: NEVER_PUBLISHED } : { is: 'removed', reason: HIDDEN_THERE };
}

function addressOf({ original, normal }: Image, origin: string): string | null {
  const given = original || normal;
  return given === '' || !URL.canParse(given, origin) ? null : new URL(given, origin).href;
}

/** Only the API's own pictures may come over http. */
export const isFetched = (url: string, origin: string): boolean =>
  url.startsWith('https:') || new URL(url).origin === origin;
