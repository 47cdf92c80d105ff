/**
 * Reads what a POST of the API sends: a form, or multipart with files. No body is read before its handler asks for it
 * here. Everything is bounded before it is kept, and whatever the sender does wrong is an ApiError that says so.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import querystring from 'node:querystring';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { MOST_IMAGES } from '../../contract/endpoints/limits.ts';
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import { bodyBudget, type BodyShare } from './body-budget.ts';
import { Blocks } from './blocks.ts';
import { readPieces } from './body.ts';
import { isKnownType, MAX_IMAGE_BYTES } from '../pictures/images.ts';
import type { Turn } from '../turns.ts';

/** For all names and values of a form together. */
const MAX_TEXT_BYTES = 256 * 1024;
/** For what stands between the parts of a multipart body. */
const MAX_FRAME_BYTES = 128 * 1024;
const MAX_FIELDS = 100;
/** A file shows its type within its first bytes. */
const TYPE_BYTES = 16;
/** No body may be larger. */
export const MAX_BODY_BYTES = MOST_IMAGES * MAX_IMAGE_BYTES + MAX_TEXT_BYTES + MAX_FRAME_BYTES;

/** A picture that was sent, and what it was made into as soon as it had arrived. */
export interface UploadedFile<Content> {
  /** The form field it came under, such as `image1`. */
  readonly field: string;
  /** SHA-256 of what was sent, in hexadecimal. */
  readonly digest: string;
  /** Or why it is refused. */
  readonly content: Content | ApiError;
}

export interface Form<Content = unknown> {
  readonly fields: RawParameters;
  readonly files: readonly UploadedFile<Content>[];
  /** Fields whose files were skipped, since the operation has no use for them. */
  readonly skipped: readonly string[];
}

/** Turns files into content: one at a time, so that only one is in memory as it was sent. */
export interface FileReader<Content> {
  /** For files that are no pictures: of one, at most. */
  readonly maxBytes?: number;
  /** False for a field whose files are skipped. */
  wants(field: string): boolean;
  /** @throws ApiError `imageRefused` */
  prepare(pieces: readonly Buffer[], turn: Turn): Promise<Content>;
  bytesOf(content: Content): number;
}

export interface FormOptions<Content> {
  /** Without it files are refused. */
  readonly files?: FileReader<Content>;
  /** True for a sender with a key or a token, who may use more memory than one address has. */
  readonly isKnown?: boolean;
}

/** Accepts bodies of these types, and leaves reading them to `readForm`. */
export function registerForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, _payload, done) =>
    done(null),
  );
}

/**
 * @throws ApiError `malformed` for a broken body, `bodyTooLarge`, `tooSlow`, `imageRefused` for files that are not
 * accepted, too large or too many, `unavailable` where this process is receiving too much.
 */
export async function readForm<Content = never>(
  request: FastifyRequest,
  { files, isKnown = false }: FormOptions<Content> = {},
): Promise<Form<Content>> {
  const { raw, answer } = request;
  const share = bodyBudget.open(isKnown ? null : request.network);
  try {
    const form = isMultipart(request)
      ? await readMultipart(request, share, files)
      : await readUrlEncoded(request, share);
    if (answer.closed) throw refuse('malformed', 'The request was given up', { cause: raw.errored });
    answer.once('close', () => share.release());
    return form;
  } catch (error) {
    share.release();
    throw error;
  }
}

/** The picture. @throws ApiError why it is refused. */
export function contentOf<Content>({ content }: Pick<UploadedFile<Content>, 'content'>): Content {
  if (content instanceof ApiError) throw content;
  return content;
}

export const isMultipart = ({ headers }: FastifyRequest): boolean =>
  /^multipart\/form-data/i.test(headers['content-type'] ?? '');

async function readUrlEncoded({ raw }: FastifyRequest, share: BodyShare): Promise<Form<never>> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(raw, MAX_TEXT_BYTES)) {
    await share.take(piece.length);
    pieces.push(piece);
  }
  const fields = querystring.parse(Buffer.concat(pieces).toString());
  for (const name in fields) fields[name] = asTyped(fields[name]);
  return { fields, files: [], skipped: [] };
}

/** A value, or all values of a name, as in the field: browsers send two characters for a line break, which is one. */
const asTyped = <Value extends string | string[] | undefined>(given: Value): Value =>
  (Array.isArray(given) ? given.map(asTyped) : given?.toWellFormed().replace(/\r\n?/g, '\n')) as Value;

async function readMultipart<Content>(
  { raw, answer }: FastifyRequest,
  share: BodyShare,
  files: FileReader<Content> | undefined,
): Promise<Form<Content>> {
  const gone = new AbortController();
  answer.once('close', () => gone.abort());
  const parts = new Parts(raw.headers['content-type']!, share, { files, signal: gone.signal });
  let isEmpty = true;
  for await (const piece of readPieces(raw, files ? MAX_BODY_BYTES : MAX_TEXT_BYTES + MAX_FRAME_BYTES)) {
    isEmpty = false;
    await share.take(piece.length);
    await parts.write(piece);
  }
  if (!isEmpty) await parts.end();
  return { fields: parts.fields, files: parts.files, skipped: parts.skipped };
}

/** The parts of one multipart body that have arrived. */
class Parts<Content> {
  readonly fields = Object.create(null) as Record<string, string | string[]>;
  readonly files: UploadedFile<Content>[] = [];
  readonly skipped: string[] = [];
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #share: BodyShare;
  readonly #turn: Turn;
  readonly #reader: FileReader<Content> | undefined;
  /** Settles when all files that have arrived are prepared, in their order. */
  #preparing: Promise<unknown> = Promise.resolve();
  #failure: ApiError | null = null;
  /** Called when the parser has handled what it was given, or has failed. */
  #goOn: () => void = () => {};
  #parts = 0;
  #textBytes = 0;
  #bytes = 0;
  #fileBytes = 0;

  constructor(
    contentType: string,
    share: BodyShare,
    { files, signal }: { readonly files: FileReader<Content> | undefined; readonly signal: AbortSignal },
  ) {
    this.#turn = { address: share.address, signal };
    this.#share = share;
    this.#reader = files;
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: {
          fileSize: MAX_BODY_BYTES,
          files: MOST_IMAGES,
          fields: MAX_FIELDS,
          fieldSize: MAX_TEXT_BYTES + 1,
          parts: MAX_FIELDS + MOST_IMAGES,
        },
      });
    } catch (error) {
      throw malformed(error);
    }
    this.#parser
      .on('field', (name: string | undefined, value: string) => this.#addField(name, value))
      .on('file', (name: string | undefined, file: Readable) => this.#addFile(name, file))
      .on('filesLimit', () => this.#fail(refuse('imageTooLarge', `More than ${MOST_IMAGES} images were sent`)))
      .on('fieldsLimit', () => this.#fail(tooManyFields()))
      .on('partsLimit', () => this.#fail(tooManyFields()))
      // A missing boundary, a truncated body, a broken header inside a part: all of them the sender's fault.
      .on('error', (error) => {
        this.#fail(malformed(error));
        this.#goOn();
      });
  }

  /** Returns once it has been handled, so that the sender waits until then. */
  async write(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.#parser.write(piece, () => resolve());
    });
    await this.#settle();
    // Parts without a name, and what stands before the first part, take no memory, but nobody has a use for them.
    if (this.#bytes - this.#fileBytes > MAX_TEXT_BYTES + MAX_FRAME_BYTES + piece.length)
      throw this.#parts > 0 ? tooMuchText() : malformed();
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.#parser.once('finish', resolve).end();
    });
    await this.#settle();
  }

  async #settle(): Promise<void> {
    await this.#preparing;
    if (this.#failure) throw this.#failure;
  }

  #fail(failure: ApiError): void {
    this.#failure ??= failure;
  }

  #addField(name: string | undefined, value: string): void {
    this.#parts += 1;
    if (name === undefined) return;
    this.#textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (this.#textBytes > MAX_TEXT_BYTES) return this.#fail(tooMuchText());
    const earlier = this.fields[name];
    const text = asTyped(value);
    this.fields[name] = earlier === undefined ? text : [earlier, text].flat();
  }

  #addFile(field: string | undefined, file: Readable): void {
    this.#parts += 1;
    file.on('error', (error) => this.#fail(malformed(error)));
    if (!this.#reader) {
      file.resume();
      return this.#fail(refuse('imageRefused', 'This operation takes no files'));
    }
    const { maxBytes } = this.#reader;
    const mostBytes = maxBytes ?? MAX_IMAGE_BYTES;
    const wanted = field !== undefined && this.#reader.wants(field);
    if (field !== undefined && !wanted) this.skipped.push(field);
    const hash = createHash('sha256');
    const kept = new Blocks();
    let size = 0;
    let isKept = wanted;
    const drop = () => {
      this.#share.change(-kept.sizeBytes);
      kept.free();
    };
    file.on('data', (piece: Buffer) => {
      this.#fileBytes += piece.length;
      size += piece.length;
      hash.update(piece);
      // One that is too large is passed over: what else was sent is worth an answer of its own.
      if (size > mostBytes) {
        isKept = false;
        drop();
      }
      if (isKept) kept.add(piece);
      else this.#share.change(-piece.length);
      // The beginning of a file is enough to refuse what is not a picture.
      if (isKept && maxBytes === undefined && size >= TYPE_BYTES && !isKnownType(kept.pieces[0]!)) isKept = false;
      if (maxBytes !== undefined && size > maxBytes) this.#fail(fileTooLarge(maxBytes));
    });
    file.on('end', () => {
      if (!wanted || size === 0) return;
      const digest = hash.digest('hex');
      if (size > mostBytes) this.files.push({ field, digest, content: imageTooLarge() });
      else this.#preparing = this.#prepare(field, digest, kept);
    });
  }

  async #prepare(field: string, digest: string, kept: Blocks): Promise<void> {
    const { prepare, bytesOf } = this.#reader!;
    const file = { field, digest };
    await this.#preparing;
    try {
      if (this.#failure) return;
      const content = await prepare(kept.pieces, this.#turn);
      this.#share.change(bytesOf(content));
      this.files.push({ ...file, content });
    } catch (error) {
      if (error instanceof ApiError) this.files.push({ ...file, content: error });
      else this.#fail(refuse('unexpected', undefined, { cause: error }));
    } finally {
      this.#share.change(-kept.sizeBytes);
      kept.free();
    }
  }
}

const malformed = (cause?: unknown) => refuse('malformed', 'The multipart body is malformed', { cause });
const tooMuchText = () => refuse('bodyTooLarge', `The text of the form is larger than ${MAX_TEXT_BYTES / 1024} KB`);
const imageTooLarge = () => refuse('imageTooLarge', `An image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`);
const fileTooLarge = (maxBytes: number) =>
  refuse('bodyTooLarge', `The file is larger than ${maxBytes / 1024 / 1024} MB`);
const tooManyFields = () => refuse('bodyTooLarge', 'The form has too many fields');
