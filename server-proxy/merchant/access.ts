/** Opens the merchant routes to everybody who knows the key. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { RateLimits } from '../http/rate-limits.ts';

/** Wrong keys from one address; past that it has to wait. */
const WRONG_KEYS_PER_MINUTE = 30;

/** Guards every route of this scope. They are for servers: no page of any origin may use them, so there is no CORS. */
export function guardMerchant(scope: FastifyInstance, key: string, rateLimits: RateLimits): void {
  const expected = digest(key);
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // Digests all have the same length, and comparing them always takes the same time.
    if (given !== undefined && timingSafeEqual(digest(given), expected)) return;
    if (given !== undefined) rateLimits.count('wrong merchant key', request.network, WRONG_KEYS_PER_MINUTE);
    reply.header('www-authenticate', 'Bearer');
    throw refuse(
      'userTokenInvalid',
      given === undefined
        ? 'Header Authorization: Bearer is missing'
        : 'The key in header Authorization is not the one in PLAUDIT_MERCHANT_KEY',
    );
  });
}

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
