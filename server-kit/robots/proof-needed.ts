import type { Challenge } from 'altcha-lib/types';
import { ApiError } from '../../contract/endpoints/errors.ts';

/** The address has written often. Once solved, the challenge in the answer lets the same write through. */
export class ProofNeeded extends ApiError {
  readonly #challenge: Challenge;

  /** @param retryAfterSeconds - after that it is let through without a solution. */
  constructor(challenge: Challenge, retryAfterSeconds: number) {
    super(
      'tooManyRequests',
      'Too many writes from this address within an hour: ' +
        'solve the challenge, and send the same again with header Plaudit-Proof',
      { retryAfterSeconds },
    );
    this.#challenge = challenge;
  }

  override toEnvelope(): ReturnType<ApiError['toEnvelope']> & { readonly challenge: Challenge } {
    return { ...super.toEnvelope(), challenge: this.#challenge };
  }
}
