/** Builds the HTTP server of the review service; service.ts starts it. */
import type { FastifyInstance } from 'fastify';
import { registerMultipart } from '../server-kit/form.ts';
import { createHttpServer } from '../server-kit/http-server.ts';
import type { Service } from './context.ts';
import { registerHealth } from './health.ts';
import { registerImages } from './images/routes.ts';
import { registerOpenApi } from './openapi.ts';
import { registerPages } from './pages/routes.ts';
import { registerOperations } from './routes.ts';

export interface AppOptions {
  /** Networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
}

export async function buildApp(service: Service, { trustedProxies = [] }: AppOptions = {}): Promise<FastifyInstance> {
  const app = createHttpServer({ logger: service.logger, trustedProxies });
  await registerMultipart(app);
  registerHealth(app, service);
  registerOpenApi(app, service);
  registerOperations(app, service);
  registerImages(app, service.db);
  await registerPages(app, service);
  return app;
}
