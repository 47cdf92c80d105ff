import type { IncomingHttpHeaders } from 'node:http';
import { systemClock } from '../../server-kit/clock.ts';
import { createLogger } from '../../server-kit/log.ts';
import { createMetrics } from '../metrics.ts';
import type { ProxyDb } from '../state/tables.ts';
import { Budget } from '../../api-client/budget.ts';
import { UpstreamClient } from '../../api-client/client.ts';
import { sessionPlace } from './place.ts';
import { upstreamPlace } from '../state/upstream-place.ts';
import { createAgent, exchange } from '../../server-kit/network/exchange.ts';
import { Session, type Account } from '../../api-client/session.ts';

/** A mirror that is being filled may have made all calls of ten seconds. */
const ACCOUNT_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 15_000;

/**
 * Asks the API for a business as the proxy on this data does: with its session, so that no running proxy is logged
 * out, and within its budget. That is one call, and a login before it if there is no session; the proxy then has it.
 * @returns the headers of the answer.
 * @throws ApiError with what the operator must know.
 */
export async function tryAccount(db: ProxyDb, account: Account, business: string): Promise<IncomingHttpHeaders> {
  const clock = systemClock;
  const agent = createAgent();
  const logIn = () => client.logIn(account.email, account.password);
  const session = new Session({
    ...sessionPlace(db, clock, account),
    clock,
    logger: createLogger('doctor', 'silent'),
    logIn,
  });
  const budget = new Budget({ place: upstreamPlace(db), clock });
  const client = new UpstreamClient({ ...account, agent, budget, session, clock, metrics: createMetrics() });
  try {
    return (await client.call('getBusiness', { lane: 'shopper', business, timeoutMs: ACCOUNT_TIMEOUT_MS })).headers;
  } catch (error) {
    throw session.state.state === 'refused' ? new Error(session.state.reason, { cause: error }) : error;
  } finally {
    await agent.destroy();
  }
}

/**
 * Whether anything answers there, without an account.
 * @returns the headers of the answer, whatever it says.
 */
export async function tryUpstream(upstream: string): Promise<IncomingHttpHeaders> {
  const agent = createAgent();
  try {
    return (await exchange(agent, { method: 'GET', url: upstream, headers: {}, timeoutMs: TIMEOUT_MS })).headers;
  } finally {
    await agent.destroy();
  }
}
