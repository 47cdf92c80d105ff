/**
 * Reads what a POST of the API sends: a form, or multipart with files. Nothing of a body is read before its handler asks
 * for it here; everything is bounded before it is kept, and whatever the sender does wrong is an ApiError that says so.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import querystring from 'node:querystring';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, refuse } from '../contract/errors.ts';
import { MOST_IMAGES } from '../contract/limits.ts';
import type { RawParameters } from '../contract/parameters.ts';
import { bodyBudget, type HeldBody } from './body-budget.ts';
import { Blocks } from './blocks.ts';
import { readPieces } from './body.ts';
import { isKnownType, MAX_IMAGE_BYTES } from './images.ts';

/** Largest text of a form, names and values together, in bytes. */
const MAX_TEXT_BYTES = 256 * 1024;
/** What stands between the parts of a multipart body, at most, in bytes. */
const MAX_FRAME_BYTES = 128 * 1024;
const MAX_FIELDS = 100;
/** So many bytes at its beginning say what a file is. */
const TYPE_BYTES = 16;
/** Largest body of all, in bytes. */
export const MAX_BODY_BYTES = MOST_IMAGES * MAX_IMAGE_BYTES + MAX_TEXT_BYTES + MAX_FRAME_BYTES;

/** A picture as it was sent, and what it was made into as soon as it had arrived. */
export interface UploadedFile<Content> {
  /** The form field it came under, such as `image1`. */
  readonly field: string;
  /** SHA-256 of what was sent, in hexadecimal. */
  readonly digest: string;
  /** The refusal of what cannot be taken. */
  readonly content: Content | ApiError;
}

export interface Form<Content = unknown> {
  readonly fields: RawParameters;
  readonly files: readonly UploadedFile<Content>[];
}

/** What becomes of pictures. They are worked on one at a time, so that a form holds one of them as it was sent. */
export interface FileReader<Content> {
  /** False for a field whose files are passed over. */
  wants(field: string): boolean;
  /** @throws ApiError `imageRefused` */
  prepare(pieces: readonly Buffer[]): Promise<Content>;
  /** In bytes. */
  sizeOf(content: Content): number;
}

export interface FormOptions<Content> {
  /** Without it files are refused. */
  readonly files?: FileReader<Content>;
  /** True for who has shown a key or a token: then no share of one address bounds what is sent. */
  readonly isKnown?: boolean;
}

/** Takes bodies of these types, and leaves reading them to `readForm`. */
export function registerForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], (_request, _payload, done) => done(null));
}

/**
 * @throws ApiError `malformed` for a broken body, `bodyTooLarge`, `tooSlow`, `imageRefused` for files that
 * are not taken, too large or too many, `unavailable` where too much is being sent to this process.
 */
export async function readForm<Content = never>(request: FastifyRequest, { files, isKnown = false }: FormOptions<Content> = {}): Promise<Form<Content>> {
  const { raw, answer } = request;
  const held = bodyBudget.open(isKnown ? null : request.network);
  try {
    const form = isMultipart(request) ? await readMultipart(request, held, files) : await readUrlEncoded(request, held);
    if (answer.closed) throw refuse('malformed', 'The request was given up', { cause: raw.errored });
    answer.once('close', () => held.release());
    return form;
  } catch (error) {
    held.release();
    throw error;
  }
}

/** The picture, once it is wanted. @throws the refusal of one that cannot be taken. */
export function contentOf<Content>({ content }: Pick<UploadedFile<Content>, 'content'>): Content {
  if (content instanceof ApiError) throw content;
  return content;
}

const isMultipart = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

async function readUrlEncoded({ raw }: FastifyRequest, held: HeldBody): Promise<Form<never>> {
  const pieces: Buffer[] = [];
  for await (const piece of readPieces(raw, MAX_TEXT_BYTES)) {
    await held.take(piece.length);
    pieces.push(piece);
  }
  return { fields: querystring.parse(Buffer.concat(pieces).toString()), files: [] };
}

async function readMultipart<Content>({ raw }: FastifyRequest, held: HeldBody, files: FileReader<Content> | undefined): Promise<Form<Content>> {
  const parts = new Parts(raw.headers['content-type']!, held, files);
  let isEmpty = true;
  for await (const piece of readPieces(raw, files ? MAX_BODY_BYTES : MAX_TEXT_BYTES + MAX_FRAME_BYTES)) {
    isEmpty = false;
    await held.take(piece.length);
    await parts.write(piece);
  }
  if (!isEmpty) await parts.end();
  return { fields: parts.fields, files: parts.files };
}

/** The parts of one multipart body, as far as they have arrived. */
class Parts<Content> {
  readonly fields = Object.create(null) as Record<string, string | string[]>;
  readonly files: UploadedFile<Content>[] = [];
  readonly #parser: InstanceType<typeof Busboy>;
  readonly #held: HeldBody;
  readonly #reader: FileReader<Content> | undefined;
  /** What files have been made into, in the order in which they came. */
  #preparing: Promise<unknown> = Promise.resolve();
  #failure: ApiError | null = null;
  /** Called where the parser has worked up what it was given, or failed at it. */
  #goOn: () => void = () => {};
  #parts = 0;
  #textBytes = 0;
  #bytes = 0;
  #fileBytes = 0;

  constructor(contentType: string, held: HeldBody, reader: FileReader<Content> | undefined) {
    this.#held = held;
    this.#reader = reader;
    try {
      this.#parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { fileSize: MAX_IMAGE_BYTES + 1, files: MOST_IMAGES, fields: MAX_FIELDS, fieldSize: MAX_TEXT_BYTES + 1, parts: MAX_FIELDS + MOST_IMAGES },
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
      // A missing boundary, a truncated body, a header inside a part that is none: all of them the sender's.
      .on('error', (error) => { this.#fail(malformed(error)); this.#goOn(); });
  }

  /** Returns once what has arrived is worked up, so that the sender waits meanwhile. */
  async write(piece: Buffer): Promise<void> {
    this.#bytes += piece.length;
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
      this.#parser.write(piece, () => resolve());
    });
    await this.#settle();
    // Parts without a name, and what stands before the first one, are kept nowhere; but nobody has a use for them.
    if (this.#bytes - this.#fileBytes > MAX_TEXT_BYTES + MAX_FRAME_BYTES + piece.length) throw this.#parts > 0 ? tooMuchText() : malformed();
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
    this.fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }

  #addFile(field: string | undefined, file: Readable): void {
    this.#parts += 1;
    file.on('error', (error) => this.#fail(malformed(error)));
    if (!this.#reader) {
      file.resume();
      return this.#fail(refuse('imageRefused', 'This operation takes no files'));
    }
    const wanted = field !== undefined && this.#reader.wants(field);
    const hash = createHash('sha256');
    const kept = new Blocks();
    let size = 0;
    let isKept = wanted;
    file.on('data', (piece: Buffer) => {
      this.#fileBytes += piece.length;
      size += piece.length;
      hash.update(piece);
      if (isKept) kept.add(piece);
      else this.#held.change(-piece.length);
      // Of what is no picture the beginning is enough to refuse it.
      if (isKept && size >= TYPE_BYTES && !isKnownType(kept.pieces[0]!)) isKept = false;
      if (size > MAX_IMAGE_BYTES) this.#fail(refuse('imageTooLarge', `An image is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB`));
    });
    file.on('end', () => {
      if (wanted && size > 0) this.#preparing = this.#prepare(field, hash.digest('hex'), kept);
    });
  }

  async #prepare(field: string, digest: string, kept: Blocks): Promise<void> {
    const { prepare, sizeOf } = this.#reader!;
    const file = { field, digest };
    await this.#preparing;
    try {
      if (this.#failure) return;
      const content = await prepare(kept.pieces);
      this.#held.change(sizeOf(content));
      this.files.push({ ...file, content });
    } catch (error) {
      if (error instanceof ApiError) this.files.push({ ...file, content: error });
      else this.#fail(refuse('unexpected', undefined, { cause: error }));
    } finally {
      this.#held.change(-kept.size);
      kept.free();
    }
  }
}

const malformed = (cause?: unknown) => refuse('malformed', 'The multipart body is malformed', { cause });
const tooMuchText = () => refuse('bodyTooLarge', `The text of the form is larger than ${MAX_TEXT_BYTES / 1024} KB`);
const tooManyFields = () => refuse('bodyTooLarge', 'The form has too many fields');
