/** Solves an ALTCHA challenge where no worker can run. */
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { deriveKey as deriveNatively } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge, DeriveKeyFunction } from 'altcha-lib/types';
import { proofOf } from './proof-of.ts';

/** Milliseconds before the solver yields: below 50, beyond which a page feels slow. */
const SLICE_MS = 25;
let since = 0;

/** `crypto.subtle` requires a secure context, but developers also test shops over plain HTTP. */
const deriveByHand: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  if (performance.now() - since > SLICE_MS) {
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) };
};

export function solve(challenge: Challenge): Promise<string | null> {
  since = performance.now();
  return proofOf(challenge, crypto.subtle ? deriveNatively : deriveByHand);
}
