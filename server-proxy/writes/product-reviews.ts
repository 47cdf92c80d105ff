/**
 * Relays a review with its photos. It is acknowledged only once the API has it; then it goes into the mirror too, so
 * that a reload shows it at once.
 */
import { readAnswer } from '../../contract/answers.ts';
import type { ProductReview } from '../../contract/entities.ts';
import { ApiError } from '../../contract/errors.ts';
import { limits, parseParameters, type RawParameters } from '../../contract/parameters.ts';
import { saveProductReviews } from '../../review-store/product-reviews.ts';
import type { Form, UploadedFile } from '../../server-kit/form.ts';
import { encodeImage } from '../../server-kit/images.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { markSeen } from '../mirror/seen.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { atomically } from '../state/transaction.ts';
import type { OutgoingFile } from '../upstream/body.ts';
import type { UpstreamClient } from '../upstream/client.ts';

export interface ReviewTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
}

/**
 * What a shopper's form may say. `email`, `order_id` and `location` are missing: anybody could type anybody's.
 * `image{n}` and `caption{n}` are read beside these.
 */
const allowedFields = ['sku', 'product_id', 'title', 'content', 'rating', 'first_name', 'last_name', 'user_name', 'user_location', 'attributes'] as const;

/** Photos that are decoded at the same time, in the whole process: each may take a hundred megabytes. */
const DECODING = 2;
let decoding = 0;
const queue: (() => void)[] = [];

/**
 * @param upstreamKey - makes a repetition recognisable for an API that honours `Idempotency-Key`.
 * @returns the review as the API answered it; null where it did not show it.
 */
export async function relayReview(tools: ReviewTools, business: string, form: Form, upstreamKey: string, timeout: number): Promise<ProductReview | null> {
  const fields = readFields(form.fields);
  const files = await Promise.all(readPhotos(form).map(prepare));
  const { body } = await tools.client.call('addProductReview', {
    lane: 'write',
    business,
    fields,
    files,
    headers: { 'idempotency-key': upstreamKey },
    timeout,
  });
  const review = readAnswer('addProductReview', body)?.product_review ?? null;
  if (review) await keep(tools, business, review);
  return review;
}

function readFields(raw: RawParameters): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name of [...allowedFields, ...numbered('caption')]) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value !== undefined && typeof value !== 'string') throw new ApiError(306, `Parameter ${name} is given more than once`);
    if (value !== undefined && value.trim() !== '') fields[name] = value;
  }
  const { sku, product_id } = parseParameters('addProductReview', fields);
  if (sku === undefined && product_id === undefined) throw new ApiError(302, 'Parameter sku is missing');
  return fields;
}

/** In the order of their numbers. An address in place of a file would have our servers fetch what anybody names. */
function readPhotos({ fields, files }: Form): UploadedFile[] {
  for (const name of numbered('image')) {
    const address = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (address !== undefined && String(address).trim() !== '') throw new ApiError(306, `Parameter ${name} must be a file`);
  }
  const names = numbered('image');
  return files.filter(({ field }) => names.includes(field)).toSorted((one, other) => names.indexOf(one.field) - names.indexOf(other.field));
}

const numbered = (name: string): string[] => Array.from({ length: limits.images }, (_none, index) => `${name}${index + 1}`);

/** Encoded anew: what was in the file beside the picture stays here. */
async function prepare({ field, bytes }: UploadedFile): Promise<OutgoingFile> {
  if (decoding >= DECODING) await new Promise<void>((resolve) => { queue.push(resolve); });
  else decoding += 1;
  try {
    const { contentType, bytes: encoded } = await encodeImage(bytes);
    return { field, bytes: encoded, type: contentType, name: `${field}.${contentType === 'image/webp' ? 'webp' : 'jpg'}` };
  } finally {
    // The place goes to whoever waits longest.
    const next = queue.shift();
    if (next) next();
    else decoding -= 1;
  }
}

async function keep({ db, mirror }: ReviewTools, business: string, review: ProductReview): Promise<void> {
  await atomically(db, async (db) => {
    await saveProductReviews(storeOf(db), mirror.business(business).id, [review]);
    await markSeen(db, business, 'productReviews', [{ id: review.id, print: '' }], mirror.sweepOf(business, 'productReviews'));
  });
}
