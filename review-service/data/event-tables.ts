/**
 * The events of reviews, questions and products (events.ts), and the actions that can be taken back (console/acting/).
 */
import type { Generated } from 'kysely';

/** Each has numbers of its own. */
export type SubjectKind = 'review' | 'product review' | 'product question' | 'question' | 'product';

/** In the order in which they follow each other where one act causes several. */
export const eventKinds = [
  'written',
  'edited',
  'held',
  'published',
  'hidden',
  'reported',
  'report closed',
  'replied',
  'reply removed',
  'answered',
  'answer published',
  'answer hidden',
  'moved',
  'renamed',
  'merged',
  'photo published',
  'photo hidden',
  'mailed',
  'put off',
  'undone',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Of the shop as a whole: its team, its settings, its data. */
export const shopEventKinds = [
  'invited',
  'invitation withdrawn',
  'joined',
  'role changed',
  'removed from the team',
  'settings changed',
  'imported',
  'import undone',
  'exported',
  'person looked up',
  'person erased',
] as const;
export type ShopEventKind = (typeof shopEventKinds)[number];

/** One thing that happened: no text, no address. */
export interface EventTable {
  id: string;
  business_id: number;
  /** `shop` has the number 0. */
  subject: SubjectKind | 'shop';
  subject_id: number;
  kind: EventKind | ShopEventKind;
  /** Who did it: the id of an account, or one of `author`, `shopper` and `command`. */
  actor: string;
  /**
   * Why; for what was taken back, what that was; for what moved or was merged, the sku that it is of now; for
   * what was renamed, the earlier one.
   */
  reason: string | null;
  /** The id of the account that it happened to; null where it happened to none. */
  whom: Generated<string | null>;
  created_at: number;
}

/** An action of a session of the console, as long as it can be taken back. */
export interface ActTable {
  id: string;
  business_id: number;
  /** The hash of the session. */
  session: string;
  kind: EventKind;
  created_at: number;
}

/** The effect of an action on one thing. */
export interface ActStepTable {
  act_id: string;
  business_id: number;
  subject: SubjectKind;
  subject_id: number;
  /** JSON of what it takes to bring it back. */
  before: string;
  /** Of the thing after the action. */
  revision: string;
  /** JSON array of the ids of mails that it caused. */
  mails: string;
}

/** A thing that nobody wants to see in the inbox for a while. */
export interface PutOffTable {
  business_id: number;
  subject: SubjectKind;
  subject_id: number;
  until: number;
  /** When it was put off: anything new brings it back earlier. */
  revision: string;
}

export interface EventTables {
  event: EventTable;
  act: ActTable;
  act_step: ActStepTable;
  put_off: PutOffTable;
}
