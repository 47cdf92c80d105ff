/** The shop's own feed of products, fetched for each new one, and given out again with stars in it. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { refuse } from '../../contract/endpoints/errors.ts';
import { FileRefused } from '../../exchange/file-refused.ts';
import { addStars, type Stars } from '../../exchange/products/google-stars.ts';
import { unpack } from '../../exchange/reading/unpack.ts';
import { currentSkus } from '../../review-store/products/earlier-skus.ts';
import { askPublic, FetchRefused, type PublicFetchOptions } from '../../server-kit/network/public-fetch.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { Feed } from './feeds.ts';

export interface Catalogues extends Pick<PublicFetchOptions, 'isReachable' | 'knownOrigin'> {
  /** Where a business has its feed; null where it is not to be given out. */
  urlOf(business: string, isFirst: boolean): string | null | Promise<string | null>;
}

export interface CatalogueTools {
  readonly db: ProxyDb;
  readonly businesses: readonly string[];
  readonly catalogues: Catalogues;
}

/** As the service reads of feeds, also once it is unpacked. */
const MOST_BYTES = 100 * 1024 * 1024;
/** The reader is waited for meanwhile. */
const DEADLINE_MS = 120_000;
const IS_OFF =
  'The catalogue is not given out: switch it on with account set --feed-stars on, ' +
  'or say with PLAUDIT_CATALOGUE_URL of the proxy where it is fetched';

/** @throws ApiError `pathUnknown` where it is not given out. */
export async function requireUrl({ catalogues, businesses }: CatalogueTools, business: string): Promise<string> {
  const url = await catalogues.urlOf(business, business === businesses[0]);
  if (url === null) throw refuse('pathUnknown', IS_OFF);
  return url;
}

export const catalogue = (tools: CatalogueTools): Feed => ({
  name: 'catalogue',
  needs: ['productReviews', 'products'],
  async *write(business) {
    const url = await requireUrl(tools, business.domain);
    const readStars = (skus: readonly string[]) => starsOf(tools.db, business, skus);
    try {
      yield* addStars(unpack(fetchFeed(url, tools.catalogues), MOST_BYTES), readStars);
    } catch (error) {
      if (!(error instanceof FileRefused || error instanceof FetchRefused)) throw error;
      // Its URL may be a secret.
      const where = error instanceof FileRefused && error.line > 0 ? `, line ${error.line}` : '';
      throw refuse('upstreamFailed', `The feed of the shop${where}: ${error.message}`, { cause: error });
    }
  },
});

/** The bytes as they come, no faster than they are read. */
async function* fetchFeed(url: string, { isReachable, knownOrigin }: Catalogues): AsyncGenerator<Uint8Array> {
  const over = new AbortController();
  const body = new PassThrough();
  const asked = askPublic(url, {
    ...(isReachable ? { isReachable } : {}),
    ...(knownOrigin === undefined ? {} : { knownOrigin }),
    maxBytes: MOST_BYTES,
    deadlineMs: DEADLINE_MS,
    headers: { accept: 'application/xml, text/xml' },
    signal: over.signal,
    async take(chunk) {
      if (!body.write(chunk)) await once(body, 'drain', { signal: over.signal });
    },
  }).then(({ status }) => {
    if (status !== 200) throw new FetchRefused(`answers with status ${status}`);
    body.end();
  });
  asked.catch((error: Error) => body.destroy(error));
  try {
    yield* body;
  } finally {
    over.abort();
  }
}

/** By the skus of the feed, which may be earlier ones. */
async function starsOf(
  db: ProxyDb,
  { id: businessId }: MirroredBusiness,
  skus: readonly string[],
): Promise<ReadonlyMap<string, Stars>> {
  const store = storeOf(db);
  const current = await currentSkus(store, businessId, skus);
  const rows = await store
    .selectFrom('product')
    .select(['sku', 'num_reviews', 'rating_sum'])
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .where('num_reviews', '>', 0)
    .where('sku', 'in', [...new Set(skus.map((sku) => current.get(sku) ?? sku))])
    .execute();
  const stars = new Map(
    rows.map((row) => [row.sku, { count: row.num_reviews, average: row.rating_sum / row.num_reviews }]),
  );
  return new Map(
    skus.flatMap((sku) => {
      const found = stars.get(current.get(sku) ?? sku);
      return found ? [[sku, found] as const] : [];
    }),
  );
}
