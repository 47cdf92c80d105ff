/** Reminds somebody of a request, and takes back what has not left yet. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { dropJobs } from '../../../review-store/jobs/jobs.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { MAIL } from '../mail/sending/outbox.ts';
import { checkAsking } from './ask.ts';
import { inviteAgain } from './invite.ts';
import { mayRemind, stateOf } from './outcomes.ts';
import { lockRequest, noteMail, productsOf } from './requests.ts';
import { wantsNoRequests } from './stops.ts';

/**
 * One reminder for each request, by the rules of requests, and never for somebody who wants none.
 * @returns whether it is in the outbox.
 */
export async function remind(
  transaction: Database,
  business: BusinessRow,
  requestId: string,
  { now, mailAt }: { readonly now: number; readonly mailAt: number },
): Promise<boolean> {
  const request = await lockRequest(transaction, business.id, requestId);
  if (!request?.email || request.reminder_id !== null || !mayRemind(await stateOf(transaction, requestId)))
    return false;
  const { email, kind, order_id: orderId } = request;
  if (await wantsNoRequests(transaction, business.id, email)) return false;
  const skus = (await productsOf(transaction, requestId)).map(({ sku }) => sku);
  try {
    const products = await checkAsking(transaction, { business, kind, email, skus, orderId, now });
    await inviteAgain(transaction, { business, request, products, now, mailAt }, email);
    return true;
  } catch (error) {
    // Asked about too much today, or about what is no longer sold.
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Takes back the mails that were queued at this moment and wait: what they ask for is not asked.
 * @returns how many there were.
 */
export async function takeBack(
  transaction: Database,
  businessId: number,
  { at, now }: { readonly at: number; readonly now: number },
): Promise<number> {
  const waiting = transaction
    .selectFrom('job')
    .select('job.id')
    .where('kind', '=', MAIL)
    .where('job.created_at', '=', at)
    .where('due_at', '>', now);
  const requests = await transaction
    .selectFrom('review_request')
    .select(['id', 'mail_id', 'reminder_id', 'reminded_at', 'created_at'])
    .where('business_id', '=', businessId)
    .where((eb) => eb.or([eb('mail_id', 'in', waiting), eb('reminder_id', 'in', waiting)]))
    .execute();
  for (const { id, mail_id, reminder_id, reminded_at, created_at } of requests) {
    const mail = reminded_at === at ? reminder_id : mail_id;
    if (mail !== null) await dropJobs(storeOf(transaction), MAIL, { ids: [mail] });
    if (reminded_at === at) await noteMail(transaction, id, { reminder_id: null, reminded_at: null });
    else if (created_at === at) await transaction.deleteFrom('review_request').where('id', '=', id).execute();
    else await noteMail(transaction, id, { mail_id: null });
  }
  return requests.length;
}
