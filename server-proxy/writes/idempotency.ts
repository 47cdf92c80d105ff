/** The answers that the proxy keeps under an `Idempotency-Key`. */
import { KeptAnswers, type Answer, type KeyedRequest } from '../../review-store/kept-answers.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readKey } from '../../server-kit/http/idempotency.ts';
import { toRefusal } from '../http/refusals.ts';
import type { ProxyDb } from '../state/tables.ts';

export interface WriteAnswer {
  readonly status: number;
  readonly json: string;
}

export interface Replayable extends WriteAnswer {
  readonly replayed: boolean;
}

export const keptAnswers = (db: ProxyDb) =>
  new KeptAnswers(db, { name: 'proxy_idempotency', owner: 'business', status: 'status' });

/** @throws ApiError as `KeptAnswers.once` does, and `malformed` where the key is none. */
export async function answerOnce(
  db: ProxyDb,
  clock: Clock,
  keyed: Omit<KeyedRequest, 'owner'>,
  work: () => Promise<WriteAnswer>,
): Promise<Replayable> {
  const toAnswer = ({ status, json }: WriteAnswer): Answer => ({ http: status, headers: {}, body: json });
  const request = { ...keyed, owner: keyed.business, key: readKey(keyed.key) };
  const { http, body, replayed } = await keptAnswers(db).once(request, clock.now(), {
    work: async () => toAnswer(await work()),
    toAnswer: (refusal) => toAnswer({ status: refusal.http, json: JSON.stringify(toRefusal(refusal)) }),
    noteFailure(failure) {
      throw failure;
    },
  });
  return { status: http, json: body, replayed };
}

/** Frees the keys of requests that died with their instance. */
export async function releaseKeys(db: ProxyDb): Promise<void> {
  await db
    .deleteFrom('proxy_idempotency')
    .where('status', 'is', null)
    .where('claimed_by', 'not in', (eb) => eb.selectFrom('proxy_instance').select('id'))
    .execute();
}
