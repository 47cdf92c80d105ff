/** What the operator is told of the mirror, in the log: each trouble once, and once that it is over. */
import type { Logger } from 'pino';
import { ApiError } from '../../contract/errors.ts';
import { AccountRefused } from '../upstream/account-errors.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import { BudgetRefusal } from '../upstream/budget.ts';
import { partTitles, type PartName } from './parts.ts';
import { isMirrored, type Tried } from './planned.ts';
import type { Tracked } from './tracked.ts';
import type { Removals } from './walk.ts';

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
    // That the hour is used up is no failure; what is wrong with the account, the session has said in full.
    if (error instanceof BudgetRefusal || error instanceof AccountRefused) return;
    const { business, troubles } = tracked;
    const { reason, advice, ...details } = explain(error);
    if (troubles.has(reason)) return;
    troubles.add(reason);
    const meaning = isMirrored(tracked) ? 'Shoppers go on seeing what is mirrored, but nothing new' : 'What is not mirrored yet cannot be shown';
    this.#logger.warn({ business: business.domain, tried, ...details }, `The mirror cannot be filled: ${reason}. ${meaning}; it is tried again by itself.${advice}`);
  }

  /** Nothing fails any more. */
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
        `The review service shows ${now.missing} of ${now.known} ${partTitles[part]} no more. They stay until a third look ` +
          `through all of them says the same, or 'plaudit proxy accept-removals' does.`,
      );
    } else if (before && !now && removed > 0) {
      const what = `${removed} ${partTitles[part]}`;
      this.#logger.warn({ ...about, removed }, `What the review service shows no more is believed to be gone: ${what} were removed`);
    } else if (before && !now) {
      this.#logger.info(about, `The review service shows its ${partTitles[part]} again`);
    }
  }

  cannotFill(error: unknown): void {
    this.#logger.error({ err: error }, 'the mirror is not filled: its database fails');
  }

  cannotFollow(error: unknown): void {
    this.#logger.error({ err: error }, 'what other instances change cannot be seen');
  }
}

/** What an operator can do something with. */
function explain(error: unknown): { reason: string; advice: string; cause?: string; err?: unknown } {
  if (!(error instanceof ApiError)) return { reason: 'it failed unexpectedly', advice: '', err: error };
  const { code: cause } = (error.cause ?? {}) as { code?: unknown };
  const advice = error.is('businessNotAvailable') ? ' Check --business.' : error.is('unexpected') && error instanceof UpstreamRefusal ? ' Check that --upstream is the address of the API, with its version.' : '';
  return { reason: error.message, advice, ...(typeof cause === 'string' ? { cause } : {}) };
}
