import type { FastifyRequest } from 'fastify';
import { readDomain } from '../../contract/domains.ts';
import { findBusiness, type BusinessRow } from '../../review-store/businesses.ts';
import type { Service } from '../context.ts';
import { storeOf } from '../tables.ts';
import { faceOf, noteShop, type Face } from './face.ts';
import { PageProblem } from './problem.ts';
import { openWriteLink } from './write-links.ts';

/** A link that is not for one person: anybody who has it may write. */
export interface ShopLink {
  Params: { business: string; hash: string };
}

/** @throws PageProblem 404 for a link that never existed, or of another business; 410 for one that expired. */
export async function openShopLink(
  service: Service,
  request: FastifyRequest<ShopLink>,
): Promise<{ business: BusinessRow; face: Face }> {
  const { db, now } = service;
  const { business: domain, hash } = request.params;
  const name = readDomain(domain);
  const business = name === null ? undefined : await findBusiness(storeOf(db), name);
  const state = business && /^[\w-]{1,64}$/.test(hash) ? await openWriteLink(db, business.id, hash, now()) : 'unknown';
  if (!business || state === 'unknown') throw new PageProblem(404, 'unknown');
  const face = await faceOf(service, business.id);
  noteShop(request, { name: business.name, face });
  if (state === 'expired') throw new PageProblem(410, 'expired');
  return { business, face };
}
