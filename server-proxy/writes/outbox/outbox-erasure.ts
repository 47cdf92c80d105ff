/** Takes what a person wrote out of the outbox, and out of the API once more where it was on its way there. */
import { keyOf, normalizeAddress } from '../../../review-store/secrets/data-key.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import { eraseAgain } from '../erasures.ts';
import { keptAnswers } from '../idempotency.ts';
import { queueStates } from './queue.ts';

/** By then a write that was sent has reached the API, or never will. */
const LATEST_ARRIVAL_MS = 90_000;

/**
 * Takes back what a person wrote: it will not be sent, or sent again. A write that is on its way now may reach the API
 * after the API has erased them, so they are erased there once more when it must have arrived.
 * @returns how many writes waited or were kept for the merchant to see.
 */
export async function eraseWrites(db: ProxyDb, business: string, email: string, now: number): Promise<number> {
  const normalized = normalizeAddress(email);
  const person = keyOf(db).person(business, normalized);
  const rows = await db
    .selectFrom('proxy_outbox')
    .select(['id', 'fields', 'state', 'answer', 'person_hash'])
    .where('business', '=', business)
    .where((eb) => eb.or([eb('person_hash', '=', person), eb('person_hash', 'is', null)]))
    .execute();
  const theirs = rows.filter((row) => row.person_hash === person || names(row.fields, normalized));
  let isOnItsWay = false;
  for (const { id, state } of theirs) {
    // It may have left since it was read, and leaves no more from now on.
    const until = (await eraseWrite(db, id)) ?? null;
    if (state === 'waiting' && until !== null && (until === 0 || until > now)) isOnItsWay = true;
  }
  for (const { id, answer } of rows) {
    if (answer !== null && names(answer, normalized))
      await db.updateTable('proxy_outbox').set({ answer: null }).where('id', '=', id).execute();
  }
  if (isOnItsWay) await eraseAgain(db, { business, email: normalized, now, dueAt: now + LATEST_ARRIVAL_MS });
  return theirs.filter(({ state }) => (queueStates as readonly string[]).includes(state)).length;
}

/**
 * The words and photos of one write go, and it is never sent again.
 * @returns until when the API may be at work on it, as in the table.
 */
async function eraseWrite(db: ProxyDb, id: string): Promise<number | null | undefined> {
  await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
  const erased = await db
    .updateTable('proxy_outbox')
    .set({ state: 'erased', fields: '{}', bytes: 0, answer: null, person_hash: null })
    .where('id', '=', id)
    .returning('at_work_until')
    .executeTakeFirst();
  return erased?.at_work_until;
}

/** The API has erased its author since it was written. */
export const eraseArrived = (db: ProxyDb, { id, business, fields }: OutboxTable): Promise<void> =>
  atomically(db, async (db) => {
    const { email } = JSON.parse(fields) as { readonly email?: string };
    await eraseWrite(db, id);
    if (email !== undefined) await keptAnswers(db).erase(business, email);
  });

/** True where this JSON has the e-mail address as a value. */
const names = (json: string, email: string): boolean => json.toLowerCase().includes(JSON.stringify(email));
