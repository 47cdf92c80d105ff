/**
 * Proof of work for a write, which the proxy demands from addresses that write often. A worker solves the challenge if
 * the page is secure and its policy allows workers from blobs; otherwise the page solves it in short slices.
 */
import type { Challenge } from 'altcha-lib/types';
import type { ShopperHeader } from '../../../contract/shopper/shopper.ts';
import type { Failure } from '../failure.ts';
import { workerText } from './worker-text.ts';

/** Time limit for the worker, in milliseconds. */
const PATIENCE_MS = 20_000;
/** Seconds to wait before a retry. */
const RETRY_S = 60;

/** More than one, because a proof can expire in transit, and a challenge while a phone sleeps. */
const MOST_TRIES = 2;

/**
 * Repeats a refused request with a proof in its headers.
 * @param challenge the challenge in the refusal
 * @throws Failure, also if the proxy refuses the proof
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

/** @throws if the page cannot run the worker */
async function inWorker(challenge: Challenge): Promise<string | null> {
  // The worker relies on `crypto.subtle`.
  if (!crypto.subtle) throw new TypeError('Not a secure page');
  const address = URL.createObjectURL(new Blob([workerText], { type: 'text/javascript' }));
  let worker: Worker | undefined;
  try {
    // Trusted Types throw here; a content security policy fires `error` later.
    const solver = (worker = new Worker(address, { type: 'module' }));
    return await new Promise((resolve, reject) => {
      solver.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      solver.onerror = (event) => {
        // Keeps the error out of the page's error reports.
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
