/** The public page of a shop's policy, which belongs to nobody: its address is known, and the console may frame it. */
import type { FastifyInstance } from 'fastify';
import { readDomain } from '../../../contract/domains.ts';
import { findBusiness } from '../../../review-store/content/businesses.ts';
import { KeptFor } from '../../../server-kit/kept-for.ts';
import { readParagraph, readPolicyFacts, type PolicyFacts } from '../../content/figures/policy-facts.ts';
import type { Service } from '../../context.ts';
import { storeOf } from '../../data/tables.ts';
import { AddressLimit } from '../frame/address-limit.ts';
import { faceOf, linkLanguage, noteShop } from '../frame/face.ts';
import { pageHeaders, renderPage } from '../frame/layout.ts';
import { PageProblem } from '../frame/problem.ts';
import { chooseWording } from '../../letters/wording/index.ts';
import { policyPage } from './policy-page.ts';

/** Its numbers are at most as old. */
const KEPT_MS = 60_000;
/** Pages that one address gets in ten minutes. */
const MOST_PAGES = 600;

export function registerPolicyPage(app: FastifyInstance, service: Service): void {
  const { db } = service;
  const facts = new KeptFor<PolicyFacts>(KEPT_MS);
  const limit = new AddressLimit(MOST_PAGES);
  app.get<{ Params: { business: string } }>('/policy/:business', async (request, reply) => {
    limit.count(request, service.elapsed());
    const domain = readDomain(request.params.business);
    const business = domain === null ? undefined : await findBusiness(storeOf(db), domain);
    if (!business) throw new PageProblem(404, 'unknown');
    const face = await faceOf(service, business.id);
    noteShop(request, { name: business.name, face });
    const now = service.now();
    const policy = {
      business,
      facts: await facts.get(String(business.id), now, () => readPolicyFacts(db, business, now)),
      paragraph: await readParagraph(db, business.id),
      now,
    };
    // The language is the shop's, whatever browsers ask for, unless a link names another.
    const page = policyPage(policy, chooseWording(linkLanguage(request), undefined, face.look.locale));
    const { vary: _, 'x-robots-tag': __, ...headers } = pageHeaders(page, face);
    const policyHeader = headers['content-security-policy']!.replace(
      "frame-ancestors 'none'",
      "frame-ancestors 'self'",
    );
    return reply
      .headers({ ...headers, 'content-security-policy': policyHeader, 'cache-control': 'public, max-age=60' })
      .send(renderPage(page, face));
  });
}
