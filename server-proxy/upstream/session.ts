/**
 * The user token. At a hosted API every login ends the session before it, so a login is the last resort: first the
 * token at hand, then the one in the database (another instance may have put it there), then one login for all who
 * wait.
 */
import type { Logger } from 'pino';
import { ApiError, refusals, refuse } from '../../contract/errors.ts';
import type { Vault } from '../../review-store/vault.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { Lease } from '../state/lease.ts';
import type { ProxyDb } from '../state/tables.ts';
import { AccountRefused, accountErrors, isAccountError } from './account-errors.ts';

export interface Login {
  readonly token: string;
  /** Milliseconds since 1970; null where the API did not say. */
  readonly expiresAt: number | null;
}

interface Held extends Login {
  /** Milliseconds since 1970, by our clock. */
  readonly obtainedAt: number;
}

export interface SessionOptions {
  readonly db: ProxyDb;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vault: Vault;
  /** The row that the token is kept in. */
  readonly account: string;
  /** The instance that this process is. */
  readonly instance?: string | undefined;
  /** Makes the one call. @throws ApiError */
  readonly login: () => Promise<Login>;
}

export type SessionState =
  | { readonly state: 'unknown' | 'good' }
  | { readonly state: 'refused'; readonly code: number; readonly reason: string };

/** Milliseconds without a call after the API refused the account, by what is to be done about it. */
const pauses = { renew: 5_000, later: 60_000, stop: Number.POSITIVE_INFINITY } as const;
/** Milliseconds after which a login that died with its process no longer keeps the others from theirs. */
const LOGIN_LEASE = 15_000;
/** Milliseconds between two looks at whether another instance has logged in. */
const LOOK_AGAIN = 200;
/** More logins than this in a minute are a quarrel with another client of the same account, and are put off. */
const LOGINS_A_MINUTE = 5;

export class Session {
  readonly #options: SessionOptions;
  /** One login at a time, of all instances: each would end the session of the one before. */
  readonly #lease: Lease;
  #current: Held | null = null;
  #finding: Promise<string> | null = null;
  #state: SessionState = { state: 'unknown' };
  #refused = { at: 0, pause: 0 };
  #logins: number[] = [];

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#lease = new Lease({ db: options.db, clock: options.clock, name: `login ${options.account}`, ttlMs: LOGIN_LEASE, holder: options.instance });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The literal token, so that nothing that is sent out can hold it. */
  get secret(): string | null {
    return this.#current?.token ?? null;
  }

  /** A token that is good as far as we know. @throws ApiError `unavailable` where the API refuses the account. */
  async token(): Promise<string> {
    this.#refuseWhileRefused();
    const { clock } = this.#options;
    if (this.#current && !hasExpired(this.#current, clock.now())) return this.#current.token;
    return this.#find(null);
  }

  /** Another token than the one that the API has just rejected. */
  async renew(rejected: string): Promise<string> {
    this.#refuseWhileRefused();
    if (this.#current && this.#current.token !== rejected) return this.#current.token;
    return this.#find(rejected);
  }

  /**
   * Takes note of an error about the account, from whatever call, and answers what a shopper is told.
   */
  refuse(error: ApiError): ApiError {
    if (!isAccountError(error.refusal)) return error;
    const { remedy, advice } = accountErrors[error.refusal];
    const reason = `The review service refuses the proxy's account: ${error.code} ${refusals[error.refusal].meaning}; ${advice}`;
    const news = this.#state.state !== 'refused' || this.#state.code !== error.code;
    this.#state = { state: 'refused', code: error.code, reason };
    this.#refused = { at: this.#options.clock.now(), pause: pauses[remedy] };
    if (news) this.#options.logger.error(reason);
    return new AccountRefused();
  }

  /** The account was let in after all. */
  accepted(): void {
    if (this.#state.state === 'refused') this.#options.logger.info('The review service lets the account in again');
    this.#state = { state: 'good' };
    this.#refused = { at: 0, pause: 0 };
  }

  #refuseWhileRefused(): void {
    const { at, pause } = this.#refused;
    const now = this.#options.clock.now();
    // A refusal in the future is one of a clock that was wrong.
    if (now < at + pause && (now >= at || pause === Number.POSITIVE_INFINITY)) throw new AccountRefused();
  }

  #find(rejected: string | null): Promise<string> {
    this.#finding ??= this.#load(rejected).finally(() => { this.#finding = null; });
    return this.#finding;
  }

  async #load(rejected: string | null): Promise<string> {
    const { clock } = this.#options;
    for (;;) {
      // Asked before the token is read: whoever logged in meanwhile has kept it before letting go.
      const mayLogIn = await this.#lease.take();
      try {
        const kept = await this.#read();
        const good = kept && kept.token !== rejected && !hasExpired(kept, clock.now()) ? kept : null;
        if (good || mayLogIn) {
          this.#current = good ?? (await this.#logIn());
          return this.#current.token;
        }
      } finally {
        if (mayLogIn) await this.#lease.give();
      }
      await clock.sleep(LOOK_AGAIN);
    }
  }

  async #logIn(): Promise<Held> {
    const now = this.#options.clock.now();
    this.#logins = this.#logins.map((at) => Math.min(at, now)).filter((at) => at > now - 60_000);
    if (this.#logins.length >= LOGINS_A_MINUTE) throw this.refuse(refuse('sessionInvalid'));
    try {
      const login = await this.#options.login();
      // Those alone that were let in: an API that cannot be reached quarrels with nobody.
      this.#logins.push(now);
      const held = { ...login, obtainedAt: now };
      await this.#write(held);
      this.accepted();
      this.#options.logger.info('Logged in to the review service');
      return held;
    } catch (error) {
      throw error instanceof ApiError ? this.refuse(error) : error;
    }
  }

  async #read(): Promise<Held | null> {
    const { db, account, vault } = this.#options;
    const row = await db.selectFrom('proxy_session').selectAll().where('account', '=', account).executeTakeFirst();
    const token = row && vault.open(row.sealed_token);
    return token ? { token, expiresAt: row.expires_at, obtainedAt: row.obtained_at } : null;
  }

  async #write({ token, expiresAt, obtainedAt }: Held): Promise<void> {
    const { db, account, vault } = this.#options;
    const row = { sealed_token: vault.seal(token), expires_at: expiresAt, obtained_at: obtainedAt };
    await db
      .insertInto('proxy_session')
      .values({ account, ...row })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
      .execute();
  }
}

/**
 * A token is given up a minute early: a call may be on its way when it ends. One that had ended when it was made shows
 * that one of the two clocks is wrong: then the API says by itself when it takes it no more.
 */
function hasExpired({ expiresAt, obtainedAt }: Held, now: number): boolean {
  return expiresAt !== null && expiresAt - 60_000 > obtainedAt && expiresAt - 60_000 <= now;
}
