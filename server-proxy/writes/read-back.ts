/**
 * Whether the API has a review whose answer was lost. The API knows no idempotency key, so the newest reviews are
 * read and compared by what they say, those that are on show and those that were removed. A review that the API
 * holds back for moderation is in no listing.
 */
import { LRUCache } from 'lru-cache';
import { readListAnswer } from '../../contract/answers.ts';
import { parseDateTime } from '../../contract/dates.ts';
import { MAX_COUNT } from '../../contract/limits.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { refuse } from '../../contract/errors.ts';
import { normalize } from '../../review-store/text.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { OutboxTable, ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { reviewsOfOthers } from './outbox-rows.ts';

/** Servers say times in zones that they do not name. */
const CLOCK_MARGIN = 86_400_000;
/** Pages that are read at most: beyond so many newer reviews the one that is looked for is taken to be missing. */
const MAX_PAGES = 5;
const TIMEOUT = 30_000;
/** Milliseconds for which a page is looked through again, for writes that could be in it. */
const KEPT = 30_000;

export interface Found {
  readonly review: ProductReview;
  /** It was taken down since: sent again, it would be back. */
  readonly isRemoved: boolean;
}

type Listing = NonNullable<ReturnType<typeof readListAnswer<'listProductReviews'>>>;

interface Page extends Pick<Listing, 'items' | 'sent'> {
  /** By our clock, and what the API's showed. */
  readonly readAt: number;
  readonly apiTime: number;
}

export class ReadBack {
  readonly #db: ProxyDb;
  readonly #client: UpstreamClient;
  readonly #clock: Clock;
  /** Where many writes are in doubt about one product, they are looked for in the same pages. */
  readonly #pages = new LRUCache<string, Page>({ max: 50 });

  constructor(db: ProxyDb, client: UpstreamClient, clock: Clock) {
    this.#db = db;
    this.#client = client;
    this.#clock = clock;
  }

  /** @throws ApiError where the API cannot be asked: then nothing is known. */
  async find(write: OutboxTable, signal: AbortSignal): Promise<Found | null> {
    for (const isRemoved of [false, true]) {
      const review = await this.#findIn(write, isRemoved ? { deleted: '1' } : {}, signal);
      if (review) return { review, isRemoved };
    }
    return null;
  }

  async #findIn(write: OutboxTable, listing: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ProductReview | null> {
    const fields = JSON.parse(write.fields) as Record<string, string>;
    const filter = fields['sku'] === undefined ? listing : { ...listing, sku: fields['sku'] };
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, sent, apiTime } = await this.#page(write, { ...filter, order: 'created', start: String(page * MAX_COUNT), count: String(MAX_COUNT) }, signal);
      const same = items.filter((review) => isNew(review, write, apiTime) && saysTheSame(review, fields));
      const others = await reviewsOfOthers(this.#db, write.business, write.id, same.map(({ id }) => id));
      const own = same.find(({ id }) => !others.has(id));
      if (own) return own;
      if (sent < MAX_COUNT || !items.some((review) => isNew(review, write, apiTime))) return null;
    }
    return null;
  }

  async #page({ business, next_attempt_at: since }: OutboxTable, fields: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Page> {
    const key = JSON.stringify([business, fields]);
    const readAt = this.#clock.now();
    const kept = this.#pages.get(key);
    // One that was read before the write was due may have been read before the API had done with it.
    if (kept && kept.readAt >= since && kept.readAt <= readAt && kept.readAt + KEPT > readAt) return kept;
    const { body, headers } = await this.#client.call('listProductReviews', { lane: 'write', business, fields, timeout: TIMEOUT, signal });
    const listing = readListAnswer('listProductReviews', body);
    if (!listing) throw refuse('upstreamFailed', 'The review service answered listProductReviews without a list');
    const apiTime = Date.parse(headers.date ?? '');
    const page: Page = { items: listing.items, sent: listing.sent, readAt, apiTime: Number.isNaN(apiTime) ? readAt : apiTime };
    this.#pages.set(key, page);
    return page;
  }
}

/** A write that our clock dates after the API's present was made by a clock that was wrong: it counts as made now. */
function isNew(review: ProductReview, write: OutboxTable, apiTime: number): boolean {
  const created = parseDateTime(review.createdRFC)?.time;
  return created === undefined || created >= Math.min(write.created_at, apiTime) - CLOCK_MARGIN;
}

function saysTheSame(review: ProductReview, fields: Readonly<Record<string, string>>): boolean {
  return review.rating === Number(fields['rating']) && plain(review.title) === plain(fields['title']) && plain(review.content) === plain(fields['content']);
}

/** Servers trim, fold white space, and write entities. */
function plain(text: string | undefined): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" };
  const unescaped = (text ?? '').replace(/&(amp|lt|gt|quot|#0?39);/g, (_whole, name: string) => entities[name]!);
  return normalize(unescaped, 'NFC').replace(/\s+/g, ' ').trim();
}
