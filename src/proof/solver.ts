/** Solves a challenge of ALTCHA. Loaded by pages whose address has written often, and by nobody else. */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';

/** Milliseconds after which whatever else wants to run gets its turn: under 50, past which a page feels slow. */
const SLICE_MS = 25;
let since = 0;

/** `crypto.subtle` exists in secure contexts alone; shops are still tested over plain http. */
const deriveByHand: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  if (performance.now() - since > SLICE_MS) {
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

/** What the header `Plaudit-Proof` takes; null where no solution was found in time. */
export async function solve(challenge: Challenge): Promise<string | null> {
  since = performance.now();
  const solution = await solveChallenge({ challenge, deriveKey: crypto.subtle ? deriveNatively : deriveByHand });
  return solution && btoa(JSON.stringify({ challenge, solution }));
}
