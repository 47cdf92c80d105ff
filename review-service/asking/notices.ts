/**
 * Tells a business by mail what shoppers asked and answered, as it is told of reports (reports/notices.ts): within the
 * hour, in one mail, and without a word of what they wrote.
 */
import type { BusinessRow } from '../../review-store/businesses.ts';
import { getProductQuestion } from '../../review-store/questions.ts';
import { inTransaction } from '../../review-store/transaction.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import type { Service } from '../context.ts';
import type { MailPart } from '../mail/parts.ts';
import { plainLine } from '../mail/plain.ts';
import { mailOwners } from '../reports/mail-owners.ts';
import { GATHERED_MS, LOOK_EVERY_MS, MOST_NAMED } from '../reports/notices.ts';
import { storeOf, type Database, type QuestionNoticeTable } from '../tables.ts';
import { formatDay, type Wording } from '../wording/index.ts';

export interface Notice {
  readonly id: string;
  readonly businessId: number;
  readonly questionId: number;
  /** Null where the question itself is new. */
  readonly answerId: number | null;
  readonly now: number;
}

/** In the transaction that stores what was written. */
export async function noteForShop(transaction: Database, notice: Notice): Promise<void> {
  await transaction
    .insertInto('question_notice')
    .values({
      id: notice.id,
      business_id: notice.businessId,
      question_id: notice.questionId,
      answer_id: notice.answerId,
      created_at: notice.now,
    })
    .execute();
}

/** What is no longer there is nothing to tell of. */
export async function forgetNotices(db: Database, businessId: number, questionIds: readonly number[]): Promise<void> {
  if (questionIds.length === 0) return;
  await db
    .deleteFrom('question_notice')
    .where('business_id', '=', businessId)
    .where('question_id', 'in', questionIds)
    .execute();
}

export const startQuestionNotices = (service: Service): Repeating =>
  repeatEvery(LOOK_EVERY_MS, async () => {
    const { db, now, logger } = service;
    try {
      const waiting = await db
        .selectFrom('question_notice')
        .select('business_id')
        .distinct()
        .where('created_at', '<=', now() - GATHERED_MS)
        .execute();
      for (const row of waiting) await inTransaction(db, (transaction) => tell(transaction, row.business_id, now()));
    } catch (error) {
      logger.warn({ err: error }, 'questions cannot be mailed at the moment');
    }
  });

/** Of several instances, only one finds the notices. */
async function tell(transaction: Database, businessId: number, now: number): Promise<void> {
  const rows = await transaction
    .deleteFrom('question_notice')
    .where('business_id', '=', businessId)
    .returningAll()
    .execute();
  if (rows.length === 0) return;
  const notices = rows.toSorted((one, other) => one.created_at - other.created_at);
  const named: NamedNotice[] = [];
  for (const notice of notices.slice(0, MOST_NAMED)) named.push({ ...notice, waits: await waits(transaction, notice) });
  await mailOwners(transaction, { businessId, now }, (business, wording) =>
    questionsMail(business, { named, count: notices.length }, wording),
  );
}

type NamedNotice = Pick<QuestionNoticeTable, 'question_id' | 'answer_id' | 'created_at'> & { readonly waits: boolean };

/** @param told - those that the mail names, and how many there are with those that it only counts. */
export function questionsMail(
  { name, domain }: Pick<BusinessRow, 'name' | 'domain'>,
  told: { readonly named: readonly NamedNotice[]; readonly count: number },
  wording: Wording,
): { subject: string; parts: readonly MailPart[] } {
  const words = wording.mail.questions;
  const shop = plainLine(name);
  const subject = `${words.count(told.count)} ${words.about(shop)}`;
  const lines = told.named.map(({ question_id: id, answer_id: answerId, created_at: at, waits }) => {
    const line = (answerId === null ? words.question : words.answer)(formatDay(wording, at), id);
    return waits ? words.waits(line) : line;
  });
  const more = told.count - lines.length;
  return {
    subject,
    parts: [
      { heading: subject },
      words.came(shop),
      lines.join('\n'),
      ...(more > 0 ? [wording.mail.reports.more(more)] : []),
      words.read,
      { command: `plaudit questions list --business ${domain}` },
    ],
  };
}

/** Whether somebody has to publish it first. */
async function waits(db: Database, notice: QuestionNoticeTable): Promise<boolean> {
  const found = await getProductQuestion(storeOf(db), notice.business_id, notice.question_id);
  const written = notice.answer_id === null ? found : found?.answers.find((one) => one.id === notice.answer_id);
  return written?.published === 'pending';
}
