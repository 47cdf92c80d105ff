import type { FastifyRequest } from 'fastify';
import { readDomain } from '../../contract/domains.ts';
import { findBusiness, type BusinessRow } from '../../review-store/businesses.ts';
import type { Service } from '../context.ts';
import { openLink, type Purpose, type Target } from '../requests/links.ts';
import { storeOf } from '../tables.ts';
import { faceOf, noteShop, type Face } from './face.ts';
import { PageProblem } from './problem.ts';

export interface PersonalLink {
  Params: { business: string; token: string };
}

export interface OpenPage {
  readonly business: BusinessRow;
  readonly face: Face;
  readonly target: Target;
}

/** @throws PageProblem 404 for a link that never existed, or of another business; 410 for one that expired. */
export async function openPage(
  service: Service,
  request: FastifyRequest<PersonalLink>,
  purpose: Purpose,
): Promise<OpenPage> {
  const { db, now } = service;
  const { business: domain, token } = request.params;
  const name = readDomain(domain);
  const business = name === null ? undefined : await findBusiness(storeOf(db), name);
  const target =
    business && /^[\w-]{1,64}$/.test(token)
      ? await openLink(db, { businessId: business.id, purpose, token, now: now() })
      : 'unknown';
  if (!business || target === 'unknown') throw new PageProblem(404, 'unknown');
  const face = await faceOf(service, business.id);
  noteShop(request, { name: business.name, face });
  if (target === 'expired') throw new PageProblem(410, 'expired');
  return { business, face, target };
}
