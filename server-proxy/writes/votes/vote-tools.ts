/** The tools for both: votes on their way, and changes of those that have arrived. */
import type { ApiError } from '../../../contract/endpoints/errors.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { UpstreamClient } from '../../upstream/client.ts';
import { neverLeft } from '../../../server-kit/network/exchange.ts';
import type { UpstreamExtensions } from '../../upstream/extensions.ts';

export interface VoteTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly extensions: UpstreamExtensions;
  readonly mirror: Mirror;
  readonly clock: Clock;
  /** Makes pseudonyms of visitors and networks; neither is kept. */
  readonly key: Buffer;
  /** The instance that this process is. */
  readonly instance: string;
}

/** Until a vote that could not be delivered is tried again. No attempt takes longer. */
export const RETRY_MS = 60_000;
/** After this, a vote in doubt no longer keeps its review from being read. */
export const HOLD_MS = 3_600_000;

/** Whether the API may have what it did not answer. */
export function mayHaveLeft(error: ApiError, signal: AbortSignal | undefined): boolean {
  return !neverLeft(error) && (error.http === 502 || error.http === 504 || signal?.aborted === true);
}
