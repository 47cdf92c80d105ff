/**
 * Tells a business by mail what was reported, within the hour, in one mail for everything that came until then. It says
 * which reviews and why, but quotes nothing that anybody wrote: that stays where it can be erased.
 */
import type { BusinessRow } from '../../review-store/businesses.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import type { MailPart } from '../mail/parts.ts';
import { plainLine } from '../mail/plain.ts';
import type { Database } from '../tables.ts';
import { inTransaction } from '../../review-store/transaction.ts';
import { formatDay, type Wording } from '../wording/index.ts';
import { mailOwners } from './mail-owners.ts';

/** How long a report waits for others to share its mail. */
export const GATHERED_MS = 30 * 60_000;
/** How often to look for one that has waited long enough; both together are well within the hour. */
export const LOOK_EVERY_MS = 10_000;
/** How many reports a mail names; it only counts the rest. */
export const MOST_NAMED = 20;

export const startNotices = (service: Service): Repeating => repeatEvery(LOOK_EVERY_MS, () => look(service));

async function look(service: Service): Promise<void> {
  const { db, now, logger } = service;
  try {
    for (const businessId of await waitingLong(db, now() - GATHERED_MS))
      await inTransaction(db, (transaction) => tell(transaction, businessId, now()));
  } catch (error) {
    logger.warn({ err: error }, 'reports cannot be mailed at the moment');
  }
}

/** Businesses with a report from before this moment, and with somebody who looks after them. */
async function waitingLong(db: Database, moment: number): Promise<number[]> {
  const rows = await db
    .selectFrom('review_flag')
    .innerJoin('account_business', 'account_business.business_id', 'review_flag.business_id')
    .innerJoin('account', 'account.id', 'account_business.account_id')
    .select('review_flag.business_id')
    .distinct()
    .where('review_flag.told_at', 'is', null)
    .where('review_flag.created_at', '<=', moment)
    .where('review_flag.closed_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .execute();
  return rows.map(({ business_id }) => business_id);
}

/** Of several instances, only one finds the reports untold. */
async function tell(transaction: Database, businessId: number, now: number): Promise<void> {
  const untold = await transaction
    .updateTable('review_flag')
    .set({ told_at: now })
    .where('business_id', '=', businessId)
    .where('told_at', 'is', null)
    .where('closed_at', 'is', null)
    .returning(['review_id', 'of_product', 'reason', 'created_at'])
    .execute();
  if (untold.length === 0) return;
  await mailOwners(transaction, { businessId, now }, (business, wording) => reportsMail(business, untold, wording));
}

export function reportsMail(
  { name, domain }: Pick<BusinessRow, 'name' | 'domain'>,
  untold: readonly Untold[],
  wording: Wording,
): { subject: string; parts: readonly MailPart[] } {
  const words = wording.mail.reports;
  const reports = untold.toSorted((one, other) => one.created_at - other.created_at);
  const shop = plainLine(name);
  const subject = `${words.count(reports.length)} ${words.about(shop)}`;
  return {
    subject,
    parts: [
      { heading: subject },
      words.came(shop),
      ...named(reports, wording),
      words.read,
      { command: `plaudit reports list --business ${domain}` },
    ],
  };
}

interface Untold {
  readonly review_id: number;
  readonly of_product: 0 | 1;
  readonly reason: string;
  readonly created_at: number;
}

function named(reports: readonly Untold[], wording: Wording): MailPart[] {
  const words = wording.mail.reports;
  const reasons: Readonly<Record<string, string>> = words.reasons;
  const lines = reports
    .slice(0, MOST_NAMED)
    .map((report) =>
      (report.of_product ? words.productLine : words.line)(
        formatDay(wording, report.created_at),
        report.review_id,
        reasons[report.reason] ?? reasons['other']!,
      ),
    );
  const more = reports.length - lines.length;
  return [lines.join('\n'), ...(more > 0 ? [words.more(more)] : [])];
}
