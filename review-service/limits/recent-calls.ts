import { waitFor, type CallLimits } from './call-limits.ts';

/** The calls that counted, by token, as far back as a limit looks. */
export class RecentCalls {
  readonly #limits: CallLimits;
  readonly #most: number;
  readonly #moments = new Map<string, number[]>();

  constructor(limits: CallLimits) {
    this.#limits = limits;
    this.#most = Math.max(...limits.map(({ calls }) => calls));
  }

  /** How many milliseconds the next call has to wait; null if it may be made now. */
  waitOf(token: string, now: number): number | null {
    const moments = this.#moments.get(token);
    if (!moments) return null;
    // A clock that was wrong leaves calls in the future: they count as made now.
    for (let index = moments.length - 1; index >= 0 && moments[index]! > now; index -= 1) moments[index] = now;
    return waitFor(
      this.#limits,
      this.#limits.map(({ calls }) => moments.at(-calls)),
      now,
    );
  }

  /** Counts a call if the limits allow it. */
  count(token: string, now: number): boolean {
    if (this.waitOf(token, now) !== null) return false;
    const moments = this.#moments.get(token);
    if (!moments) {
      this.#moments.set(token, [now]);
      return true;
    }
    moments.push(now);
    // Rarely, since everything else has to move.
    if (moments.length >= 2 * this.#most) moments.splice(0, moments.length - this.#most);
    return true;
  }

  /** Forgets tokens that were last used then or earlier. */
  forget(until: number): void {
    for (const [token, moments] of this.#moments) if (moments.at(-1)! <= until) this.#moments.delete(token);
  }
}
