/** The guards that requests of shoppers pass. */
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { ShopperHeader } from '../../contract/shopper/shopper.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { readCustomer, type CustomerToken } from '../customer/token.ts';
import { HOUR_MS, type RateLimits } from '../http/rate-limits.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { UpstreamRefusal } from '../../api-client/answer.ts';
import { resolveBusiness } from './business.ts';
import { callsOfAddress, shopperPolicies, type ShopperOperation } from './policies.ts';

export interface Counts {
  readonly rateLimits: RateLimits;
}

export interface Guards extends Counts {
  readonly businesses: readonly string[];
  readonly mirror: Pick<Mirror, 'noteShopper'>;
}

export interface TokenGuard {
  /** Customer tokens are signed with it; without it there are none. */
  readonly customerSecret: string | undefined;
  readonly clock: Clock;
}

/** Counts the request, and answers for which network, and which business it is about. */
export function guard(
  { rateLimits, businesses, mirror }: Guards,
  name: ShopperOperation,
  request: FastifyRequest,
): { readonly network: string; readonly business: string } {
  const { network } = request;
  rateLimits.count(name, network, shopperPolicies[name].perMinute);
  mirror.noteShopper();
  return { network, business: resolveBusiness((request.params as { business: string }).business, businesses) };
}

/** Counts a call that an address causes, for one that can wait where its share is used up. */
export const mayCause = ({ rateLimits }: Counts, network: string): boolean =>
  rateLimits.allows('calls of an hour', network, callsOfAddress.perHour, HOUR_MS);

/** @throws ApiError `tooManyRequests` where this address has caused its share of calls to the API. */
export function countCall({ rateLimits }: Counts, network: string): void {
  rateLimits.count('calls', network, callsOfAddress.perMinute);
  rateLimits.count('calls of an hour', network, callsOfAddress.perHour, HOUR_MS);
}

/** @throws ApiError `userTokenInvalid` or `userTokenExpired`: a sender of a token wants to be known by it. */
export function tokenOf(
  { customerSecret, clock }: TokenGuard,
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
