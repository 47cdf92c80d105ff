import { ApiError, type RefusalName } from '../contract/endpoints/errors.ts';

/**
 * Remedies when the API refuses our own account. Shoppers are told 503 and no more; the log and `/readyz` say it in
 * full.
 *
 *   renew   the token is no longer valid: log in again, once for each call
 *   stop    only the operator can help: no more calls until the proxy is restarted
 *   later   try again after a minute
 */
export const accountErrors = {
  clientTokenInvalid: { remedy: 'later', advice: 'check PLAUDIT_CLIENT_TOKEN' },
  clientTokenRevoked: {
    remedy: 'later',
    advice: 'the client token was revoked: get a new one and set PLAUDIT_CLIENT_TOKEN',
  },
  loginWrong: { remedy: 'stop', advice: 'check PLAUDIT_EMAIL and PLAUDIT_PASSWORD, then start the proxy again' },
  userDisabled: { remedy: 'stop', advice: 'the account is disabled: have it enabled, then start the proxy again' },
  userTokenInvalid: { remedy: 'renew', advice: 'the review service takes none of its tokens' },
  sessionInvalid: { remedy: 'renew', advice: 'the review service takes none of its sessions' },
  accessNotCreated: { remedy: 'later', advice: 'the review service cannot log the account in' },
  accessInvalid: { remedy: 'later', advice: 'the account may not use the API' },
  userTokenExpired: { remedy: 'renew', advice: 'the review service gives tokens that have expired' },
} as const satisfies { [Name in RefusalName]?: { remedy: 'renew' | 'stop' | 'later'; advice: string } };

/** The answer to everybody while the API refuses the account. */
export class AccountRefused extends ApiError {
  constructor() {
    super('unavailable', 'The review service cannot be asked at the moment', { retryAfterSeconds: 60 });
  }
}

export type AccountError = keyof typeof accountErrors;

export function isAccountError(refusal: RefusalName): refusal is AccountError {
  return Object.hasOwn(accountErrors, refusal);
}
