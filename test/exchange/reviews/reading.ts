/** Reads files of reviews for tests, and says in a line what each review became. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Found, ImportedReview } from '../../../exchange/reviews/imported-review.ts';
import { openReviews, type ReadingOptions } from '../../../exchange/reviews/review-file.ts';

export const now = Date.parse('2026-11-26T12:00:00Z');

export const fileOf = (name: string): string => join(import.meta.dirname, 'files', name);

/** As a slow disk brings it: characters and lines are cut anywhere. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}

/** @param input - the name of a file, or its bytes. */
export async function read(input: string | Buffer, options: Partial<ReadingOptions> = {}) {
  const open = () => (typeof input === 'string' ? createReadStream(fileOf(input)) : inPieces(input));
  const file = await openReviews(open, { now, ...options });
  const found: Found[] = [];
  for await (const one of file.read()) found.push(one);
  return { file, found, lines: found.map(lineOf) };
}

export const table = (text: string): Buffer => Buffer.from(text);

function lineOf(found: Found): string {
  if ('refused' in found) return `${found.line} refused: ${found.refused}`;
  const { product, state } = found;
  return [
    found.line,
    product ? ['sku', 'id', 'handle', 'url', 'title'].map((name) => product[name as 'sku']).join('|') : 'shop',
    `${found.stars}*`,
    `${found.title}/${found.content.replaceAll('\n', '\\n')}`,
    `${found.firstName} ${found.lastName}`.trim(),
    `<${found.email ?? ''}>`,
    new Date(found.created).toISOString(),
    state.is + (state.reason === null ? '' : ` (${state.reason})`),
    ...further(found),
  ].join('  ');
}

function further(found: ImportedReview): string[] {
  const { vendorId, verified, incentivised, reply, photos, refusedPhotos } = found;
  return [
    ...(vendorId === null ? [] : [`no ${vendorId}`]),
    ...(verified === null ? [] : [verified ? 'verified' : 'not verified']),
    ...(incentivised === null ? [] : [incentivised ? 'incentivised' : 'not incentivised']),
    ...(reply === null
      ? []
      : [`reply ${reply.content} ${reply.created === null ? '-' : new Date(reply.created).toISOString()}`]),
    ...photos.map((url) => `photo ${url}`),
    ...refusedPhotos.map(({ url, reason }) => `no photo ${url}: ${reason}`),
    ...(found.votesUp + found.votesDown === 0 ? [] : [`votes ${found.votesUp} ${found.votesDown}`]),
    ...(found.orderId === null ? [] : [`order ${found.orderId}`]),
    ...(found.location === null ? [] : [`from ${found.location}`]),
    ...found.attributes.map(({ name, value }) => `${name}=${value}`),
    ...(found.datasource === '' ? [] : [found.datasource]),
  ];
}
