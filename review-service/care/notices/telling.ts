/**
 * Tells the people of a business by mail of reviews that wait, of reports, of low stars, and of questions and answers,
 * at once or once a day, as they have chosen: in one mail for all that came until then, however much it is.
 */
import { engineOf } from '../../../review-store/databases/engine.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Kind } from '../../../review-store/jobs/worker.ts';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { queueNotice } from '../../letters/mail/queue.ts';
import { noticeOf } from './notice.ts';
import { ownersByBusiness } from './owners.ts';
import { newsKinds, readNoticeTimes, type NewsKind, type NoticeTime, type NoticeTimes } from './times.ts';
import { moveMark, readUntold, takeUntold, type Mark, type Untold } from './untold.ts';

/** How long what came waits for others to share its mail. */
const GATHERED_MS: Readonly<Record<NoticeTime, number>> = { once: 10 * 60_000, daily: 86_400_000 };
/** How often to look for what has waited long enough. */
const CHECK_EVERY_MS = 30_000;
/** How much of the past is gone through again and again, before that is noted. */
const PASSED_MS = 3_600_000;

export const notices = ({ db, now }: Service): Kind => ({
  name: 'notices',
  isStanding: true,
  failing: 'owners cannot be mailed at the moment',
  retryMs: CHECK_EVERY_MS,
  async attempt() {
    for (const [businessId, owners] of await ownersByBusiness(db)) {
      const untold = await readUntold(db, businessId, now());
      if (dueOf(untold, await readNoticeTimes(db, businessId), now()) || passedOf(untold))
        await inTransaction(db, (transaction) => tell({ db: transaction, now: now() }, businessId, owners));
    }
    return CHECK_EVERY_MS;
  },
});

/**
 * The news to tell now: with what is told once a day comes everything, and with what is told at once all of that kind.
 * @returns null if nothing is due.
 */
function dueOf(untold: Untold, times: NoticeTimes, now: number): Untold | null {
  const due = newsKinds.filter((kind) => {
    const [oldest] = untold[kind];
    return oldest !== undefined && oldest.at <= now - GATHERED_MS[times[kind]];
  });
  if (due.length === 0) return null;
  const isTold = (kind: NewsKind) => times[kind] === 'once' || due.some((one) => times[one] === 'daily');
  const { mark, upTo, held, questions, reports, low } = untold;
  return {
    held: isTold('held') ? held : [],
    questions: isTold('questions') ? questions : [],
    reports: isTold('reports') ? reports : [],
    low: isTold('low') ? low : [],
    mark,
    upTo: { ...(isTold('held') ? upTo : mark), low: isTold('low') ? upTo.low : mark.low },
  };
}

/** Something has changed, but nothing of it is news: the next check need not go through it. */
function passedOf({ held, low, mark, upTo }: Untold): Mark | null {
  const isMoved = upTo.place.number !== mark.place.number || upTo.place.tx !== mark.place.tx;
  const passesHeld = held.length === 0 && isMoved;
  const passesLow = low.length === 0 && upTo.low > mark.low + PASSED_MS;
  if (!passesHeld && !passesLow) return null;
  return { ...(passesHeld ? upTo : mark), low: low.length === 0 ? upTo.low : mark.low };
}

/** Of several at the same time, only one finds something: the others wait for the lock, and then read anew. */
async function tell(
  { db: transaction, now }: { readonly db: Database; readonly now: number },
  businessId: number,
  owners: readonly string[],
): Promise<void> {
  await engineOf(transaction).lock(transaction, `notices ${businessId}`);
  const untold = await readUntold(transaction, businessId, now);
  const due = dueOf(untold, await readNoticeTimes(transaction, businessId), now);
  const passed = due ? null : passedOf(untold);
  if (due) {
    await takeUntold(transaction, businessId, due, now);
    const notice = noticeOf(businessId, due);
    for (const address of owners) await queueNotice(transaction, { notice, to: address }, now);
  } else if (passed) await moveMark(transaction, businessId, passed);
}
