/**
 * Who may set the shop up: whoever opens the link that the start of the program prints, and then, for a while, the
 * browser that did. Kept as hashes, in memory: both end with the process, and the next start makes a new link while
 * there is no owner.
 */
import { timingSafeEqual } from 'node:crypto';
import { hashSecret, newSecret } from '../accounts/secrets.ts';

/** From the first time that the link is opened, and from when the shop was created. */
export const PASS_MS = 3_600_000;

interface Pass {
  readonly hash: string;
  /** Milliseconds since 1970; null until it is first opened. */
  expiresAt: number | null;
}

export class Passes {
  readonly #now: () => number;
  #link: Pass | null = null;
  #session: Pass | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns the random part of the link. An earlier one works no more. */
  makeLink(): string {
    const token = newSecret();
    this.#link = { hash: hashSecret(token), expiresAt: null };
    return token;
  }

  /** Whether this is the link, and it works. Its time begins when it is first opened. */
  openLink(token: string): boolean {
    const link = this.#link;
    if (!link || !isRight(link, token)) return false;
    link.expiresAt ??= this.#now() + PASS_MS;
    return this.#now() < link.expiresAt;
  }

  /**
   * Takes the link, which opens nothing from then on.
   * @returns gives it back; null if this is not the link, or it was taken.
   */
  takeLink(token: string): (() => void) | null {
    const link = this.#link;
    if (!link || !this.openLink(token)) return null;
    this.#link = null;
    return () => {
      this.#link = link;
    };
  }

  /** @returns what the browser keeps. */
  beginSession(): string {
    const token = newSecret();
    this.#session = { hash: hashSecret(token), expiresAt: this.#now() + PASS_MS };
    return token;
  }

  isSession(token: string): boolean {
    const session = this.#session;
    return session !== null && isRight(session, token) && this.#now() < session.expiresAt!;
  }

  endSession(): void {
    this.#session = null;
  }
}

const isRight = ({ hash }: Pass, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashSecret(token)));
