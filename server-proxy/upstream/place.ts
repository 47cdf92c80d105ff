/** The session and the calls of the proxy's account at the API. */
import { sealedSession, type Account, type SessionTools } from '../../api-client/session.ts';
import { ARRIVES_IN_MS } from '../../api-client/call-log.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { Lease } from '../state/lease.ts';
import type { ProxyDb } from '../state/tables.ts';
import { upstreamPlace } from '../state/upstream-place.ts';

/** After this, a login that died with its process no longer keeps others from theirs. */
const LOGIN_LEASE_MS = 15_000;

/** Where the session of an account is kept, sealed, and the right to log in: of all instances, one at a time. */
export function sessionPlace(
  db: ProxyDb,
  clock: Clock,
  account: Account,
  instance?: string,
): Pick<SessionTools, 'place' | 'lease' | 'account' | 'vault'> {
  const sealed = sealedSession(account);
  const lease = new Lease({ db, clock, name: `login ${sealed.account}`, ttlMs: LOGIN_LEASE_MS, holder: instance });
  return { place: upstreamPlace(db), lease, ...sealed };
}

/** Calls of an instance that is gone have ended with it, without an answer. */
export async function releaseCalls(db: ProxyDb, now: number): Promise<void> {
  await db
    .updateTable('proxy_call')
    .set({ ended_at: now + ARRIVES_IN_MS })
    .where('running_by', 'not in', (instances) => instances.selectFrom('proxy_instance').select('id'))
    .where('ended_at', '>', now + ARRIVES_IN_MS)
    .execute();
}
