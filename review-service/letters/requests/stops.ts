/** People who asked for no more requests: a wish that outlasts every request, and everything else known of them. */
import { keyOf, plainHash, type DataKey } from '../../../review-store/secrets/data-key.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { dropJobs } from '../../../review-store/jobs/jobs.ts';
import { MAIL } from '../mail/sending/outbox.ts';

/** Notes the wish, and withdraws requests that were not delivered yet. */
export async function stopRequests(db: Database, businessId: number, email: string, now: number): Promise<void> {
  await db
    .insertInto('mail_stop')
    .values({ business_id: businessId, email_hash: hashOf(db, email), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const requests = await db
    .selectFrom('review_request')
    .select(['mail_id', 'reminder_id'])
    .where('business_id', '=', businessId)
    .where('recipient', '=', email.toLowerCase())
    .execute();
  const ids = requests.flatMap(({ mail_id, reminder_id }) => [mail_id ?? [], reminder_id ?? []].flat());
  if (ids.length > 0)
    await db
      .updateTable('review_request')
      .set({ mail_outcome: 'unsubscribed' })
      .where('mail_id', 'in', (eb) => eb.selectFrom('job').select('job.id').where('job.id', 'in', ids))
      .execute();
  if (ids.length > 0) await dropJobs(storeOf(db), MAIL, { ids });
}

export async function wantsNoRequests(db: Database, businessId: number, email: string): Promise<boolean> {
  const stop = await db
    .selectFrom('mail_stop')
    .select('created_at')
    .where('business_id', '=', businessId)
    .where('email_hash', '=', hashOf(db, email))
    .executeTakeFirst();
  return stop !== undefined;
}

/** @param plain - SHA-256 of the address, hex. */
export const stopHash = (key: DataKey, plain: string): string => key.hash('mail stop', plain);

const hashOf = (db: Database, email: string): string => stopHash(keyOf(db), plainHash(email.toLowerCase()));
