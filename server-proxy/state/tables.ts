/**
 * The proxy's own tables, beside those of its mirror. A moment is a number of milliseconds since 1970 (UTC); a
 * business is its domain, so that nothing here hangs on a row of the mirror, which may be thrown away.
 */
import type { Kysely } from 'kysely';
import type { StoreTables } from '../../review-store/tables.ts';

/** Random keys made on the first start, base64. */
interface SecretTable {
  name: string;
  value: string;
}

/** The user token of each account, encrypted. */
interface SessionTable {
  /** Fingerprint of the review service's address and the account. */
  account: string;
  sealed_token: string;
  expires_at: number | null;
  obtained_at: number;
}

/** Rows that transactions write first, so that on both databases they take turns (see transaction.ts). */
interface GateTable {
  name: string;
  revision: number;
  /** Of the gate `budget`: no call before this moment, since the API asked for a pause. */
  closed_until: number;
}

/** The sliding log of calls to the API. */
interface CallTable {
  id: string;
  lane: string;
  /** When the call ended; while it runs, the moment by which its deadline ends it. */
  ended_at: number;
}

interface IdempotencyTable {
  business: string;
  key: string;
  /** SHA-256 of the operation and everything that was sent. */
  request_hash: string;
  /** Null while the first request runs. */
  status: number | null;
  body: string | null;
  created_at: number;
  /** Past this moment a request without an answer is taken to have died with its process. */
  running_until: number;
}

/** Every vote that was accepted here. `state` says whether the API has counted it. */
export interface VoteTable {
  id: string;
  business: string;
  review_id: number;
  /** HMAC of visitor and address; also the pseudonym that the review service is told. */
  voter: string;
  /** HMAC of the address alone. */
  address: string;
  vote: 'positive' | 'negative';
  state: 'waiting' | 'delivered';
  created_at: number;
  next_attempt_at: number;
}

/** How far the walk through one part of a business has come. */
interface MirrorPartTable {
  business: string;
  part: string;
  /** The sweep that is under way; the first is 1. */
  sweep: number;
  next_start: number;
  /** JSON array of the ids on the page before: the next page must hold one of them, or something was missed. */
  previous_ids: string;
  /** How often this sweep lost its thread. */
  gaps: number;
  /** End of the first complete walk: from then on this part is answered from the mirror. */
  mirrored_at: number | null;
  /** Last time that the newest page was read. */
  head_read_at: number | null;
  /** Last time that a sweep came through. */
  swept_at: number | null;
}

/** The sweep that saw an item last. */
interface MirrorSeenTable {
  business: string;
  part: string;
  item_id: number;
  sweep: number;
}

/** What the products listing says of a product's reviews, for use until the reviews themselves are mirrored. */
interface ProductSummaryTable {
  business: string;
  sku: string;
  total: number;
  average_rating: number;
}

export interface ProxyTables {
  proxy_secret: SecretTable;
  proxy_session: SessionTable;
  proxy_gate: GateTable;
  proxy_call: CallTable;
  proxy_idempotency: IdempotencyTable;
  proxy_vote: VoteTable;
  mirror_part: MirrorPartTable;
  mirror_seen: MirrorSeenTable;
  mirror_product_summary: ProductSummaryTable;
}

export type ProxyDb = Kysely<StoreTables & ProxyTables>;
