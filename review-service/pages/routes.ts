/** The pages behind links. They need no JavaScript. A GET only shows; a POST changes. */
import type { FastifyInstance } from 'fastify';
import type { Service } from '../context.ts';
import { PageLimits } from './frame/address-limit.ts';
import { registerAskPage } from './ask/ask-routes.ts';
import { registerEditPage } from './edit/edit-routes.ts';
import { answerProblem } from './frame/problem.ts';
import { registerPolicyPage } from './policy/policy-routes.ts';
import { registerRequestPage } from './request/request-routes.ts';
import { registerStopPage } from './stop-routes.ts';
import { registerWritePage } from './write/write-routes.ts';

export async function registerPages(app: FastifyInstance, service: Service): Promise<void> {
  const pageLimits = new PageLimits();
  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => answerProblem(error, request, reply));
    registerWritePage(pages, service, pageLimits);
    registerAskPage(pages, service, pageLimits);
    registerRequestPage(pages, service, pageLimits);
    registerEditPage(pages, service, pageLimits);
    registerStopPage(pages, service);
    registerPolicyPage(pages, service);
  });
}
