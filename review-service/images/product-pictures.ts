/**
 * Pictures of products for mails, from the service's own address: opening a mail tells nobody else. A picture of
 * our own has such an address already; one of the shop's server is fetched when it is asked for, encoded anew, and kept
 * in memory for a while.
 */
import type { FastifyInstance } from 'fastify';
import { readDomain } from '../../contract/domains.ts';
import type { Product } from '../../contract/entities/entities.ts';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { isOnTheWeb } from '../../contract/web-address.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import { findProductById, toProduct } from '../../review-store/products/products.ts';
import { encodeImage, type EncodedImage } from '../../server-kit/pictures/images.ts';
import { FetchRefused } from '../../server-kit/network/public-fetch.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';
import { storeOf, type Database } from '../data/tables.ts';
import type { FetchImage } from './uploads.ts';

/** Twice the size in mails, for screens with twice the pixels. */
const SIDE_PIXELS = 160;
const KEPT_MS = 24 * 3_600_000;
/** A server that fails is asked again after this time. */
const FAILURE_KEPT_MS = 600_000;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
const DAY_SECONDS = 86_400;
/** Each waits for a server that somebody else runs. */
const MOST_AT_ONCE = 8;

const ownPicture = /^\/images\/([\w-]{1,64})\/original\.(jpg|webp)$/;

/** Where a mail loads the picture of a product; a path below the public address of the service. */
export function pictureOf(domain: string, { id, images }: Pick<Product, 'id' | 'images'>): string | null {
  const [first] = images;
  if (!first) return null;
  const own = ownPicture.exec(first.url);
  if (own) return `/images/${own[1]}/large.${own[2]}`;
  return isOnTheWeb(first.url) ? `/pictures/${encodeURIComponent(domain)}/${id}` : null;
}

interface Sources {
  readonly db: Database;
  readonly fetchImage: FetchImage;
}

export function registerProductPictures(app: FastifyInstance, service: Sources): void {
  const find = finderOf(service);
  app.get<{ Params: { business: string; id: string } }>('/pictures/:business/:id', async (request, reply) => {
    const url = await urlOf(service.db, request.params);
    const picture = url === null ? null : await find(url);
    if (picture === null) throw refuse('imageNotFound');
    return reply
      .headers({
        'cache-control': `public, max-age=${DAY_SECONDS}`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      .type(picture.contentType)
      .send(picture.bytes);
  });
}

/** Only what the catalogue names is ever fetched. */
async function urlOf(db: Database, params: { business: string; id: string }): Promise<string | null> {
  const domain = readDomain(params.business);
  const business = domain === null ? undefined : await findBusiness(storeOf(db), domain);
  if (!business || !/^\d{1,15}$/.test(params.id)) return null;
  const row = await findProductById(storeOf(db), business.id, Number(params.id));
  const url = row && toProduct(row).images[0]?.url;
  return url !== undefined && isOnTheWeb(url) ? url : null;
}

interface Found {
  /** Null where there is none to be had. */
  readonly picture: EncodedImage | null;
  /** By the process's own time, in milliseconds. */
  readonly goodUntil: number;
}

function finderOf({ fetchImage }: Sources): (url: string) => Promise<EncodedImage | null> {
  const kept = new WeighedCache<Found>({
    maxBytes: MOST_KEPT_BYTES,
    weigh: ({ picture }) => picture?.bytes.length ?? 0,
  });
  const underWay = new Map<string, Promise<EncodedImage | null>>();
  async function fetchPicture(url: string): Promise<EncodedImage | null> {
    let picture: EncodedImage | null = null;
    try {
      picture = await encodeImage(await fetchImage(url), { maxSidePixels: SIDE_PIXELS });
    } catch (error) {
      if (!(error instanceof FetchRefused || error instanceof ApiError)) throw error;
    }
    kept.set(url, { picture, goodUntil: performance.now() + (picture ? KEPT_MS : FAILURE_KEPT_MS) });
    return picture;
  }
  return async (url) => {
    const found = kept.get(url);
    if (found && performance.now() < found.goodUntil) return found.picture;
    // Requests for a picture that is being fetched wait for the same fetch.
    const joined = underWay.get(url);
    if (joined) return joined;
    if (underWay.size >= MOST_AT_ONCE) throw refuse('unavailable', 'Too many pictures are being fetched');
    const fetching = fetchPicture(url).finally(() => underWay.delete(url));
    underWay.set(url, fetching);
    return fetching;
  };
}
