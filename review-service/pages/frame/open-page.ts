import type { FastifyRequest } from 'fastify';
import { readDomain } from '../../../contract/domains.ts';
import { findBusiness, type BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Service } from '../../context.ts';
import { openLink, type Purpose, type Target } from '../../letters/requests/links.ts';
import { storeOf } from '../../data/tables.ts';
import { faceOf, noteShop, type Face } from './face.ts';
import { PageProblem } from './problem.ts';
import { openWriteLink } from './write-links.ts';

export interface PersonalLink {
  Params: { business: string; token: string };
}

/** A link that is not for one person: anybody who has it may write. */
export interface ShopLink {
  Params: { business: string; hash: string };
}

export interface OpenPage<Behind = Target> {
  readonly business: BusinessRow;
  readonly face: Face;
  readonly target: Behind;
}

/** @throws PageProblem 404 for a link that never existed, or of another business; 410 for one that expired. */
export function openPage(service: Service, request: FastifyRequest<PersonalLink>, purpose: Purpose): Promise<OpenPage> {
  const { db, now } = service;
  const { business, token } = request.params;
  return open(service, request, { domain: business, secret: token }, (businessId) =>
    openLink(db, { businessId, purpose, token, now: now() }),
  );
}

/** @throws PageProblem as `openPage` does. */
export function openShopLink(service: Service, request: FastifyRequest<ShopLink>): Promise<OpenPage<'open'>> {
  const { db, now } = service;
  const { business, hash } = request.params;
  return open(service, request, { domain: business, secret: hash }, (businessId) =>
    openWriteLink(db, businessId, hash, now()),
  );
}

/** @param secret - the random part of the link. */
async function open<Behind>(
  service: Service,
  request: FastifyRequest,
  { domain, secret }: { domain: string; secret: string },
  find: (businessId: number) => Promise<Behind | 'unknown' | 'expired'>,
): Promise<OpenPage<Behind>> {
  const name = readDomain(domain);
  const business = name === null ? undefined : await findBusiness(storeOf(service.db), name);
  const target = business && /^[\w-]{1,64}$/.test(secret) ? await find(business.id) : 'unknown';
  if (!business || target === 'unknown') throw new PageProblem(404, 'unknown');
  const face = await faceOf(service, business.id);
  noteShop(request, { name: business.name, face });
  if (target === 'expired') throw new PageProblem(410, 'expired');
  return { business, face, target };
}
