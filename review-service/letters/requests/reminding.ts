/** Reminders that leave by themselves, some days after the request, where a shop has chosen so. */
import { atomically } from '../../../review-store/databases/transaction.ts';
import type { Kind } from '../../../review-store/jobs/worker.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';
import { remind } from './remind.ts';

export const remindingDays = [3, 5, 7, 10, 14, 21, 30] as const;

interface Reminding {
  /** After the request; null for never. */
  readonly afterDays: number | null;
  /** Since when, in milliseconds since 1970: nobody is reminded of what was due before. */
  readonly since: number;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 600_000;
/** Who could not be reminded by then is not any more, such as after a long standstill. */
const LATEST_MS = 7 * DAY_MS;
const MOST_AT_ONCE = 500;

const settingOf = (businessId: number): string => `reminding ${businessId}`;

export const readReminding = (db: Database, businessId: number): Promise<Reminding | null> =>
  readSetting<Reminding>(db, settingOf(businessId));

export const setReminding = (db: Database, businessId: number, reminding: Reminding): Promise<void> =>
  writeSetting(db, settingOf(businessId), reminding);

export const reminding = ({ db, now }: { readonly db: Database; readonly now: () => number }): Kind => ({
  name: 'reminding',
  isStanding: true,
  failing: 'reminders could not be written',
  retryMs: EVERY_MS,
  async attempt() {
    for (const business of await db.selectFrom('business').selectAll().execute()) {
      const chosen = await readReminding(db, business.id);
      if (!chosen?.afterDays) continue;
      for (const id of await findDue(db, business.id, chosen.afterDays * DAY_MS, chosen.since, now()))
        await atomically(db, (transaction) => remind(transaction, business, id, { now: now(), mailAt: now() }));
    }
    return EVERY_MS;
  },
});

/** The rest of the rules is `remind`'s. */
async function findDue(db: Database, businessId: number, afterMs: number, since: number, now: number) {
  const rows = await db
    .selectFrom('review_request')
    .select('id')
    .where('business_id', '=', businessId)
    .where('created_at', '<=', now - afterMs)
    .where('created_at', '>', Math.max(since, now - LATEST_MS) - afterMs)
    .where('reminder_id', 'is', null)
    .where('mail_id', 'is not', null)
    .where('mail_outcome', 'is', null)
    .orderBy('created_at')
    .limit(MOST_AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}
