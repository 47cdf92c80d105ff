/**
 * A proof of work for a write, asked for once an address has written often. Solved in a worker where the page is
 * secure and its policy allows one that is made of a blob, and in slices between everything else where not.
 */
import type { Challenge } from 'altcha-lib/types';
import type { ShopperHeader } from '../../../contract/shopper.ts';
import type { Failure } from '../failure.ts';
import { workerText } from './worker-text.ts';

/** A worker that says nothing for so long, in milliseconds, will not. */
const PATIENCE_MS = 20_000;
/** Seconds after which it is worth trying again. */
const RETRY_S = 60;

/** A proof may have expired on its way, or its challenge while a phone slept. */
const MOST_TRIES = 2;

/**
 * Does what was refused again, with a proof among the headers that it sends.
 * @param challenge of the refusal
 * @throws Failure, also where the answer is the same again
 */
export async function prove<Answer>(
  challenge: Challenge,
  headers: Partial<Record<ShopperHeader, string>>,
  again: () => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const proof =
      (await inWorker(challenge).catch(() => null)) ?? (await (await import('./solver.ts')).solve(challenge));
    headers['Plaudit-Proof'] = proof ?? '';
    try {
      return await again();
    } catch (error) {
      const { challenge: next } = error as Failure;
      if (!next) throw error;
      challenge = next;
    }
  }
  throw Object.assign(new Error('No proof is taken'), { code: 429, status: 429, retryAfter: RETRY_S });
}

/** @throws where the page has no worker for it */
async function inWorker(challenge: Challenge): Promise<string | null> {
  // The worker has no hash of its own.
  if (!crypto.subtle) throw new TypeError('Not a secure page');
  const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  try {
    // Trusted Types refuse it here, a policy later.
    const solver = (worker = new Worker(address, { type: 'module' }));
    return await new Promise((resolve, reject) => {
      solver.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      solver.onerror = (event) => {
        // The page has no part in it.
        event.preventDefault();
        reject();
      };
      setTimeout(reject, PATIENCE_MS);
      solver.postMessage(challenge);
    });
  } finally {
    worker?.terminate();
    URL.revokeObjectURL(address);
  }
}
