/** Tables of the people who sign in at the console. */
import type { SubjectKind } from './event-tables.ts';

/** Somebody who is signed in, or who has given a password and is asked for a code. */
export interface ConsoleSessionTable {
  /** SHA-256 of what the browser keeps, hex. */
  token_hash: string;
  account_id: string;
  /** The one that was chosen at the top; null until then. */
  business_id: number | null;
  /** The browser, in words such as `Firefox on Windows`. */
  agent: string;
  /** The place of the sign-in, as in `failed_login`. */
  source_hash: string;
  /** 1 as long as only the password was given. */
  wants_code: 0 | 1;
  created_at: number;
  /** To the minute. */
  seen_at: number;
  ended_at: number | null;
}

/** Accounts that are asked for a code of an app (RFC 6238). */
export interface AccountCodesTable {
  account_id: string;
  /** Sealed. */
  secret: string;
  /** The step of the last code that was taken: none is taken twice. */
  last_step: number;
  created_at: number;
}

/** Codes that each work once in place of one of the app. */
export interface RecoveryCodeTable {
  account_id: string;
  /** SHA-256, hex. */
  code_hash: string;
}

/** Links to choose a new password, by mail (`reset`) or printed by a command (`recover`). */
export interface AccountLinkTable {
  /** SHA-256 of the random part, hex. */
  token_hash: string;
  account_id: string;
  purpose: 'reset' | 'recover';
  created_at: number;
}

/** Somebody who is asked into the team of a business, by a link that works once. */
export interface TeamInvitationTable {
  /** SHA-256 of the random part, hex. */
  token_hash: string;
  business_id: number;
  /** Lower case; one invitation for each. */
  email: string;
  role: 'owner' | 'moderator';
  created_at: number;
}

/** A reply that a shop keeps, to begin others with. */
export interface SavedReplyTable {
  id: string;
  business_id: number;
  name: string;
  /** With fields such as `{name}`. */
  content: string;
  created_at: number;
}

/** A link in a mail to one review or question, and what its button has opened. */
export interface ItemLinkTable {
  /** SHA-256 of the random part, hex. */
  token_hash: string;
  account_id: string;
  business_id: number;
  subject: SubjectKind;
  subject_id: number;
  created_at: number;
  opened_at: number | null;
  /** SHA-256 of what the browser keeps, hex; null until it was opened. */
  session_hash: string | null;
}

/** Something that a shopper wrote, was thanked for, and that was refused as it arrived. */
export interface RefusedWriteTable {
  number: number;
  business_id: number;
  key_hash: string;
  operation: 'addProductReview' | 'addProductQuestion' | 'answerProductQuestion';
  /** The sku of its product, or the number of the question; empty where it named none. */
  about: string;
  /** As readers would have seen it. */
  name: string;
  title: string;
  content: string;
  /** Of the refusal. */
  code: number;
  /** Keyed hash of who wrote it; null where nobody said. */
  person_hash: string | null;
  refused_at: number;
}

/** The language of a review; those of products and those of the shop have a table each. */
export interface ReviewLanguageTable {
  business_id: number;
  review_id: number;
  /** A primary subtag; '' where it is not sure. */
  language: string;
}

export interface ConsoleTables {
  console_session: ConsoleSessionTable;
  account_codes: AccountCodesTable;
  recovery_code: RecoveryCodeTable;
  account_link: AccountLinkTable;
  item_link: ItemLinkTable;
  refused_write: RefusedWriteTable;
  team_invitation: TeamInvitationTable;
  saved_reply: SavedReplyTable;
  product_review_language: ReviewLanguageTable;
  review_language: ReviewLanguageTable;
}
