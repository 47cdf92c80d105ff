/**
 * Tells the owners of a business by mail, within the hour, of reviews that wait, of questions and answers, and of
 * reports: in one mail for all that came until then, however much it is.
 */
import { engineOf } from '../../../review-store/databases/engine.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Kind } from '../../../review-store/jobs/worker.ts';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { queueNotice } from '../../letters/mail/queue.ts';
import { noticeOf } from './notice.ts';
import { ownersByBusiness } from './owners.ts';
import { moveMark, readUntold, takeUntold, type Untold } from './untold.ts';

/** How long what came waits for others to share its mail. */
const GATHERED_MS = 30 * 60_000;
/** How often to look for what has waited long enough; both together are well within the hour. */
const CHECK_EVERY_MS = 30_000;

export const notices = ({ db, now }: Service): Kind => ({
  name: 'notices',
  isStanding: true,
  failing: 'owners cannot be mailed at the moment',
  retryMs: CHECK_EVERY_MS,
  async attempt() {
    for (const [businessId, owners] of await ownersByBusiness(db)) {
      const untold = await readUntold(db, businessId);
      if (isDue(untold, now()) || isPassed(untold))
        await inTransaction(db, (transaction) => tell({ db: transaction, now: now() }, businessId, owners));
    }
    return CHECK_EVERY_MS;
  },
});

const isDue = ({ held, questions, reports }: Untold, now: number): boolean =>
  [held[0], questions[0], reports[0]].some((oldest) => oldest !== undefined && oldest.at <= now - GATHERED_MS);

/** Something has changed, but nothing waits: the next check need not go through it. */
const isPassed = ({ held, mark, upTo }: Untold): boolean =>
  held.length === 0 && (upTo.place.number !== mark.place.number || upTo.place.tx !== mark.place.tx);

/** Of several at the same time, only one finds something: the others wait for the lock, and then read anew. */
async function tell(
  { db: transaction, now }: { readonly db: Database; readonly now: number },
  businessId: number,
  owners: readonly string[],
): Promise<void> {
  await engineOf(transaction).lock(transaction, `notices ${businessId}`);
  const untold = await readUntold(transaction, businessId);
  if (isDue(untold, now)) {
    await takeUntold(transaction, businessId, untold, now);
    const notice = noticeOf(businessId, untold);
    for (const address of owners) await queueNotice(transaction, { notice, to: address }, now);
  } else if (isPassed(untold)) await moveMark(transaction, businessId, untold.upTo);
}
