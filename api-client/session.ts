/**
 * The user token. At a hosted API every login ends the session before it, so a login is the last resort: first the
 * token at hand, then the one in the database (another instance may have put it there), then one login for all who
 * wait.
 */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { ApiError, refusals, refuse } from '../contract/endpoints/errors.ts';
import { Vault } from '../review-store/secrets/vault.ts';
import type { Clock } from '../server-kit/clock.ts';
import { AccountRefused, accountErrors, isAccountError } from './account-errors.ts';
import type { Place } from './place.ts';

export interface Login {
  readonly token: string;
  /** Milliseconds since 1970; null where the API did not say. */
  readonly expiresAt: number | null;
}

interface ObtainedLogin extends Login {
  /** Milliseconds since 1970, by our clock. */
  readonly obtainedAt: number;
}

export interface SessionTools {
  readonly place: Place;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vault: Vault;
  /** The row in which the token is stored. */
  readonly account: string;
  /** Of all who share the place, one logs in at a time: each login would end the session before it. */
  readonly lease: { take(): Promise<boolean>; give(): Promise<void> };
  /** Makes the one call. @throws ApiError */
  logIn(): Promise<Login>;
}

/** An account at the API. */
export interface Account {
  /** URL of the API, version included. */
  readonly upstream: string;
  readonly clientToken: string;
  readonly email: string;
  readonly password: string;
}

/** Where the user token of an account is kept, and what seals it. */
export function sealedSession({
  upstream,
  email,
  password,
  clientToken,
}: Account): Pick<SessionTools, 'account' | 'vault'> {
  const account = createHash('sha256')
    .update(JSON.stringify([upstream, email]))
    .digest('hex');
  return { account, vault: new Vault(JSON.stringify([password, clientToken]), account) };
}

export type SessionState =
  | { readonly state: 'unknown' | 'good' }
  | { readonly state: 'refused'; readonly code: number; readonly reason: string };

/** No calls for this long after the API refused the account, by remedy. */
const pausesMs = { renew: 5_000, later: 60_000, stop: Number.POSITIVE_INFINITY } as const;
/** How often to check whether another instance has logged in. */
const CHECK_EVERY_MS = 200;
/** More logins than this mean a quarrel with another client of the same account, and are put off. */
const LOGINS_PER_MINUTE = 5;

export class Session {
  readonly #tools: SessionTools;
  #current: ObtainedLogin | null = null;
  #finding: Promise<string> | null = null;
  #state: SessionState = { state: 'unknown' };
  #refusedUntil = Number.NEGATIVE_INFINITY;
  #logins: number[] = [];

  constructor(tools: SessionTools) {
    this.#tools = tools;
  }

  get state(): SessionState {
    return this.#state;
  }

  /** The token itself, so that it can be taken out of whatever is sent. */
  get secret(): string | null {
    return this.#current?.token ?? null;
  }

  /** A token that is valid as far as we know. @throws ApiError `unavailable` where the API refuses the account. */
  async token(): Promise<string> {
    this.#refuseWhileRefused();
    const { clock } = this.#tools;
    if (this.#current && !hasExpired(this.#current, clock.now())) return this.#current.token;
    return this.#find(null);
  }

  /** A token other than the one that the API has just rejected. */
  async renew(rejected: string): Promise<string> {
    this.#refuseWhileRefused();
    if (this.#current && this.#current.token !== rejected) return this.#current.token;
    return this.#find(rejected);
  }

  /** Takes note of an error about the account, from any call, and returns what shoppers are told. */
  refuse(error: ApiError): ApiError {
    if (!isAccountError(error.refusal)) return error;
    const { remedy, advice } = accountErrors[error.refusal];
    const { meaning } = refusals[error.refusal];
    const reason = `The review service refuses the proxy's account: ${error.code} ${meaning}; ${advice}`;
    const news = this.#state.state !== 'refused' || this.#state.code !== error.code;
    this.#state = { state: 'refused', code: error.code, reason };
    this.#refusedUntil = this.#tools.clock.elapsed() + pausesMs[remedy];
    if (news) this.#tools.logger.error(reason);
    return new AccountRefused();
  }

  /** The API accepts the account. */
  accepted(): void {
    if (this.#state.state === 'refused') this.#tools.logger.info('The review service accepts the account again');
    this.#state = { state: 'good' };
    this.#refusedUntil = Number.NEGATIVE_INFINITY;
  }

  #refuseWhileRefused(): void {
    if (this.#tools.clock.elapsed() < this.#refusedUntil) throw new AccountRefused();
  }

  #find(rejected: string | null): Promise<string> {
    this.#finding ??= this.#load(rejected).finally(() => {
      this.#finding = null;
    });
    return this.#finding;
  }

  async #load(rejected: string | null): Promise<string> {
    const { clock, lease } = this.#tools;
    for (;;) {
      // Before the token is read: an instance that logged in meanwhile has stored its own before giving up the lease.
      const mayLogIn = await lease.take();
      try {
        const kept = await this.#read();
        const good = kept && kept.token !== rejected && !hasExpired(kept, clock.now()) ? kept : null;
        if (good || mayLogIn) {
          this.#current = good ?? (await this.#logIn());
          return this.#current.token;
        }
      } finally {
        if (mayLogIn) await lease.give();
      }
      await clock.sleep(CHECK_EVERY_MS);
    }
  }

  async #logIn(): Promise<ObtainedLogin> {
    const { clock } = this.#tools;
    const now = clock.elapsed();
    this.#logins = this.#logins.filter((at) => at > now - 60_000);
    if (this.#logins.length >= LOGINS_PER_MINUTE) throw this.refuse(refuse('sessionInvalid'));
    try {
      const login = await this.#tools.logIn();
      // Only those that succeeded: an API that cannot be reached is not a quarrel.
      this.#logins.push(now);
      const held = { ...login, obtainedAt: clock.now() };
      await this.#write(held);
      this.accepted();
      this.#tools.logger.info('Logged in to the review service');
      return held;
    } catch (error) {
      throw error instanceof ApiError ? this.refuse(error) : error;
    }
  }

  async #read(): Promise<ObtainedLogin | null> {
    const { place, account, vault } = this.#tools;
    const row = await place
      .selectFrom('upstream_session')
      .selectAll()
      .where('account', '=', account)
      .executeTakeFirst();
    const token = row && vault.open(row.sealed_token);
    return token ? { token, expiresAt: row.expires_at, obtainedAt: row.obtained_at } : null;
  }

  async #write({ token, expiresAt, obtainedAt }: ObtainedLogin): Promise<void> {
    const { place, account, vault } = this.#tools;
    const row = { sealed_token: vault.seal(token), expires_at: expiresAt, obtained_at: obtainedAt };
    await place
      .insertInto('upstream_session')
      .values({ account, ...row })
      .onConflict((conflict) => conflict.column('account').doUpdateSet(row))
      .execute();
  }
}

/**
 * A token is given up a minute early, since a call may be on its way when it expires. One that had expired when it was
 * issued shows that one of the two clocks is wrong: then the API will say when it no longer accepts it.
 */
function hasExpired({ expiresAt, obtainedAt }: ObtainedLogin, now: number): boolean {
  return expiresAt !== null && expiresAt - 60_000 > obtainedAt && expiresAt - 60_000 <= now;
}
