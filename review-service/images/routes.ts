import type { FastifyInstance } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import type { Database } from '../data/tables.ts';
import { readImage } from './image-files.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Pictures are public, like the reviews that show them. Their addresses are random, and their content never changes.
 */
export function registerImages(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { key: string; file: string } }>('/images/:key/:file', async (request, reply) => {
    const { key, file } = request.params;
    const image = await readImage(db, key, file);
    if (!image) throw refuse('imageNotFound');
    const etag = `"${key}-${file}"`;
    reply.headers({
      etag,
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      'x-content-type-options': 'nosniff',
      // Shops on other origins show them, even under `Cross-Origin-Embedder-Policy`.
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))
      return reply.code(304).send();
    return reply.type(image.contentType).send(image.bytes);
  });
}
