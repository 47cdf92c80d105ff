/** Mails as they wait among the jobs of the store: sealed, and found again by whom they are to. */
import { countJobs } from '../../../../review-store/jobs/jobs.ts';
import { keyOf, type DataKey } from '../../../../review-store/secrets/data-key.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { Message } from './message.ts';
import type { Notice } from './notice.ts';

/** The kind of these jobs. */
export const MAIL = 'mail';

/** A mail to an owner: it is written when it is delivered, of what is there by then. */
export interface QueuedNotice {
  readonly notice: Notice;
  readonly to: string;
}

/** @param message - JSON of a Message or of a QueuedNotice: it contains links and codes that let somebody act. */
export const sealMessage = (key: DataKey, id: string, message: string): string => key.seal(MAIL, message, id);

export const openMessage = (db: Database, id: string, sealed: string): Message | QueuedNotice =>
  JSON.parse(keyOf(db).unseal(MAIL, sealed, id)) as Message | QueuedNotice;

/** The key of the jobs of mails from a business to an address. */
export const mailsTo = (db: Database, { id, domain }: Pick<BusinessRow, 'id' | 'domain'>, address: string): string =>
  `${id} ${keyOf(db).person(domain, address)}`;

/** How many mails wait, and since when the oldest does. */
export const countMails = (db: Database): ReturnType<typeof countJobs> => countJobs(storeOf(db), MAIL);
