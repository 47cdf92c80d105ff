/**
 * Finds out whether the API has returned. While it is away, nothing is sent that could be in doubt afterwards: one
 * cheap question after another is asked, and then everything that waits is due.
 */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/endpoints/errors.ts';
import { countJobs, hasten } from '../../review-store/jobs/jobs.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { neverLeft } from '../../server-kit/network/exchange.ts';
import { repeatEvery, type Repeating } from '../../server-kit/repeating.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../../api-client/client.ts';
import { SETTLES_IN_MS } from './outbox/outbox.ts';
import { SPARE, WRITE } from './outbox/outbox-rows.ts';
import { endWork } from './outbox/outbox-sending.ts';
import { VOTE } from './votes/vote-rows.ts';

export interface ReturnTools {
  readonly db: ProxyDb;
  readonly client: Pick<UpstreamClient, 'isAway' | 'onReturn' | 'call'>;
  /** The profile of the first is asked for. */
  readonly businesses: readonly string[];
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

/** Between two questions: the first, then twice as long each time up to the last. */
const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 8_000;
/** The last where no connection can be made: such a question costs no call. */
const LAST_UNCONNECTED_PAUSE_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** An API that is slow with every answer is not away: one question of so many has as long as a delivery. */
const QUESTIONS_A_PATIENT_ONE = 10;
const PATIENT_TIMEOUT_MS = 30_000;
/** A write that failed several times is itself the reason, and keeps its pause. */
const EARLY_PAUSE_MS = 60_000;

export function watchForReturn({ db, client, businesses, clock, logger }: ReturnTools): Repeating {
  /** Set where the API has returned and nobody has acted on it. The work of an earlier process is due at once. */
  let returned: { readonly wasAway: boolean } | null = { wasAway: true };
  let asked = 0;
  let askAgainAt = 0;
  client.onReturn((wasAway) => {
    returned = { wasAway: wasAway || returned?.wasAway === true };
  });

  const ask = async (business: string, signal: AbortSignal): Promise<void> => {
    asked += 1;
    const timeoutMs = asked % QUESTIONS_A_PATIENT_ONE === 0 ? PATIENT_TIMEOUT_MS : TIMEOUT_MS;
    try {
      await client.call('getBusiness', { lane: 'write', business, timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const last = neverLeft(error) ? LAST_UNCONNECTED_PAUSE_MS : LAST_PAUSE_MS;
      askAgainAt = clock.elapsed() + Math.min(last, FIRST_PAUSE_MS * 2 ** Math.min(asked - 1, 10));
    }
  };

  const look = async (signal: AbortSignal): Promise<void> => {
    const [business] = businesses;
    if (!client.isAway) {
      [asked, askAgainAt] = [0, 0];
      const acted = returned;
      if (!acted) return;
      if (acted.wasAway) await endWork(db, clock.now() + SETTLES_IN_MS);
      await hasten(storeOf(db), [WRITE, SPARE, VOTE], clock.now(), EARLY_PAUSE_MS);
      // It may have left and returned meanwhile.
      if (returned === acted) returned = null;
    } else if (business !== undefined && clock.elapsed() >= askAgainAt && (await doesAnythingWait(db)))
      await ask(business, signal);
  };
  return repeatEvery(clock, FIRST_PAUSE_MS, look, (err) =>
    logger.error({ err }, 'nobody can find out whether the review service has returned'),
  );
}

/** If nothing does, the next read finds out whether the API has returned. */
async function doesAnythingWait(db: ProxyDb): Promise<boolean> {
  for (const kind of [WRITE, SPARE, VOTE]) if ((await countJobs(storeOf(db), kind)).count > 0) return true;
  return false;
}
