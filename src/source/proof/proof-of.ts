import { solveChallenge } from 'altcha-lib';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** Value of the `Plaudit-Proof` header; null if no solution was found in time. */
export async function proofOf(challenge: Challenge, deriveKey: DeriveKeyFunction): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
