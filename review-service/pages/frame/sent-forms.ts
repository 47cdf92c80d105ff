/** Forms of the pages for writing and asking that were sent, so that the same form twice is one review or question. */
import type { Database } from '../../data/tables.ts';

const KEPT_MS = 30 * 86_400_000;

/** Names a form among those of all businesses. */
export const formKey = (businessId: number, formId: string): string => `${businessId} ${formId.slice(0, 64)}`;

/** False if it was sent before. */
export async function noteForm(db: Database, businessId: number, formId: string, now: number): Promise<boolean> {
  const sent = await db
    .insertInto('sent_form')
    .values({ form_id: formKey(businessId, formId), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return sent.numInsertedOrUpdatedRows !== 0n;
}

export async function forgetSentForms(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('sent_form')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
}
