/** A large file of a form, which goes to the disk as it arrives: nothing but what is under way is in memory. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { readPieces } from './body.ts';

/** For what stands around the file. */
const MAX_FRAME_BYTES = 64 * 1024;
/** Others write there, too. */
const LEFT_FREE_BYTES = 256 * 1024 * 1024;
const LONGEST_NAME = 200;

/**
 * Writes the file of a multipart form, which has no other field.
 * @param path - of a file that is not there yet; readable by its owner alone.
 * @returns its name there; null where no file was chosen.
 * @throws ApiError `malformed` for another body, `tooSlow`, `bodyTooLarge` also where the disk has no room for it.
 * Nothing is left then.
 */
export async function saveFile(
  { raw, headers }: FastifyRequest,
  path: string,
  maxBytes: number,
): Promise<string | null> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(dirname(path));
  if (Number(headers['content-length'] ?? 0) > bavail * bsize - LEFT_FREE_BYTES) throw noRoom();
  const saving: { readonly name: string; readonly bytes: Promise<number> }[] = [];
  try {
    const limits = { files: 1, fields: 1, parts: 1, fieldSize: MAX_FRAME_BYTES };
    const parser = new Busboy({ headers: { 'content-type': headers['content-type'] ?? '' }, limits });
    parser.on('file', (_field: string | undefined, file: Readable, given: string | undefined) => {
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      const bytes = pipeline(file, target).then(() => target.bytesWritten);
      bytes.catch((error: Error) => parser.destroy(error));
      saving.push({
        name: basename(given ?? '')
          .slice(0, LONGEST_NAME)
          .toWellFormed(),
        bytes,
      });
    });
    await pipeline(readPieces(raw, maxBytes + MAX_FRAME_BYTES), parser);
    for (const { name, bytes } of saving) if ((await bytes) > 0) return name || 'file';
    await rm(path, { force: true });
    return null;
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof ApiError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw noRoom();
    throw refuse('malformed', 'The form is cut off, or holds no file', { cause: error });
  }
}

const noRoom = () => refuse('bodyTooLarge', 'There is no room for this file on the disk of the service');
