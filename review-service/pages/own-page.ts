import type { FastifyRequest } from 'fastify';

/**
 * Whether a request that changes something comes from a page of this very server, and not from one elsewhere that a
 * signed-in person has open. Browsers say so in `Sec-Fetch-Site`; where they do not, as on plain http, the origin of
 * the page must be where the request went.
 * @param publicUrl - where this server is reached, for one behind a server that changes `Host`.
 */
export function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === host || origin === new URL(publicUrl).origin;
}
