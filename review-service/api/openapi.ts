/** `/v1/openapi.json`: all operations. */
import type { FastifyInstance } from 'fastify';
import { describeApi } from './api-description.ts';
import type { Service } from '../context.ts';

export function registerOpenApi(app: FastifyInstance, service: Service): void {
  let document: string | undefined;
  app.get('/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(describeApi(`${service.addresses.publicUrl}/v1`));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
