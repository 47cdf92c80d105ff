/**
 * The identity of a shopper, vouched for by the merchant's own server: the header `Plaudit-Customer`, a JWT (RFC 7519)
 * signed with HS256. No other algorithm is supported, so a sender cannot choose a weak one.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { parameters } from '../../contract/endpoints/parameters.ts';
import type { Clock } from '../../server-kit/clock.ts';

export interface Customer {
  readonly email: string;
  readonly order_id?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
}

/** The content of a valid token: whom it names, and what tells it from others. */
export interface CustomerToken {
  readonly customer: Customer;
  readonly jti: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** In characters. */
const MAX_LENGTH = 4_096;
const MAX_ID_LENGTH = 256;

/** Claims obey the rules of the parameters that they stand for. */
const { email, order_id, first_name, last_name } = parameters.addProductReview.shape;
/** Order numbers are often numbers. */
const line = (schema: typeof order_id) =>
  z
    .union([z.string(), z.number().transform(String)])
    .optional()
    .pipe(schema);
/** Seconds since 1970, until the year 9999. A fraction (RFC 7519 allows one) is too little to matter. */
const moment = z.number().min(0).max(253_402_300_799).transform(Math.floor);
const claimsOfToken = z.object({
  email,
  exp: moment,
  nbf: moment.optional(),
  aud: z.union([z.string(), z.array(z.string())]).optional(),
  jti: z.string().min(1).max(MAX_ID_LENGTH).optional(),
  order_id: line(order_id),
  first_name: line(first_name),
  last_name: line(last_name),
});

export interface TokenCheck {
  /** PLAUDIT_CUSTOMER_SECRET. */
  readonly secret: string | undefined;
  /** The business of the request, which `aud` must name if the token has one. */
  readonly business: string;
  readonly clock: Clock;
}

/** @throws ApiError `userTokenInvalid` or `userTokenExpired`, its reason naming what is wrong with the token. */
export function readCustomer(token: string, { secret, business, clock }: TokenCheck): CustomerToken {
  if (secret === undefined) throw refused('cannot be checked: PLAUDIT_CUSTOMER_SECRET is not set');
  if (token.length > MAX_LENGTH) throw refused(`is longer than ${MAX_LENGTH} characters`);
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || signature === undefined || rest.length > 0) throw refused('is no JWT');
  const { alg, crit } = (parse(header) ?? {}) as { alg?: unknown; crit?: unknown };
  if (alg !== 'HS256' || crit !== undefined) throw refused('is not signed with HS256');
  if (!isSigned(`${header}.${payload}`, signature, secret)) throw refused('is not signed with PLAUDIT_CUSTOMER_SECRET');
  const claims = claimsOfToken.safeParse(parse(payload));
  if (!claims.success)
    throw refused(`has a claim that is missing or malformed: ${String(claims.error.issues[0]?.path[0] ?? 'all')}`);
  const { exp, nbf, aud, jti, email, ...identity } = claims.data;
  // Empty counts as absent, as in a form.
  if (email === undefined) throw refused('has a claim that is missing or malformed: email');
  // Several businesses may share one secret: what is signed for one of them is good for that one (RFC 7519, 4.1.3).
  if (aud !== undefined && ![aud].flat().some((one) => one.toLowerCase() === business))
    throw refused(`is for another business: its claim aud does not name ${business}`);
  const nowSeconds = clock.now() / 1_000;
  if (exp <= nowSeconds) throw refuse('userTokenExpired', 'The token in header Plaudit-Customer has expired');
  if (nbf !== undefined && nbf > nowSeconds) throw refused('is not valid yet');
  return { customer: { email, ...identity }, jti, expiresAt: exp * 1_000 };
}

function isSigned(text: string, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(text).digest('base64url');
  // Compared as text: base64url can spell some bytes in several ways, and only one is accepted.
  const [one, other] = [Buffer.from(signature), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function parse(part: string): unknown {
  if (!/^[\w-]+$/.test(part)) return undefined;
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

const refused = (problem: string): ApiError =>
  refuse('userTokenInvalid', `The token in header Plaudit-Customer ${problem}`);
