import { callLimits, waitFor } from './call-limits.ts';

const MOST_CALLS = Math.max(...callLimits.map((limit) => limit.calls));

/** The calls that counted, as far as a limit looks back, by token. */
export class RecentCalls {
  readonly #moments = new Map<string, number[]>();

  /** How many milliseconds the next call has to wait; null where it may be made now. */
  waitOf(token: string, given: number): number | null {
    const moments = this.#moments.get(token);
    if (!moments) return null;
    const now = notBefore(moments, given);
    const wait = waitFor(callLimits.map(({ calls }) => moments.at(-calls)), now);
    return wait === null ? null : wait + now - given;
  }

  /** Counts a call if the limits allow it. */
  count(token: string, given: number): boolean {
    if (this.waitOf(token, given) !== null) return false;
    const moments = this.#moments.get(token);
    if (!moments) {
      this.#moments.set(token, [given]);
      return true;
    }
    moments.push(notBefore(moments, given));
    // Seldom, since the rest has to move.
    if (moments.length >= 2 * MOST_CALLS) moments.splice(0, moments.length - MOST_CALLS);
    return true;
  }

  /** Drops tokens that were last used then or before. */
  forget(until: number): void {
    for (const [token, moments] of this.#moments) if (moments.at(-1)! <= until) this.#moments.delete(token);
  }
}

/** A clock that was set back must not reorder the calls: none is older than the one before it. */
const notBefore = (moments: readonly number[], given: number): number => Math.max(given, moments.at(-1) ?? 0);
