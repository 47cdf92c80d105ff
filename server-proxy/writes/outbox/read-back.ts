/**
 * Finds out whether the API has a review whose answer was lost. The API has no idempotency keys, so the newest reviews
 * are read, removed ones included, and compared by what they say. A review that is pending at the API is in no listing.
 */
import { readListAnswer } from '../../../contract/endpoints/answers.ts';
import { parseDateTime } from '../../../contract/entities/dates.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { normalize } from '../../../contract/normal-form.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import { bytesOf, WeighedCache } from '../../../server-kit/weighed-cache.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import type { UpstreamClient } from '../../../api-client/client.ts';
import { findOwn } from './outbox-rows.ts';

/** Servers give times in time zones that they do not name. */
const CLOCK_MARGIN_MS = 86_400_000;
/** If there are this many pages of newer reviews, the one in question counts as missing. */
const MAX_PAGES = 5;
const TIMEOUT_MS = 30_000;
/** How long a page is good for other writes that could be in it. */
const KEPT_MS = 30_000;
const MOST_BYTES = 8 * 1024 * 1024;

export interface Found {
  readonly review: ProductReview;
  /** It has been removed since. If it were sent again, it would be back. */
  readonly isRemoved: boolean;
}

type Listing = NonNullable<ReturnType<typeof readListAnswer<'listProductReviews'>>>;

interface KeptPage extends Pick<Listing, 'items' | 'sent'> {
  /** By our clock, and by the API's. */
  readonly readAt: number;
  readonly apiTime: number;
}

export interface ReadBackTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly clock: Clock;
}

export class ReadBack {
  readonly #tools: ReadBackTools;
  /** Many writes about one product may be in doubt: they are looked for in the same pages. */
  readonly #pages = new WeighedCache<KeptPage>({
    maxBytes: MOST_BYTES,
    // Objects take more than their text.
    weigh: ({ items }) => 2 * bytesOf(JSON.stringify(items)),
  });

  constructor(tools: ReadBackTools) {
    this.#tools = tools;
  }

  /**
   * @param since - pages from before may be from before the API had finished with it.
   * @throws ApiError where the API cannot be asked, so that nothing is known.
   */
  async find(write: OutboxTable, since: number, signal: AbortSignal): Promise<Found | null> {
    for (const isRemoved of [false, true]) {
      const review = await this.#findIn(write, since, isRemoved ? { deleted: '1' } : {}, signal);
      if (review) return { review, isRemoved };
    }
    return null;
  }

  async #findIn(
    write: OutboxTable,
    since: number,
    listing: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ProductReview | null> {
    const fields = JSON.parse(write.fields) as Record<string, string>;
    const filter = fields['sku'] === undefined ? listing : { ...listing, sku: fields['sku'] };
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { items, sent, apiTime } = await this.#page(
        write.business,
        since,
        { ...filter, order: 'created', start: String(page * MAX_COUNT), count: String(MAX_COUNT) },
        signal,
      );
      const same = items.filter((review) => isNew(review, write, apiTime) && saysTheSame(review, fields));
      const own = await findOwn(this.#tools.db, write, same);
      if (own) return own;
      if (sent < MAX_COUNT || !items.some((review) => isNew(review, write, apiTime))) return null;
    }
    return null;
  }

  async #page(
    business: string,
    since: number,
    fields: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<KeptPage> {
    const key = JSON.stringify([business, fields]);
    const { client, clock } = this.#tools;
    const readAt = clock.now();
    const kept = this.#pages.get(key);
    if (kept && kept.readAt >= since && kept.readAt <= readAt && kept.readAt + KEPT_MS > readAt) return kept;
    const { body, headers } = await client.call('listProductReviews', {
      lane: 'write',
      business,
      fields,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    const listing = readListAnswer('listProductReviews', body);
    if (!listing) throw refuse('upstreamFailed', 'The review service answered listProductReviews without a list');
    const apiTime = Date.parse(headers.date ?? '');
    const page: KeptPage = {
      items: listing.items,
      sent: listing.sent,
      readAt,
      apiTime: Number.isNaN(apiTime) ? readAt : apiTime,
    };
    this.#pages.set(key, page);
    return page;
  }
}

/** A write that our clock dates in the API's future was dated by a clock that was wrong, and counts as new. */
export function isNew(item: { readonly createdRFC: string | null }, write: OutboxTable, apiTime: number): boolean {
  const created = parseDateTime(item.createdRFC ?? '')?.time;
  return created === undefined || created >= Math.min(write.created_at, apiTime) - CLOCK_MARGIN_MS;
}

function saysTheSame(review: ProductReview, fields: Readonly<Record<string, string>>): boolean {
  return (
    review.rating === Number(fields['rating']) &&
    plain(review.title) === plain(fields['title']) &&
    plain(review.content) === plain(fields['content'])
  );
}

/** Servers trim text, collapse white space and write entities. */
export function plain(text: string | undefined): string {
  const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" };
  const unescaped = (text ?? '').replace(/&(amp|lt|gt|quot|#0?39);/g, (_whole, name: string) => entities[name]!);
  return normalize(typedText(unescaped), 'NFC').replace(/\s+/g, ' ');
}
