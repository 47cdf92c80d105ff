/** Notes on questions and answers for the mail to the owners; see care/notices/telling.ts. */
import { slices } from '../../../review-store/databases/slices.ts';
import type { Database } from '../../data/tables.ts';

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

/** Nobody need be told of questions that are gone. */
export async function forgetNotices(db: Database, businessId: number, questionIds: readonly number[]): Promise<void> {
  for (const some of slices(questionIds))
    await db
      .deleteFrom('question_notice')
      .where('business_id', '=', businessId)
      .where('question_id', 'in', some)
      .execute();
}
