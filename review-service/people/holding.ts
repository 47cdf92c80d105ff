/** Whether the words of somebody wait until the shop has looked at them: by its setting, and never by stars. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../review-store/content/businesses.ts';
import { State } from '../../review-store/tables.ts';
import { holdReasons, type HoldReason } from '../../server-kit/robots/floods.ts';
import type { Database } from '../data/tables.ts';

/** The setting of a business, by its place here: nothing, all, first reviews of an author, or those with links. */
export const holdings = ['none', 'all', 'first', 'links'] as const;
export type Holding = (typeof holdings)[number];

const settingReasons = {
  new: 'the shop looks at everything new',
  first: 'the first review of its author',
  link: 'it has a link',
} as const;

/** Why something waits, as it is kept. A program may give another reason, in its own words. */
export type Why = HoldReason | keyof typeof settingReasons;

export const isWhy = (reason: unknown): reason is Why =>
  typeof reason === 'string' && (Object.hasOwn(holdReasons, reason) || Object.hasOwn(settingReasons, reason));

/** In words, for commands; null where nobody noted it. */
export const sayWhy = (reason: string | null): string | null =>
  isWhy(reason) ? { ...holdReasons, ...settingReasons }[reason] : reason;

/** Without those that are words: "Great.It works". */
const NAME =
  /(?<![@\w.-])[a-z0-9][a-z0-9-]*\.(?:com|net|org|info|biz|shop|store|xyz|io|ru|cn|de|uk|fr|nl|pl|eu)\b(?![\w@])/i;
const ADDRESS = /\bhttps?:\/\/|\bwww\./i;

/** An e-mail address is no link. */
export const hasLink = (text: string): boolean => ADDRESS.test(text) || NAME.test(text);

export const holdingOf = ({ hold_reviews }: Pick<BusinessRow, 'hold_reviews'>): Holding =>
  holdings[hold_reviews] ?? 'none';

/** Forms then say beforehand that what is sent waits. */
export const holdsAll = (business: Pick<BusinessRow, 'hold_reviews'>): boolean => holdingOf(business) === 'all';

interface Words {
  readonly text: string;
  /** Of a new review: who wrote it. */
  readonly author?: number;
}

/** By the setting of the business; null where it does not wait. */
export async function reasonToHold(db: Database, business: BusinessRow, { text, author }: Words): Promise<Why | null> {
  switch (holdingOf(business)) {
    case 'all':
      return 'new';
    case 'first':
      return author !== undefined && !(await hasPublished(db, business.id, author)) ? 'first' : null;
    case 'links':
      return hasLink(text) ? 'link' : null;
    case 'none':
      return null;
  }
}

/** A review that waits itself, or was taken from view, does not speak for its author. */
async function hasPublished(db: Database, businessId: number, author: number): Promise<boolean> {
  const inTable = (table: 'review' | 'product_review') =>
    sql`(select 1 from ${sql.table(table)} where business_id = ${businessId} and author_id = ${author}
      and state = ${State.published})`;
  const { rows } =
    await sql`select 1 as found where exists ${inTable('review')} or exists ${inTable('product_review')}`.execute(db);
  return rows.length > 0;
}
