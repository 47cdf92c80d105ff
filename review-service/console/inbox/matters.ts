/** Matters of the inbox that are no review and no question: they stand for a list, and lead to it. */
import { countAll } from '../../../review-store/content/rows.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';

export const matterKinds = ['refused', 'given up'] as const;
export type MatterKind = (typeof matterKinds)[number];

/** Requests whose mail was refused or given up, and that nobody has answered all the same. */
export interface Matter {
  readonly kind: MatterKind;
  readonly count: number;
  /** When the oldest of them was asked, in milliseconds since 1970. */
  readonly since: number;
  /** Changes with each that is new. */
  readonly revision: string;
}

/** An address that took no mail a month ago is no work of today. */
const SHOWN_MS = 30 * 86_400_000;

const settingOf = ({ id }: BusinessRow, kind: MatterKind): string => `later ${id} ${kind}`;

interface Later {
  readonly until: number;
  readonly revision: string;
}

/** Without those that are put off and are as they were then. */
export async function readMatters(db: Database, business: BusinessRow, now: number): Promise<Matter[]> {
  const found: Matter[] = [];
  for (const kind of matterKinds) {
    const requests = db
      .selectFrom('review_request')
      .where('business_id', '=', business.id)
      .where('created_at', '>', now - SHOWN_MS)
      .where('mail_outcome', '=', kind)
      .where('opened_at', 'is', null);
    const count = await countAll(requests);
    if (count === 0) continue;
    const ends = await requests
      .select((eb) => [eb.fn.min('created_at').as('since'), eb.fn.max('created_at').as('newest')])
      .executeTakeFirstOrThrow();
    const revision = `${count} ${ends.newest}`;
    const later = await readSetting<Later>(db, settingOf(business, kind));
    if (!later || later.until <= now || later.revision !== revision)
      found.push({ kind, count, since: Number(ends.since), revision });
  }
  return found;
}

export const putOffMatter = (db: Database, business: BusinessRow, kind: MatterKind, later: Later): Promise<void> =>
  writeSetting(db, settingOf(business, kind), later);
