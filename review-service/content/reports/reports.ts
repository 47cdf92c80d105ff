/** Reports of shoppers for the people who look after reviews: to read, and to close with an outcome. */
import { randomUUID } from 'node:crypto';
import { formatDateTime } from '../../../contract/entities/dates.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { BY_COMMAND, BY_SHOPPER, noteEvent, subjectOfReview } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';

export interface Report {
  readonly id: string;
  readonly business: string;
  readonly reviewNo: number;
  /** Whether that is the number of a review of a product. */
  readonly ofProduct: boolean;
  readonly reason: string;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface NewReport {
  readonly businessId: number;
  readonly reviewId: number;
  readonly ofProduct: boolean;
  readonly accountId: string;
  readonly reason: string;
  readonly message: string;
  readonly now: number;
}

export async function addReport(transaction: Database, report: NewReport): Promise<void> {
  await transaction
    .insertInto('review_flag')
    .values({
      id: randomUUID(),
      business_id: report.businessId,
      review_id: report.reviewId,
      of_product: report.ofProduct ? 1 : 0,
      account_id: report.accountId,
      reason: report.reason,
      message: report.message,
      created_at: report.now,
      told_at: null,
      closed_at: null,
      outcome: null,
    })
    .execute();
  const { businessId, reviewId: number, ofProduct, reason, now } = report;
  const about = subjectOfReview({ kind: ofProduct ? 'product' : 'business', number });
  await noteEvent(transaction, { businessId, about, kind: 'reported', actor: BY_SHOPPER, reason, now });
}

/**
 * The open reports, oldest first.
 * @param domain - only those of this business.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function listReports(db: Database, domain?: string): Promise<Report[]> {
  const business = domain === undefined ? undefined : await requireBusiness(db, domain);
  const rows = await db
    .selectFrom('review_flag')
    .innerJoin('business', 'business.id', 'review_flag.business_id')
    .select(['review_flag.id', 'domain as business', 'review_id as reviewNo', 'of_product', 'reason', 'message'])
    .select('review_flag.created_at as createdAt')
    .where('review_flag.closed_at', 'is', null)
    .$if(business !== undefined, (query) => query.where('review_flag.business_id', '=', business!.id))
    .orderBy('review_flag.created_at')
    .orderBy('review_flag.id')
    .execute();
  return rows.map(({ of_product, ...report }) => ({ ...report, ofProduct: of_product === 1 }));
}

/**
 * Closes a report, so that it is no longer listed. The review stays as it is.
 * @param outcome - what came of it, for the record.
 * @throws ApiError `reviewNotFound` if there is no such report, or it is closed.
 */
export function closeReport(db: Database, id: string, outcome: string, now = Date.now()): Promise<void> {
  return inTransaction(db, (transaction) => closeDecided(transaction, id, outcome, { actor: BY_COMMAND, now }));
}

/** @throws ApiError as `closeReport`. */
export async function closeDecided(
  db: Database,
  id: string,
  outcome: string,
  { actor, now }: { readonly actor: string; readonly now: number },
): Promise<void> {
  const closed = await db
    .updateTable('review_flag')
    .set({ closed_at: now, outcome })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['business_id', 'review_id', 'of_product'])
    .executeTakeFirst();
  if (closed) {
    const { business_id: businessId, review_id: number, of_product: ofProduct } = closed;
    const about = subjectOfReview({ kind: ofProduct === 1 ? 'product' : 'business', number });
    return noteEvent(db, { businessId, about, kind: 'report closed', actor, now });
  }
  const row = await db
    .selectFrom('review_flag')
    .select(['closed_at', 'outcome'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw refuse('reviewNotFound', `There is no report ${id}`);
  throw refuse('reviewNotFound', `Report ${id} was closed on ${formatDateTime(row.closed_at!)}: ${row.outcome}`);
}
