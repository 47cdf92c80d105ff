/**
 * Held writes, where the API can hold them itself: what looks like a flood goes up at once with the reason, and so does
 * what lies in the queue since another API was asked, or an earlier version ran.
 */
import type { Kind } from '../../../review-store/jobs/worker.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { atomically } from '../../state/transaction.ts';
import type { UpstreamExtensions } from '../../upstream/extensions.ts';
import { enqueueWrite } from './outbox-rows.ts';

const EVERY_MS = 5_000;
const MOST_AT_ONCE = 100;

interface RaisingTools {
  readonly db: ProxyDb;
  readonly extensions: Pick<UpstreamExtensions, 'has'>;
  readonly clock: Clock;
}

export const raising = ({ db, extensions, clock }: RaisingTools): Kind => ({
  name: 'held writes',
  isStanding: true,
  failing: 'what is held in the queue cannot be given to the review service',
  retryMs: EVERY_MS,
  async attempt() {
    return (await extensions.has('hold')) && (await raiseHeld(db, clock.now())) === MOST_AT_ONCE ? 0 : EVERY_MS;
  },
});

async function raiseHeld(db: ProxyDb, now: number): Promise<number> {
  const rows = await db
    .selectFrom('proxy_outbox')
    .select(['id', 'business', 'fields', 'held_for'])
    .where('state', '=', 'held')
    .orderBy('created_at')
    .limit(MOST_AT_ONCE)
    .execute();
  for (const { fields, held_for: hold, ...write } of rows)
    await atomically(db, async (db) => {
      const raised = JSON.stringify({ ...(JSON.parse(fields) as object), hold });
      if (await changeState(db, write.id, 'held', { state: 'waiting', fields: raised }))
        await enqueueWrite(db, write, now);
    });
  return rows.length;
}

/** Keeps a write for the merchant here, as the API no longer holds anything: it would be published there. */
export async function holdHere(db: ProxyDb, { id, fields }: { readonly id: string; readonly fields: string }) {
  const { hold: _, ...kept } = JSON.parse(fields) as Record<string, string>;
  await changeState(db, id, 'waiting', { state: 'held', fields: JSON.stringify(kept) });
}

/** Whether the API is asked to hold it. */
export const goesUpHeld = ({ fields }: { readonly fields: string }): boolean =>
  Object.hasOwn(JSON.parse(fields) as object, 'hold');

/** @returns false where somebody decided about it meanwhile. */
async function changeState(
  db: ProxyDb,
  id: string,
  from: 'held' | 'waiting',
  to: { readonly state: 'held' | 'waiting'; readonly fields: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('proxy_outbox')
    .set(to)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
