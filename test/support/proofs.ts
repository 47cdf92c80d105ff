/** Proofs of work as a browser sends them. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** What goes into the header `Plaudit-Proof`. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encodeProof({ challenge, solution });
}

export const encodeProof = (payload: unknown): string => Buffer.from(JSON.stringify(payload)).toString('base64');
