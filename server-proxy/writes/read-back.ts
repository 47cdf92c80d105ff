/**
 * Whether the API has a review whose answer was lost. The API knows no idempotency key, so the newest reviews are
 * read and compared by what they say, those that are on show and those that were removed. A review that the API
 * holds back for moderation is in no listing.
 */
import { readListAnswer } from '../../contract/answers.ts';
import { parseDateTime } from '../../contract/dates.ts';
import { MAX_COUNT } from '../../contract/endpoints.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError } from '../../contract/errors.ts';
import type { OutboxTable, ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { reviewsOfOthers } from './outbox-rows.ts';

/** Servers say times in zones that they do not name. */
const CLOCK_MARGIN = 86_400_000;
/** Pages that are read at most: beyond so many newer reviews the one that is looked for is taken to be missing. */
const MAX_PAGES = 5;
const TIMEOUT = 30_000;

export interface Found {
  readonly review: ProductReview;
  /** It was taken down since: sent again, it would be back. */
  readonly isRemoved: boolean;
}

/** @throws ApiError where the API cannot be asked: then nothing is known. */
export async function findReview(db: ProxyDb, client: UpstreamClient, write: OutboxTable, signal: AbortSignal): Promise<Found | null> {
  for (const isRemoved of [false, true]) {
    const review = await findIn(db, client, write, isRemoved ? { deleted: '1' } : {}, signal);
    if (review) return { review, isRemoved };
  }
  return null;
}

async function findIn(db: ProxyDb, client: UpstreamClient, write: OutboxTable, listing: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ProductReview | null> {
  const fields = JSON.parse(write.fields) as Record<string, string>;
  const filter = fields['sku'] === undefined ? listing : { ...listing, sku: fields['sku'] };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body } = await client.call('listProductReviews', {
      lane: 'write',
      business: write.business,
      fields: { ...filter, order: 'created', start: String(page * MAX_COUNT), count: String(MAX_COUNT) },
      timeout: TIMEOUT,
      signal,
    });
    const answer = readListAnswer('listProductReviews', body);
    if (!answer) throw new ApiError(399, 'The review service answered listProductReviews without a list', { http: 502 });
    const same = answer.items.filter((review) => isNew(review, write) && saysTheSame(review, fields));
    const others = await reviewsOfOthers(db, write.business, write.id, same.map(({ id }) => id));
    const own = same.find(({ id }) => !others.has(id));
    if (own) return own;
    if (answer.sent < MAX_COUNT || !answer.items.some((review) => isNew(review, write))) return null;
  }
  return null;
}

function isNew(review: ProductReview, write: OutboxTable): boolean {
  const created = parseDateTime(review.createdRFC)?.time;
  return created === undefined || created >= write.created_at - CLOCK_MARGIN;
}

function saysTheSame(review: ProductReview, fields: Readonly<Record<string, string>>): boolean {
  return review.rating === Number(fields['rating']) && plain(review.title) === plain(fields['title']) && plain(review.content) === plain(fields['content']);
}

/** Servers trim, fold white space, and write entities. */
function plain(text: string | undefined): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" };
  return (text ?? '').replace(/&(amp|lt|gt|quot|#0?39);/g, (_whole, name: string) => entities[name]!).normalize().replace(/\s+/g, ' ').trim();
}
