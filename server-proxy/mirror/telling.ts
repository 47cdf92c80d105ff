/** What fails while the mirror is filled: when it is tried again, and what the operator reads of it. */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import { LeaseLost } from '../state/lease.ts';
import { AccountRefused } from '../upstream/account-errors.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import { BudgetRefusal } from '../upstream/budget.ts';
import { partTitles, type PartName } from './parts.ts';
import { isMirrored, type Tried } from './plan.ts';
import type { Tracked } from './tracked.ts';
import type { SweepStep } from './walk.ts';

/** Milliseconds until a part that failed is tried again: this, then twice as long each time. */
const FIRST_RETRY = 1_000;
const LAST_RETRY = 60_000;

export function noteRecovery({ business, troubles }: Tracked, logger: Logger): void {
  troubles.clear();
  logger.info({ business: business.domain }, 'The mirror is filled again');
}

export function noteFailure(tracked: Tracked, tried: Tried, error: unknown, now: number, logger: Logger): void {
  const { failures } = tracked;
  if (error instanceof LeaseLost) return;
  const count = (failures.get(tried)?.count ?? 0) + 1;
  const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
  // A longer pause is the budget's to keep: until it is over, trying costs no call.
  const delay = Math.min(LAST_RETRY, Math.max(wanted, FIRST_RETRY * 2 ** (count - 1)));
  failures.set(tried, { count, retryAt: now + delay });
  // That the hour is used up is no failure; what is wrong with the account, the session has said in full.
  if (!(error instanceof BudgetRefusal) && !(error instanceof AccountRefused)) tellOperator(tracked, tried, error, logger);
}

/** Once for each reason, not for each part and attempt. */
function tellOperator(tracked: Tracked, tried: Tried, error: unknown, logger: Logger): void {
  const { business, troubles } = tracked;
  const { reason, advice, ...details } = explain(error);
  if (troubles.has(reason)) return;
  troubles.add(reason);
  const meaning = isMirrored(tracked) ? 'Shoppers go on seeing what is mirrored, but nothing new' : 'What is not mirrored yet cannot be shown';
  logger.warn({ business: business.domain, tried, ...details }, `The mirror cannot be filled: ${reason}. ${meaning}; it is tried again by itself.${advice}`);
}

/** What an operator can do something with. */
function explain(error: unknown): { reason: string; advice: string; cause?: string; err?: unknown } {
  if (!(error instanceof ApiError)) return { reason: 'it failed unexpectedly', advice: '', err: error };
  const { code: cause } = (error.cause ?? {}) as { code?: unknown };
  const advice = error.code === 301 ? ' Check --business.' : error.code === 399 && error instanceof UpstreamRefusal ? ' Check that --upstream is the address of the API, with its version.' : '';
  return { reason: error.message, advice, ...(typeof cause === 'string' ? { cause } : {}) };
}

/** Once when much seems to be gone, and once when that is settled. */
export function tellOfRemovals(
  { business, held }: Tracked, part: PartName, { held: now, removed }: NonNullable<SweepStep['removals']>, logger: Logger,
): void {
  const before = held.get(part);
  if (now) held.set(part, now);
  else held.delete(part);
  const about = { business: business.domain, part };
  if (now && !before) {
    logger.warn(
      { ...about, missing: now.missing, known: now.known },
      `The review service shows ${now.missing} of ${now.known} ${partTitles[part]} no more. They stay until a third look ` +
        `through all of them says the same, or 'plaudit proxy accept-removals' does.`,
    );
  } else if (before && !now && removed > 0) {
    const what = `${removed} ${partTitles[part]}`;
    logger.warn({ ...about, removed }, `What the review service shows no more is believed to be gone: ${what} were removed`);
  } else if (before && !now) {
    logger.info(about, `The review service shows its ${partTitles[part]} again`);
  }
}
