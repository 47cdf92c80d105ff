/**
 * The service's tables beside the content of the review store: who may call, kept answers, the images and the links.
 * Secrets (passwords, tokens, links) are stored only as hashes, and what contains them is sealed. Types are as in the
 * store: a moment is milliseconds since 1970, UTC.
 */
import type { Generated, Kysely } from 'kysely';
import type { RecentWriteTable } from '../../review-store/content/recent-writes.ts';
import type { KeptAnswerTable } from '../../review-store/kept-answers.ts';
import type { ConsoleTables } from './console-tables.ts';
import type { EventTables } from './event-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { StoreTables } from '../../review-store/tables.ts';
import type { ChangeTables } from './changes/tables.ts';
import { viewOf } from '../../review-store/databases/engine.ts';

/** A program that calls the API, by its client token. */
export interface ApiClientTable {
  /** SHA-256 of the client token, hex. */
  token_hash: string;
  /** The first characters of the token, to tell it from others. */
  prefix: string;
  /** For people: who it was made for. */
  label: string;
  created_at: number;
  revoked_at: number | null;
}

/** Somebody who logs in. The API calls them users, which it also calls the authors of reviews. */
export interface AccountTable {
  id: string;
  /** Lower case. */
  email: string;
  /** See accounts/passwords.ts. */
  password_hash: string;
  created_at: number;
  disabled_at: number | null;
  /** At the console, 1 for no keys. */
  keys_off: Generated<0 | 1>;
  /** 1 to see the same thing after an action, rather than the next. */
  stays: Generated<0 | 1>;
}

/** Which businesses an account may read and change. */
export interface AccountBusinessTable {
  account_id: string;
  business_id: number;
  /** At the console, and of a program with their token: see api/operations/roles.ts. */
  role: Generated<'owner' | 'moderator'>;
}

export interface UserTokenTable {
  /** SHA-256 of the user token, hex. */
  token_hash: string;
  account_id: string;
  created_at: number;
  expires_at: number;
  /** When it was ended before its time. */
  ended_at: number | null;
  /** The place of the login, as in `failed_login`; null where nobody logged in, or an earlier version noted it. */
  source_hash: string | null;
  /** The client token of the login; null as before. */
  client_hash: string | null;
}

/** Failed logins within a day, by whom they come from and what they are at. */
export interface FailedLoginTable {
  /** Keyed hash of the network and the client token. */
  source_hash: string;
  /** Keyed hash of the e-mail address, whether it has an account or not; empty for all failures of the source. */
  email_hash: string;
  failures: number;
  last_at: number;
}

/** Failed logins as earlier versions count them, as long as one of them may run beside this one. */
export interface LoginFailureTable {
  /** Keyed hash of the e-mail address. */
  email_hash: string;
  failures: number;
  last_at: number;
}

/** The answers to POSTs that carried an `Idempotency-Key`. */
export interface IdempotentAnswerTable extends KeptAnswerTable {
  account_id: string;
  /** Null while the first request still runs. */
  http_status: number | null;
}

/** One picture in one size. Its content never changes, so its address can be cached for ever. */
export interface ImageFileTable {
  key: string;
  size: string;
  content_type: string;
  bytes: Uint8Array;
  created_at: number;
  /** 1 if several things show it: a picture of the demo data. */
  shared: 0 | 1;
  /** 1 while the review that shows it is hidden: it is not served. */
  hidden: Generated<0 | 1>;
}

/** When each voter last voted on a review of a product. */
export interface ProductReviewVoteTable {
  business_id: number;
  review_id: number;
  voter: string;
  /** When they first voted; changing a vote does not begin another day. */
  voted_at: number;
  /** The vote that counts; `none` for one that was taken back, null where it was cast before that could be done. */
  vote: 'positive' | 'negative' | 'none' | null;
}

/** News that the business is to be told by mail; see notices/untold.ts. */
export interface QuestionNoticeTable {
  id: string;
  business_id: number;
  question_id: number;
  /** Null where the question itself is new. */
  answer_id: number | null;
  created_at: number;
}

/** Reports of reviews, for the shop. */
export interface ReviewFlagTable {
  id: string;
  business_id: number;
  review_id: number;
  /** 1 for a review of a product: those have numbers of their own. */
  of_product: 0 | 1;
  account_id: string;
  reason: string;
  message: string;
  created_at: number;
  /** When the business was told by mail. */
  told_at: number | null;
  closed_at: number | null;
  /** The outcome, in the words of the person who closed it. */
  outcome: string | null;
}

/** Messages between a business and the authors of its reviews. */
export interface MessageTable {
  business_id: number;
  id: number;
  /** Always the author of the review. */
  author_id: number;
  /** Null for a message that is not about a review. */
  review_id: number | null;
  /** 1 from the business to the author, 0 from the author to the business. */
  sent: 0 | 1;
  subject: string;
  body: string;
  created_at: number;
}

/** Links to the pages where a review of a business is written and a question asked; see pages/write-links.ts. */
export interface WriteLinkTable {
  /** SHA-256 of the random part, hex. */
  hash: string;
  business_id: number;
  created_at: number;
  expires_at: number;
}

/** Forms of the pages for writing and asking that were sent: the same form twice is one review or question. */
export interface SentFormTable {
  form_id: string;
  created_at: number;
}

/** An order that somebody is asked to review: the business (`business`), or what was bought (`products`). */
export interface ReviewRequestTable {
  id: string;
  business_id: number;
  kind: 'business' | 'products';
  /**
   * The customer: the e-mail address in lower case, else the phone number. Unique in the business with kind and order.
   */
  recipient: string;
  order_id: string;
  order_date: number;
  email: string | null;
  phone: string | null;
  first_name: string;
  last_name: string;
  location: string | null;
  language: string | null;
  /** JSON array of labels for the review that comes of it. */
  labels: string;
  /** The mail that asked, if one was sent. */
  mail_id: string | null;
  /** Why a mail of it never arrived; null where it did, or waits. */
  mail_outcome: 'refused' | 'given up' | 'unsubscribed' | null;
  /** When its page was first opened: by the customer, or by a program that looks at their mail. */
  opened_at: number | null;
  /** The mail that reminded. */
  reminder_id: string | null;
  reminded_at: number | null;
  /** The review of the business that came of it. */
  review_no: number | null;
  created_at: number;
}

export interface ReviewRequestProductTable {
  request_id: string;
  sku: string;
  /** From 0, in the order in which the shop named them. */
  position: number;
  /** The product review that came of it. */
  review_id: number | null;
}

/** Links to pages for one person, who alone knows the random part. */
export interface PageLinkTable {
  /** SHA-256 of the random part, hex. */
  token_hash: string;
  business_id: number;
  purpose: 'request' | 'edit' | 'stop';
  request_id: string | null;
  /** The e-mail address of its owner, in lower case; null if the request says so. */
  email: string | null;
  created_at: number;
  expires_at: number;
}

/** People who asked for no more requests: hashes, so that they can outlast everything else known of them. */
export interface MailStopTable {
  business_id: number;
  /** Keyed hash of the e-mail address. */
  email_hash: string;
  created_at: number;
}

/** Codes that prove who edits a review; see pages/edit-codes.ts. */
export interface EditCodeTable {
  id: string;
  business_id: number;
  /** Lower case. */
  email: string;
  /**
   * SHA-256 of the random part of the link together with the code, hex: six digits alone could be guessed from a hash.
   */
  code_hash: string;
  /** How often a wrong code was entered. */
  wrong: number;
  entered_at: number | null;
  created_at: number;
}

/** How a business treats its catalogue; without a row, unknown products are refused. */
export interface CatalogueSettingTable {
  business_id: number;
  /** 1 if a review of an unknown product makes that product. */
  accepts_unknown: 0 | 1;
}

/** How the mails and pages of a business look; see look/look.ts. Null is as without a choice. */
export interface ShopLookTable {
  business_id: number;
  /** Of its picture in image_file. */
  logo_key: string | null;
  logo_width: number | null;
  logo_height: number | null;
  /** 1 if it is shown on white on a dark page. */
  logo_needs_light: 0 | 1 | null;
  accent: string | null;
  background: string | null;
  font: string | null;
  locale: string | null;
}

/** Where the products of a business are read from by the service itself; see catalogue/feed-reader.ts. */
export interface ProductFeedTable {
  business_id: number;
  url: string;
  every_ms: number;
  /** Whether the proxy beside the service gives it out with stars. */
  given_out: 0 | 1;
  /** The server's validators of the feed's last version: it need not send that again. */
  etag: string | null;
  last_modified: string | null;
  /** How often it has been read to its end. */
  reads: number;
  /** When it was last found good, and what it held then. */
  good_at: number | null;
  products: number | null;
  refused: number | null;
  /** Since when it fails, and why; null while it is good. */
  failed_at: number | null;
  failure: string | null;
}

/** The products that came from the feed, each with the number of the last read that held it. */
export interface ProductFeedItemTable {
  business_id: number;
  sku: string;
  seen_in_read: number;
}

export interface ServiceSettingTable {
  name: string;
  value: string;
}

export interface ServiceTables extends StoreTables, ChangeTables, ConsoleTables, EventTables, ImportTables {
  api_client: ApiClientTable;
  account: AccountTable;
  account_business: AccountBusinessTable;
  user_token: UserTokenTable;
  failed_login: FailedLoginTable;
  login_failure: LoginFailureTable;
  idempotent_answer: IdempotentAnswerTable;
  image_file: ImageFileTable;
  product_review_vote: ProductReviewVoteTable;
  review_flag: ReviewFlagTable;
  question_notice: QuestionNoticeTable;
  message: MessageTable;
  write_link: WriteLinkTable;
  sent_form: SentFormTable;
  recent_write: RecentWriteTable;
  review_request: ReviewRequestTable;
  review_request_product: ReviewRequestProductTable;
  page_link: PageLinkTable;
  mail_stop: MailStopTable;
  edit_code: EditCodeTable;
  catalogue_setting: CatalogueSettingTable;
  shop_look: ShopLookTable;
  product_feed: ProductFeedTable;
  product_feed_item: ProductFeedItemTable;
  service_setting: ServiceSettingTable;
}

export type Database = Kysely<ServiceTables>;

/** The same database, as the review store's functions take it. */
export const storeOf = (db: Database): Kysely<StoreTables> => viewOf(db);
