/**
 * Passes to set the shop up: the link that `plaudit start` prints, and for a while the browser that opened it. Both
 * are kept as hashes beside the data, so that another process can make a link for the program that runs.
 */
import { timingSafeEqual } from 'node:crypto';
import { hashSecret, newSecret } from '../../people/accounts/secrets.ts';
import { readSetting, replaceSetting, takeSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';

/** From the first time that the link is opened, and from when the session began. */
export const PASS_MS = 3_600_000;

const LINK = 'set-up link';
const SESSION = 'set-up session';

interface Pass {
  readonly hash: string;
  /** Milliseconds since 1970; null until it is first opened. */
  readonly expiresAt: number | null;
}

interface SetUpSession extends Pass {
  /** Who goes through the set-up. */
  readonly accountId: string;
}

/** @returns the random part of the link. An earlier one works no more. */
export async function makeLink(db: Database): Promise<string> {
  const token = newSecret();
  await writeSetting(db, LINK, { hash: hashSecret(token), expiresAt: null } satisfies Pass);
  return token;
}

export class Passes {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Whether this is the link, and it works. */
  async isLink(token: string): Promise<boolean> {
    return (await this.#link(token)) !== null;
  }

  /** The same, and its time begins when it is first opened. */
  async openLink(token: string): Promise<boolean> {
    const link = await this.#link(token);
    if (link?.expiresAt === null)
      await replaceSetting(this.#db, LINK, link, { ...link, expiresAt: this.#now() + PASS_MS });
    return link !== null;
  }

  /**
   * Takes the link, which opens nothing from then on.
   * @returns gives it back; null if this is not the link, or it was taken.
   */
  async takeLink(token: string): Promise<(() => Promise<void>) | null> {
    const link = await this.#link(token);
    if (!link || !(await takeSetting(this.#db, LINK, link))) return null;
    return () => writeSetting(this.#db, LINK, link);
  }

  async #link(token: string): Promise<Pass | null> {
    const link = await readSetting<Pass>(this.#db, LINK);
    if (!link || !isRight(link, token)) return null;
    return link.expiresAt === null || this.#now() < link.expiresAt ? link : null;
  }

  /** @returns what the browser keeps. */
  async beginSession(accountId: string): Promise<string> {
    const token = newSecret();
    const session: SetUpSession = { hash: hashSecret(token), expiresAt: this.#now() + PASS_MS, accountId };
    await writeSetting(this.#db, SESSION, session);
    return token;
  }

  async isSession(token: string): Promise<boolean> {
    const session = await readSetting<Pass>(this.#db, SESSION);
    return session !== null && isRight(session, token) && this.#now() < session.expiresAt!;
  }

  /** @returns whose it was; null if another request was faster. */
  async endSession(): Promise<string | null> {
    const session = await readSetting<SetUpSession>(this.#db, SESSION);
    return session && (await takeSetting(this.#db, SESSION, session)) ? session.accountId : null;
  }
}

const isRight = ({ hash }: Pass, token: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashSecret(token)));
