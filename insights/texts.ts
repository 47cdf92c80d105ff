/** The one place that a program tells of each text that is new, changed or gone: it knows no insight by name. */
import type { InsightDb, TextKind } from './tables.ts';
import { dropOutdatedSentences } from './summaries/kept.ts';
import { markForGist } from './terms/due.ts';
import { forgetTermCounts } from './terms/term-counts.ts';
import { dropOutdated } from './translations/kept.ts';

/** These texts have just been written. */
export async function textsChanged(
  db: InsightDb,
  businessId: number,
  kind: TextKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await markForGist(db, businessId, kind, ids);
  if (kind !== 'productReviews') return;
  await dropOutdated(db, businessId, ids);
  await dropOutdatedSentences(db, businessId, ids);
}

/** These texts were erased: words that only they had are forgotten at once. The rest has gone with their rows. */
export async function textsErased(
  db: InsightDb,
  businessId: number,
  kind: TextKind,
  ids: readonly number[],
): Promise<void> {
  if (kind === 'productReviews' && ids.length > 0) await forgetTermCounts(db, businessId);
}
