/**
 * Counts the people behind the digest. A person without a name and an order can write twice, so all that came
 * anonymously from one network within one week is one witness, and where nobody knows the network, all of one day. See
 * docs/decisions/0150-witnesses.md.
 */
import { createHmac } from 'node:crypto';
import type { InsightDb } from './tables.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/** A pseudonym of a network in a week, which says nothing about the network in another week. */
export const pseudonymOf = (key: Buffer, network: string, now: number): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['witness', network, Math.floor(now / WEEK_MS)]))
    .digest('base64url');

export interface Testimony {
  readonly id: number;
  readonly author_id: number | null;
  /** 1 of a verified buyer. */
  readonly verified: 0 | 1;
  /** 1 where the author has an e-mail address. */
  readonly named: 0 | 1;
  readonly created_at: number;
}

/** The witness behind each of these reviews, by its number. */
export async function readWitnesses(
  db: InsightDb,
  business: string,
  reviews: readonly Testimony[],
): Promise<ReadonlyMap<number, string>> {
  const anonymous = reviews.filter((review) => !isKnown(review));
  const rows =
    anonymous.length === 0
      ? []
      : await db
          .selectFrom('proxy_witness')
          .select(['review_id', 'witness'])
          .where('business', '=', business)
          .where(
            'review_id',
            'in',
            anonymous.map(({ id }) => id),
          )
          .execute();
  const networks = new Map(rows.map(({ review_id, witness }) => [review_id, witness]));
  return new Map(reviews.map((review) => [review.id, witnessOf(review, networks.get(review.id))]));
}

const isKnown = ({ author_id, verified, named }: Testimony): boolean =>
  author_id !== null && (verified === 1 || named === 1);

function witnessOf(review: Testimony, network: string | undefined): string {
  if (isKnown(review)) return `author ${review.author_id}`;
  return network === undefined ? `day ${Math.floor(review.created_at / DAY_MS)}` : `network ${network}`;
}
