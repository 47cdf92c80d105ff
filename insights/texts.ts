/** The one place that a program tells of each text that is new, changed or gone: it knows no insight by name. */
import { dropOutdated, dropUnfounded } from './kept.ts';
import type { InsightDb, TextKind } from './tables.ts';
import { markForGist } from './terms/gist-rows.ts';
import { forgetTermCounts } from './terms/term-counts.ts';

/** These texts have just been written. */
export async function textsChanged(
  db: InsightDb,
  businessId: number,
  kind: TextKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await markForGist(db, businessId, kind, ids);
  if (kind === 'productReviews') await dropOutdated(db, businessId, ids);
}

/** Texts have just been deleted. */
export const textsGone = dropUnfounded;

/** Texts have just been deleted since somebody is to be forgotten: so are words that only they had. */
export async function textsErased(db: InsightDb, businessId: number): Promise<void> {
  await textsGone(db, businessId);
  await forgetTermCounts(db, businessId);
}
