/** People whom the API erases once more, when what was on its way there as it erased them must have arrived. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../contract/endpoints/errors.ts';
import { dropJobs, enqueue } from '../../review-store/jobs/jobs.ts';
import type { Kind } from '../../review-store/jobs/worker.ts';
import { shredDeleted } from '../../review-store/secrets/shred.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import { isFinal } from '../../api-client/answer.ts';
import type { UpstreamClient } from '../../api-client/client.ts';

const ERASURE = 'erasure';
const TIMEOUT_MS = 30_000;
const RETRY_MS = 60_000;

interface Erasure {
  readonly business: string;
  readonly email: string;
  /** In milliseconds since 1970, as `dueAt`. */
  readonly now: number;
  readonly dueAt: number;
}

export async function eraseAgain(db: ProxyDb, { business, email, ...moments }: Erasure): Promise<void> {
  const payload = JSON.stringify({ email });
  await enqueue(storeOf(db), { id: randomUUID(), kind: ERASURE, key: business, payload, ...moments });
}

interface ErasureTools {
  readonly db: ProxyDb;
  readonly client: UpstreamClient;
  readonly mirror: Mirror;
  readonly logger: { error(about: object, message: string): void };
}

export const erasures = ({ db, client, mirror, logger }: ErasureTools): Kind => ({
  name: ERASURE,
  failing: 'somebody who was erased cannot be erased once more; it is tried again by itself',
  retryMs: RETRY_MS,
  async attempt({ id, key: business, payload, signal }) {
    const fields = JSON.parse(payload) as { readonly email: string };
    const call = { lane: 'write', business, fields, timeoutMs: TIMEOUT_MS, signal } as const;
    try {
      await client.call('erasePersonalData', { ...call, headers: { 'idempotency-key': id } });
    } catch (error) {
      if (!(error instanceof ApiError && isFinal(error))) throw error;
      logger.error({ business, code: error.code }, 'the review service refused to erase somebody once more');
    }
    await dropJobs(storeOf(db), ERASURE, { ids: [id] });
    // Their address goes from the disk as well, and from the mirror what the API has just erased.
    await shredDeleted(storeOf(db));
    void mirror.sweepAgain(business).catch(() => {});
    return null;
  },
});
