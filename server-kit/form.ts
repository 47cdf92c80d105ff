/**
 * Reads what a POST of the API sends: a form, or multipart with files. Everything is bounded before it is kept, and
 * whatever the sender does wrong is an ApiError that says so.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../contract/errors.ts';
import { limits, type RawParameters } from '../contract/parameters.ts';

/** Largest uploaded file, in bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export interface UploadedFile {
  /** The form field it came under, such as `image1`. */
  readonly field: string;
  readonly bytes: Buffer;
}

export interface Form {
  readonly fields: RawParameters;
  readonly files: readonly UploadedFile[];
}

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: limits.images, fields: 100, fieldSize: 1024 * 1024, fieldNameSize: 100, parts: 120 },
  });
}

/** @throws ApiError 306 for a broken body, 311 with 413 for a file that is too large or one too many. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) return { fields: (request.body ?? {}) as RawParameters, files: [] };
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer();
        if (bytes.length > 0) files.push({ field: part.fieldname, bytes });
        continue;
      }
      const value = typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
      const earlier = fields[part.fieldname];
      fields[part.fieldname] = earlier === undefined ? value : [earlier, value].flat();
    }
  } catch (error) {
    throw toApiError(error);
  }
  return { fields, files };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new ApiError(311, `An image is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB`, { http: 413 });
  if (code === 'FST_FILES_LIMIT') return new ApiError(311, `More than ${limits.images} images were sent`, { http: 413 });
  if (code.startsWith('FST_') && code.endsWith('_LIMIT')) return new ApiError(306, 'The form has too many fields', { http: 413 });
  // A missing boundary, a truncated body, a header inside a part that is none: all of them the sender's.
  return new ApiError(306, 'The multipart body is malformed', { http: 400, cause: error });
}
