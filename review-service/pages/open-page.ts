import type { FastifyRequest } from 'fastify';
import { readDomain } from '../../contract/domains.ts';
import { findBusiness, type BusinessRow } from '../../review-store/businesses.ts';
import { openLink, type Purpose, type Target } from '../requests/links.ts';
import { storeOf, type Database } from '../tables.ts';
import { PageProblem } from './problem.ts';

export interface PersonalLink {
  Params: { business: string; token: string };
}

export interface OpenPage {
  readonly business: BusinessRow;
  readonly target: Target;
}

/** @throws PageProblem 404 for a link that never existed, or of another business; 410 for one that expired. */
export async function openPage(
  db: Database,
  request: FastifyRequest<PersonalLink>,
  purpose: Purpose,
  now: number,
): Promise<OpenPage> {
  const { business: domain, token } = request.params;
  const name = readDomain(domain);
  const business = name === null ? undefined : await findBusiness(storeOf(db), name);
  const target =
    business && /^[\w-]{1,64}$/.test(token)
      ? await openLink(db, { businessId: business.id, purpose, token, now })
      : 'unknown';
  if (!business || target === 'unknown') throw new PageProblem(404, 'unknown');
  if (target === 'expired') throw new PageProblem(410, 'expired');
  return { business, target };
}
