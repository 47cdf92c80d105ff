/** The guards that every request of a shopper passes, and the tools that answer it. */
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { ShopperHeader } from '../../contract/shopper/shopper.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { RobotGuard } from '../../server-kit/robots/guard.ts';
import { readCustomer, type CustomerToken } from '../customer/token.ts';
import { type Costs } from '../http/costs.ts';
import { HOUR_MS, type RateLimits } from '../http/rate-limits.ts';
import type { Metrics } from '../metrics.ts';
import type { Mirror } from '../mirror/mirror.ts';
import type { Secrets } from '../secrets.ts';
import type { ProxyDb } from '../state/tables.ts';
import { UpstreamRefusal } from '../upstream/answer.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { UpstreamExtensions } from '../upstream/extensions.ts';
import type { OwnAddress } from '../upstream/own-address.ts';
import type { Translations } from '../../insights/translations/translations.ts';
import type { Outbox } from '../writes/outbox/outbox.ts';
import type { Votes } from '../writes/votes/votes.ts';
import type { ShopperAnswers } from './answers.ts';
import { resolveBusiness } from './business.ts';
import { callsOfAddress, shopperPolicies, type ShopperOperation } from './policies.ts';

export interface ShopperTools {
  readonly db: ProxyDb;
  /** The instance that this process is. */
  readonly instance: string;
  readonly businesses: readonly string[];
  readonly mirror: Mirror;
  readonly client: UpstreamClient;
  readonly answers: ShopperAnswers;
  readonly votes: Votes;
  readonly translations: Translations;
  readonly extensions: UpstreamExtensions;
  readonly outbox: Outbox;
  readonly robotGuard: RobotGuard;
  /** Customer tokens are signed with it; without it there are none. */
  readonly customerSecret: string | undefined;
  readonly rateLimits: RateLimits;
  readonly costs: Costs;
  readonly secrets: Secrets;
  readonly ownAddress: Pick<OwnAddress, 'current'>;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Hides the keys of shoppers from the API. */
  readonly key: Buffer;
}

/** Counts the request, and returns the network that it counts for. */
export function countRequest({ rateLimits }: ShopperTools, name: ShopperOperation, request: FastifyRequest): string {
  const { network } = request;
  rateLimits.count(name, network, shopperPolicies[name].perMinute);
  return network;
}

/** Counts a call that an address causes, for one that can wait where its share is used up. */
export const mayCause = ({ rateLimits }: Pick<ShopperTools, 'rateLimits'>, network: string): boolean =>
  rateLimits.allows('calls of an hour', network, callsOfAddress.perHour, HOUR_MS);

/** @throws ApiError `tooManyRequests` where this address has caused its share of calls to the API. */
export function countCall({ rateLimits }: Pick<ShopperTools, 'rateLimits'>, network: string): void {
  rateLimits.count('calls', network, callsOfAddress.perMinute);
  rateLimits.count('calls of an hour', network, callsOfAddress.perHour, HOUR_MS);
}

export function businessOf({ businesses }: ShopperTools, request: FastifyRequest): string {
  return resolveBusiness((request.params as { business: string }).business, businesses);
}

/** @throws ApiError `userTokenInvalid` or `userTokenExpired`: a sender of a token wants to be known by it. */
export function tokenOf(
  { customerSecret, clock }: ShopperTools,
  business: string,
  request: FastifyRequest,
): CustomerToken | null {
  const token = header(request, 'Plaudit-Customer');
  return token === undefined ? null : readCustomer(token, { secret: customerSecret, business, clock });
}

export function header(request: FastifyRequest, name: ShopperHeader): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return typeof value === 'string' ? value : undefined;
}

/** A refusal of the proxy's own account is not the shopper's fault. */
export async function withoutAccountErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UpstreamRefusal) || !error.is('notPermitted')) throw error;
    throw refuse('unavailable', 'The review service cannot be asked at the moment', {
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}
