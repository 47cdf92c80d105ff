/** Builds the HTTP side of the proxy: which scope is guarded by what. `proxy.ts` makes it listen. */
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import { constants } from 'node:zlib';
import type { Logger } from 'pino';
import type { Renderer } from '../contract/shopper/rendering.ts';
import { shareOnePatience } from '../review-store/databases/patience.ts';
import { toUnavailable } from '../review-store/databases/unavailable.ts';
import type { ClientAddresses } from '../server-kit/network/client-address.ts';
import type { ConnectionLimits } from '../server-kit/network/connections.ts';
import { createHttpServer } from '../server-kit/http/http-server.ts';
import { registerFeedRoutes, type FeedRouteTools } from './feeds/routes.ts';
import { registerFiles, type FileOptions } from './http/files.ts';
import { chooseEncoding, SHORTEST_COMPRESSED } from '../server-kit/http/encoding.ts';
import { STOREFRONT_HEADER } from '../contract/endpoints/extensions.ts';
import { guardOrigins } from './http/origins.ts';
import { findBusiness } from './shopper/business.ts';
import { toRefusal } from './http/refusals.ts';
import { registerMerchantRoutes, type MerchantTools } from './merchant/routes.ts';
import { registerOperation, type OperationTools } from './operation.ts';
import { registerRenderRoutes } from './render/routes.ts';
import { registerShopperRoutes, type ShopperTools } from './shopper/routes.ts';

export interface AppOptions {
  readonly logger: Logger;
  readonly addresses: ClientAddresses;
  readonly connections: ConnectionLimits;
  /** Exact, the proxy's own among them. */
  readonly origins: ReadonlySet<string>;
  /** The beginning of links, without a slash at its end. */
  publicUrl(): string;
  readonly files: FileOptions;
  readonly tools: ShopperTools & FeedRouteTools & MerchantTools & OperationTools;
  /** Without it there are no merchant routes. */
  readonly merchantKey: string | undefined;
  /** Null where the elements were not built: then none can be rendered. */
  readonly renderer: Renderer | null;
}

export async function buildApp({
  logger,
  addresses,
  connections,
  origins,
  publicUrl,
  files,
  tools,
  merchantKey,
  renderer,
}: AppOptions): Promise<FastifyInstance> {
  const app = createHttpServer({
    logger,
    addresses,
    connections,
    readiness: tools.readiness,
    toRefusal: (error) => toUnavailable(error, 'proxy'),
    toEnvelope: toRefusal,
  });
  app.addHook('onRequest', ({ headers }, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    // Read once, by the rules of qualities: all that compresses finds a single name.
    headers['accept-encoding'] = chooseEncoding(headers['accept-encoding'] ?? '');
    done();
  });
  app.addHook('preHandler', ({ method }, { raw }, done) => {
    // A read waits for no write.
    if (method === 'GET') done();
    else raw.once('close', shareOnePatience(done));
  });
  await app.register(async (scope) => {
    guardOrigins(scope, origins, (origin, given) => {
      const business = findBusiness(given, tools.businesses);
      if (business !== undefined) tools.client.alwaysSend(business, STOREFRONT_HEADER, origin);
    });
    registerShopperRoutes(scope, tools);
    registerFeedRoutes(scope, tools);
    if (renderer) registerRenderRoutes(scope, { ...tools, renderer, publicUrl });
  });
  if (merchantKey !== undefined)
    await app.register(async (scope) => {
      // Only who has the key has anything compressed anew at each request.
      await scope.register(compress, {
        encodings: ['br', 'gzip'],
        threshold: SHORTEST_COMPRESSED,
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } },
      });
      registerMerchantRoutes(scope, merchantKey, tools);
    });
  await app.register(async (scope) => registerOperation(scope, tools));
  registerFiles(app, files);
  return app;
}
