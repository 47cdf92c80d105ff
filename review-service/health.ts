import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../contract/errors.ts';
import type { Service } from './context.ts';

export function registerHealth(app: FastifyInstance, service: Service): void {
  const ok = { status: 'OK', success: true };
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send(ok));
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(service.db);
    } catch (error) {
      throw new ApiError(503, 'The service cannot reach its data at the moment', { retryAfter: 2, cause: error });
    }
    return reply.header('cache-control', 'no-store').send(ok);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.header('cache-control', 'no-store').type(service.metrics.registry.contentType).send(await service.metrics.registry.metrics()),
  );
}
