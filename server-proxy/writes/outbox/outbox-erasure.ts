/** Takes what a person wrote out of the outbox, and out of the API once more where it was on its way there. */
import { keyOf, normalizeAddress } from '../../../review-store/secrets/data-key.ts';
import type { OutboxTable, ProxyDb } from '../../state/tables.ts';
import { eraseAgain } from '../erasures.ts';
import { queueStates } from './queue.ts';

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
    .select([
      'id',
      'fields',
      'state',
      'in_doubt',
      'leased_by',
      'next_attempt_at',
      'at_work_until',
      'answer',
      'person_hash',
    ])
    .where('business', '=', business)
    .where((eb) => eb.or([eb('person_hash', '=', person), eb('person_hash', 'is', null)]))
    .execute();
  const theirs = rows.filter((row) => row.person_hash === person || names(row.fields, normalized));
  for (const { id } of theirs) {
    await db.deleteFrom('proxy_outbox_file').where('outbox_id', '=', id).execute();
    await db
      .updateTable('proxy_outbox')
      .set({ state: 'erased', leased_by: null, fields: '{}', bytes: 0, answer: null, person_hash: null })
      .where('id', '=', id)
      .execute();
  }
  for (const { id, answer } of rows) {
    if (answer !== null && names(answer, normalized))
      await db.updateTable('proxy_outbox').set({ answer: null }).where('id', '=', id).execute();
  }
  const arrival = Math.max(0, ...theirs.map(lastArrival));
  if (arrival > now) await eraseAgain(db, { business, email: normalized, now, dueAt: arrival });
  return theirs.filter(({ state }) => (queueStates as readonly string[]).includes(state)).length;
}

type OnItsWay = Pick<OutboxTable, 'state' | 'in_doubt' | 'leased_by' | 'next_attempt_at' | 'at_work_until'>;

/** When a write that was sent has reached the API, or never will; 0 where it is not on its way. */
function lastArrival({
  state,
  in_doubt: inDoubt,
  leased_by: sender,
  next_attempt_at: until,
  at_work_until: atWorkUntil,
}: OnItsWay): number {
  if (state !== 'waiting' || inDoubt === 0) return 0;
  return sender === null ? (atWorkUntil ?? 0) : until;
}

/** True where this JSON has the e-mail address as a value. */
const names = (json: string, email: string): boolean => json.toLowerCase().includes(JSON.stringify(email));
