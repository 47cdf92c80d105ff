/**
 * The server that an import reads: with one login, within a share of the hour, and again where a call fails. The token
 * and the log of calls are in the service's database, so that an import that was killed goes on with both.
 */
import { isFinal } from '../../../../api-client/answer.ts';
import { Budget } from '../../../../api-client/budget.ts';
import { UpstreamClient } from '../../../../api-client/client.ts';
import { BURST } from '../../../../api-client/lanes.ts';
import { placeIn } from '../../../../api-client/place.ts';
import { sealedSession, Session, type Account } from '../../../../api-client/session.ts';
import { refusals, ApiError, type RefusalName } from '../../../../contract/endpoints/errors.ts';
import { apiCalls } from '../../../../contract/endpoints/limits.ts';
import type { EndpointName } from '../../../../contract/endpoints/endpoints.ts';
import { systemClock } from '../../../../server-kit/clock.ts';
import { createLogger } from '../../../../server-kit/log.ts';
import { createAgent } from '../../../../server-kit/network/exchange.ts';
import type { Database } from '../../../data/tables.ts';

/** The import cannot go on by itself. The message is for its operator. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';
}

export interface ReadingApi {
  /** Of an hour, as many as the import takes at most. */
  readonly calls: number;
  readonly signal: AbortSignal;
}

/** For one call, the waiting for its turn included. */
const TIMEOUT_MS = 60_000;
/** After failures in a row. An API that fails longer is left alone. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000] as const;

export class SourceApi {
  readonly #budget: Budget;
  readonly #client: UpstreamClient;
  readonly #session: Session;
  readonly #agent = createAgent();
  readonly #options: ReadingApi;
  /** The last failure, as long as it lasts. */
  trouble: string | null = null;

  constructor(db: Database, account: Account, options: ReadingApi) {
    this.#options = options;
    const [clock, place, sealed] = [systemClock, placeIn(db), sealedSession(account)];
    const kept = place.selectFrom('upstream_session').where('account', '=', sealed.account);
    const logIn = async () => {
      const row = await kept.select(['sealed_token', 'expires_at']).executeTakeFirst();
      const isOver = !row || (row.expires_at !== null && row.expires_at - 60_000 <= clock.now());
      if (isOver || sealed.vault.open(row.sealed_token) === null)
        return this.#client.logIn(account.email, account.password);
      // Another login would end that of the other program, and the other program would end ours again.
      await place.deleteFrom('upstream_session').where('account', '=', sealed.account).execute();
      throw new ImportStopped(
        'The API has ended the login of this import: another program has logged in as the same user since. ' +
          'Give the import a user of its own',
      );
    };
    const lease = { take: async () => true, give: async () => {} };
    this.#session = new Session({ place, lease, ...sealed, clock, logger: createLogger('import', 'silent'), logIn });
    this.#budget = new Budget({ place, clock });
    const { calls } = options;
    const share = Math.max(1, Math.ceil((BURST * calls) / apiCalls.hour.calls));
    this.#budget.reserve({ headsPerHour: 0, firstSweepPerHour: 0, backgroundPerWindow: share, callsPerHour: calls });
    const metrics = { upstreamCalls: { inc() {} } };
    this.#client = new UpstreamClient({
      ...account,
      agent: this.#agent,
      budget: this.#budget,
      session: this.#session,
      clock,
      metrics,
    });
  }

  /**
   * Asks until there is an answer that can be read.
   * @returns null where the import is to end.
   * @throws ImportStopped
   */
  async ask<Answer>(
    operation: Exclude<EndpointName, 'login'>,
    business: string,
    fields: Readonly<Record<string, string>>,
    read: (body: unknown) => Answer | null,
  ): Promise<Answer | null> {
    const { signal } = this.#options;
    for (let failures = 0; !signal.aborted;) {
      try {
        const call = { lane: 'sweep', business, fields, timeoutMs: TIMEOUT_MS, signal } as const;
        const answer = read((await this.#client.call(operation, call)).body);
        this.trouble = null;
        if (answer !== null) return answer;
        this.trouble = `It answers ${operation} with something that cannot be read`;
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof ApiError)) throw error;
        this.#stopAt(error);
        this.trouble = error.message;
        if (error.retryAfterSeconds !== undefined) {
          await systemClock.sleep(error.retryAfterSeconds * 1_000, signal);
          continue;
        }
      }
      const pause = RETRY_MS[failures++];
      if (pause === undefined) throw new ImportStopped(`The API fails. ${this.trouble}`);
      await systemClock.sleep(pause, signal);
    }
    return null;
  }

  /** How long so many further calls take, in seconds, if all goes well. */
  async secondsFor(calls: number): Promise<number> {
    const { hour, burst } = apiCalls;
    const perWindow = Math.max(1, Math.ceil((burst.calls * this.#options.calls) / hour.calls));
    const over = (await this.#budget.usedThisHour()) + calls - this.#options.calls;
    const seconds = (calls / perWindow) * (burst.windowMs / 1_000);
    return Math.max(seconds, (Math.max(0, over) / this.#options.calls) * (hour.windowMs / 1_000));
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** @throws ImportStopped for what asking again does not help. */
  #stopAt(error: ApiError): void {
    const { state } = this.#session;
    if (state.state === 'refused') {
      const name = (Object.keys(refusals) as RefusalName[]).find((one) => refusals[one].code === state.code)!;
      throw new ImportStopped(
        `The API refuses the account: ${state.code} ${refusals[name].meaning}. ` +
          'Check PLAUDIT_CLIENT_TOKEN, PLAUDIT_EMAIL and PLAUDIT_PASSWORD',
      );
    }
    if (isFinal(error) || error.is('notPermitted'))
      throw new ImportStopped(`The API refuses: ${error.code} ${refusals[error.refusal].meaning}`);
  }
}
