/** The log's messages to the operator about the mirror: each trouble once, and once that it is over. */
import type { Logger } from 'pino';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { AccountRefused } from '../../../api-client/account-errors.ts';
import { UpstreamRefusal } from '../../../api-client/answer.ts';
import { BudgetRefusal } from '../../../api-client/budget.ts';
import { partTitles, type PartName } from '../parts/parts.ts';
import { isMirrored, type Tried } from '../plan/planned.ts';
import type { Tracked } from './tracked.ts';
import type { Removals } from '../walk/sweep.ts';

export class Telling {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  mirrored({ business }: Tracked, part: PartName): void {
    this.#logger.info({ business: business.domain, part }, 'mirrored');
  }

  /** Once for each reason, not for each part and attempt. */
  failed(tracked: Tracked, tried: Tried, error: unknown): void {
    // A used-up hour is not a failure, and the session has said in full what is wrong with the account.
    if (error instanceof BudgetRefusal || error instanceof AccountRefused) return;
    const { business, troubles } = tracked;
    const { reason, advice, ...details } = explain(error);
    if (troubles.has(reason)) return;
    troubles.add(reason);
    const meaning = isMirrored(tracked)
      ? 'Shoppers go on seeing what is mirrored, but nothing new'
      : 'What is not mirrored yet cannot be shown';
    this.#logger.warn(
      { business: business.domain, tried, ...details },
      `The mirror cannot be filled: ${reason}. ${meaning}; it is tried again by itself.${advice}`,
    );
  }

  /** Nothing fails any longer. */
  recovered({ business, troubles }: Tracked): void {
    troubles.clear();
    this.#logger.info({ business: business.domain }, 'The mirror is filled again');
  }

  /** Once when much seems to be gone, and once when that is settled. */
  removals({ business, held }: Tracked, part: PartName, { held: now, removed }: Removals): void {
    const before = held.get(part);
    if (now) held.set(part, now);
    else held.delete(part);
    const about = { business: business.domain, part };
    if (now && !before) {
      this.#logger.warn(
        { ...about, missing: now.missing, known: now.known },
        `The review service no longer shows ${now.missing} of ${now.known} ${partTitles[part]}. ` +
          `They stay until a third sweep agrees, or 'plaudit proxy accept-removals'.`,
      );
    } else if (before && !now && removed > 0) {
      const what = `${removed} ${partTitles[part]}`;
      this.#logger.warn(
        { ...about, removed },
        `Removed ${what}, which the review service no longer shows: they are believed to be gone`,
      );
    } else if (before && !now) {
      this.#logger.info(about, `The review service shows its ${partTitles[part]} again`);
    }
  }

  cannotFill(error: unknown): void {
    this.#logger.error({ err: error }, 'the mirror is not filled: its database fails');
  }

  cannotFollow(error: unknown): void {
    this.#logger.error({ err: error }, 'cannot follow what other instances change');
  }
}

/** In terms that an operator can act on. */
function explain(error: unknown): { reason: string; advice: string; cause?: string; err?: unknown } {
  if (!(error instanceof ApiError)) return { reason: 'it failed unexpectedly', advice: '', err: error };
  const { code: cause } = (error.cause ?? {}) as { code?: unknown };
  const advice = error.is('businessNotAvailable')
    ? ' Check --business.'
    : error.is('unexpected') && error instanceof UpstreamRefusal
      ? ' Check that --upstream is the address of the API, with its version.'
      : '';
  return { reason: error.message, advice, ...(typeof cause === 'string' ? { cause } : {}) };
}
