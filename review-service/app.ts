/** Builds the HTTP server of the review service; service.ts starts it. */
import type { FastifyInstance } from 'fastify';
import { shareOnePatience } from '../review-store/databases/patience.ts';
import { toUnavailable } from '../review-store/databases/unavailable.ts';
import { ClientAddresses } from '../server-kit/network/client-address.ts';
import { defaultConnectionLimits, type ConnectionLimits } from '../server-kit/network/connections.ts';
import { createHttpServer } from '../server-kit/http/http-server.ts';
import type { Service } from './context.ts';
import { registerHealth } from './care/health.ts';
import { registerProductPictures } from './images/product-pictures.ts';
import { registerImages } from './images/routes.ts';
import { registerOpenApi } from './api/openapi.ts';
import { registerPages } from './pages/routes.ts';
import { registerOperations } from './api/routes.ts';
import { consolePages } from './console/routes.ts';
import { registerSetUp } from './console/setup/routes.ts';
import type { SetUp } from './console/setup/set-up.ts';

export interface AppOptions {
  /** Networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  readonly connections?: ConnectionLimits;
  /** True if every mail can be looked at. */
  readonly demo?: boolean;
  /** Where a shop can be set up in a browser. */
  readonly setUp?: SetUp | undefined;
}

export async function buildApp(
  service: Service,
  { trustedProxies = [], connections = defaultConnectionLimits, demo = false, setUp }: AppOptions = {},
): Promise<FastifyInstance> {
  const addresses = new ClientAddresses(trustedProxies);
  const app = createHttpServer({
    logger: service.logger,
    addresses,
    connections,
    readiness: service.readiness,
    toRefusal: (error) => toUnavailable(error, 'service'),
  });
  app.addHook('preHandler', ({ method }, { raw }, done) => {
    // Reads wait for no write.
    if (method === 'GET') done();
    else raw.once('close', shareOnePatience(done));
  });
  registerHealth(app, service);
  registerOpenApi(app, service);
  registerOperations(app, service);
  registerImages(app, service.db);
  registerProductPictures(app, service);
  await registerPages(app, service);
  await consolePages(app, service);
  if (demo) (await import('./demo-shop/mails/routes.ts')).registerDemoMails(app, service);
  if (setUp) await registerSetUp(app, service, setUp);
  return app;
}
