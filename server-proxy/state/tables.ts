/**
 * The proxy's own tables, besides those of its mirror. Moments are milliseconds since 1970 (UTC). A business is its
 * domain, so that nothing here depends on a row of the mirror, which may be thrown away.
 */
import type { Kysely } from 'kysely';
import type { UpstreamCallTable, UpstreamGateTable, UpstreamSessionTable } from '../../api-client/place.ts';
import type { RecentWriteTable } from '../../review-store/content/recent-writes.ts';
import type { KeptAnswerTable } from '../../review-store/kept-answers.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import type { InsightTables } from '../../insights/tables.ts';

/** The key of this database; see review-store/secrets/open-key.ts. */
interface SecretTable {
  name: string;
  value: string;
}

/** The processes that share the database; see instances.ts. */
interface InstanceTable {
  id: string;
  /** The same for processes that can check each other by their number; '' where that is unknown. */
  machine: string;
  pid: number;
  /** Tells a process from a later one with its number. */
  process_start: string;
  started_at: number;
  /** Goes up as long as it lives. */
  beats: number;
}

/** The answers to writes that carried an `Idempotency-Key`. */
interface IdempotencyTable extends KeptAnswerTable {
  business: string;
  /** Null while the first request runs. */
  status: number | null;
}

/** The API's extensions; see upstream/extensions.ts. */
interface ExtensionTable {
  /** URL of the API. */
  upstream: string;
  /** Separated by commas. */
  names: string;
  /** Where it is reached, as it says; null where it does not. */
  address: string | null;
}

/**
 * Every vote that was accepted here. `waiting` has not been counted by the API, `delivered` has, and of what was
 * `withdrawn` it counts nothing: that row stays for its day, since it still counts for the limit of its address. As
 * long as the API counts something else than the voter wants, there is a job with this id.
 */
export interface VoteTable {
  id: string;
  business: string;
  review_id: number;
  /** HMAC of visitor and network; also the pseudonym that the review service is told. */
  voter: string;
  /** HMAC of the network alone. */
  address: string;
  vote: 'positive' | 'negative';
  /** The vote that the voter wants in its place, until the API has that too; null where it is the one they want. */
  wanted: 'positive' | 'negative' | 'none' | null;
  /** How often they have changed their mind. */
  changes: number;
  state: 'waiting' | 'delivered' | 'withdrawn';
  created_at: number;
  /** Set from before it was first sent until the API's answer is known: it may have been counted. Else null. */
  doubted_since: number | null;
  delivered_at: number | null;
}

/**
 * Shoppers' writes that the API may not have yet. Once it has, the data for giving the same answer again. Of each that
 * is `waiting` there is a job with this id.
 */
export interface OutboxTable {
  /** The key of this write at the API, the same for every repetition of it. */
  id: string;
  business: string;
  operation: 'addProductReview' | 'flagReview' | 'addProductQuestion' | 'answerProductQuestion' | 'flagProductReview';
  /** JSON object, as it is sent. Emptied once the API has it. */
  fields: string;
  /** Size of the fields and files. */
  bytes: number;
  /**
   * `refused` is final, and `held` lasts until the merchant lets it go on; the merchant sees both. `erased` means that
   * its person was: it is never sent.
   */
  state: 'waiting' | 'delivered' | 'refused' | 'held' | 'erased';
  /** Of what was refused, how often it was sent; else 0. */
  attempts: number;
  created_at: number;
  /**
   * In doubt, from before it is sent until the API's answer is known: the API may still be at work on it until then. 0
   * while it is being sent; null where the API has certainly not accepted it.
   */
  at_work_until: number | null;
  /** The review, question or answer that it became. */
  review_id: number | null;
  answer: string | null;
  error_code: number | null;
  /** Keyed hash of the person who wrote it, where the shop said who that is. */
  person_hash: string | null;
  /** Why it was held, even after it was let go on. */
  held_for: string | null;
  /** See `proxy_witness`; null for what is not an anonymous review. */
  witness: string | null;
}

/** Customer tokens that were used for a review: one use each; see customer/token-uses.ts. */
interface TokenUseTable {
  business: string;
  /** Keyed hash of the token's id, or of its order and the product. */
  use_hash: string;
  /** The write that it was used for. */
  write_id: string;
  kept_until: number;
}

/** Proofs of work that were used. */
interface SpentProofTable {
  nonce: string;
  /** The proof is worthless after that anyway. */
  expires_at: number;
}

/** Photos of writes that wait, encoded anew. */
interface OutboxFileTable {
  outbox_id: string;
  position: number;
  field: string;
  type: string;
  name: string;
  bytes: Uint8Array;
}

/** The hashed files of builds that instances serve or have served; see kept-assets.ts. */
interface AssetTable {
  /** As in a URL. */
  path: string;
  /** When an instance last had it in its build. */
  in_use_at: number;
  /** Of all its encodings, in bytes. */
  size: number;
  bytes: Uint8Array;
  brotli: Uint8Array | null;
  gzip: Uint8Array | null;
}

/** Which instance does a task for all; see lease.ts. */
interface LeaseTable {
  name: string;
  holder: string;
  held_until: number;
}

/** How far the sweep through one part of a business has come. The name is from earlier. */
interface MirrorWalkTable {
  business: string;
  part: string;
  /** The sweep that is under way; the first is 1. */
  sweep: number;
  next_start: number;
  /** JSON array of the ids on the page before: the next page must hold one of them, or something was missed. */
  previous_ids: string;
  /** How often this sweep lost its thread. */
  gaps: number;
  /** How many items the last complete sweep saw; 0 before there was one. */
  size: number;
  /** End of the first sweep: from then on this part is answered from the mirror. */
  mirrored_at: number | null;
  /** When the head was last read. */
  head_read_at: number | null;
  /** When a sweep last came to its end. */
  swept_at: number | null;
}

interface MirrorItemTable {
  business: string;
  part: string;
  item_id: number;
  /** The sweep that saw it last. */
  sweep: number;
  /** Fingerprint of what is kept of it; empty where that must be read again. */
  print: string;
  /** How often it has been missing since it was last seen, and when it last was; null for never. */
  misses: number;
  missed_at: number | null;
}

/** So much of a part seems to be gone that the removal is held; see removals.ts. */
interface MirrorRemovalTable {
  business: string;
  part: string;
  missing: number;
  /** All items of the mirror, those included. */
  known: number;
  since: number;
  /** When the operator said that it is gone. */
  accepted_at: number | null;
}

/** The figures of reviews in the profile of a business. */
interface MirrorBusinessTable {
  business: string;
  /** JSON of `averageRating` and `numReviews`, as the API gives them. */
  figures: string;
}

/** The figures of a product's reviews in the listing of products, until the reviews themselves are mirrored. */
interface MirrorProductTable {
  business: string;
  sku: string;
  total: number;
  average_rating: number;
}

/** When all reviews of a product were last read at once. */
interface MirrorRefreshTable {
  business: string;
  sku: string;
  looked_at: number;
}

/** Reviews in no listing; see mirror/parts/moderation.ts. */
interface MirrorModerationTable {
  business: string;
  /** Of an earlier version; 0 now. */
  last_change: number;
  /** JSON of KnownUnlisted; null until it is known. */
  unlisted: string | null;
  read_at: number;
}

/** How far the mirror has followed the changes of our own service; see mirror/parts/position.ts. */
interface MirrorPositionTable {
  business: string;
  /** Null at the beginning. */
  cursor: string | null;
  /** 1 until all that there is has been read once since the beginning. */
  filling: number;
}

/** The numbers that our own service gives comments, which the API does not number; see follower/comments.ts. */
interface MirrorCommentTable {
  business: string;
  number: number;
  item_id: number;
}

/** A review whose counts are in motion; see holds.ts. */
interface MirrorHoldTable {
  id: string;
  business: string;
  review_id: number;
  /** Past this moment the hold has died with its process. */
  held_until: number;
  released_at: number | null;
  /** The turn at which it was released. */
  released_turn: number | null;
}

export interface ProxyTables extends InsightTables {
  proxy_secret: SecretTable;
  proxy_session: UpstreamSessionTable;
  proxy_gate: UpstreamGateTable;
  proxy_call: UpstreamCallTable;
  proxy_instance: InstanceTable;
  proxy_idempotency: IdempotencyTable;
  proxy_vote: VoteTable;
  proxy_extension: ExtensionTable;
  proxy_lease: LeaseTable;
  mirror_walk: MirrorWalkTable;
  mirror_item: MirrorItemTable;
  mirror_removal: MirrorRemovalTable;
  mirror_business: MirrorBusinessTable;
  mirror_product: MirrorProductTable;
  mirror_look: MirrorRefreshTable;
  mirror_hold: MirrorHoldTable;
  mirror_moderation: MirrorModerationTable;
  mirror_position: MirrorPositionTable;
  mirror_comment: MirrorCommentTable;
  proxy_outbox: OutboxTable;
  proxy_token_use: TokenUseTable;
  proxy_outbox_file: OutboxFileTable;
  /** The writes of shoppers within the last day, as sketches to recognise floods; `id` as in the outbox. */
  proxy_recent_write: RecentWriteTable;
  proxy_spent_proof: SpentProofTable;
  proxy_asset: AssetTable;
}

export type ProxyDb = Kysely<StoreTables & ProxyTables>;
