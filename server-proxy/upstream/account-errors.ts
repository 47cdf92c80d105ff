import { ApiError } from '../../contract/errors.ts';

/**
 * What the API's error codes about our own account mean for what we do next. Shoppers learn none of it: they are
 * told 503; the log and `/readyz` say it in full.
 *
 *   renew   the token has had its time: log in again, once a call
 *   stop    only the operator can help: no further call until the proxy is started anew
 *   later   try again after a minute
 */
export const accountErrors = {
  101: { remedy: 'later', advice: 'check PLAUDIT_CLIENT_TOKEN' },
  102: { remedy: 'later', advice: 'the client token was revoked: get a new one and set PLAUDIT_CLIENT_TOKEN' },
  201: { remedy: 'stop', advice: 'check PLAUDIT_EMAIL and PLAUDIT_PASSWORD, then start the proxy again' },
  202: { remedy: 'stop', advice: 'the account is disabled: have it enabled, then start the proxy again' },
  203: { remedy: 'renew', advice: 'the review service takes none of its tokens' },
  204: { remedy: 'renew', advice: 'the review service takes none of its sessions' },
  205: { remedy: 'later', advice: 'the review service cannot log the account in' },
  206: { remedy: 'later', advice: 'the account may not use the API' },
  207: { remedy: 'renew', advice: 'the review service gives tokens that have expired' },
} as const satisfies Record<number, { remedy: 'renew' | 'stop' | 'later'; advice: string }>;

/** What everybody is told while the API refuses the account. */
export class AccountRefused extends ApiError {
  constructor() {
    super(503, 'The review service cannot be asked at the moment', { retryAfter: 60 });
  }
}

export type AccountErrorCode = keyof typeof accountErrors;

export function isAccountError(code: number): code is AccountErrorCode {
  return Object.hasOwn(accountErrors, code);
}
