/** The business's work on questions about itself. */
import { LONGEST_ANSWER } from '../../../contract/endpoints/limits.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import type { Answer } from '../../../contract/entities/entities.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { addShopAnswer, showQuestion } from '../../../review-store/questions/questions.ts';
import { noteEvent, type NewEvent } from '../../data/events.ts';
import { businessUser } from '../../people/authors.ts';
import { storeOf, type Database } from '../../data/tables.ts';

/** Who decides, and when. */
type Decision = Pick<NewEvent, 'actor' | 'now'>;

/** The text of an answer of the shop. @throws ApiError `malformed` */
export function readAnswer(content: string): string {
  const text = typedText(content);
  if (text === '' || text.length > LONGEST_ANSWER || text.includes('\0'))
    throw refuse('malformed', `An answer must be a text of at most ${LONGEST_ANSWER} characters`);
  return text;
}

/** @throws ApiError `questionNotFound`, `malformed`, or `limitExceeded` where it has too many answers. */
export async function answerShopQuestion(
  transaction: Database,
  business: BusinessRow,
  number: number,
  content: string,
  { actor, now }: Decision,
): Promise<Answer> {
  const given = { author: businessUser(business), content: readAnswer(content), now };
  const answer = await addShopAnswer(storeOf(transaction), business.id, number, given);
  if (answer === 'none') throw refuse('questionNotFound', `There is no question ${number} of ${business.domain}`);
  if (answer === 'full') throw refuse('limitExceeded', 'The question has as many answers as one may have');
  const about = { subject: 'question', number } as const;
  await noteEvent(transaction, { businessId: business.id, about, kind: 'answered', actor, now });
  return answer;
}

/**
 * @param reason - why it goes from view; null shows it.
 * @throws ApiError `alreadyExists` where it is so already.
 */
export async function showShopQuestion(
  transaction: Database,
  { id: businessId }: BusinessRow,
  number: number,
  reason: RemovalReason | null,
  { actor, now }: Decision,
): Promise<void> {
  const shown = reason === null;
  if (!(await showQuestion(storeOf(transaction), businessId, number, { shown, now })))
    throw refuse('alreadyExists', shown ? 'The question is published already' : 'The question is hidden already');
  const about = { subject: 'question', number } as const;
  await noteEvent(transaction, { businessId, about, kind: shown ? 'published' : 'hidden', actor, reason, now });
}
