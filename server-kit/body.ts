/** The body of a request as it arrives: bounded, and no slower than whoever means it would send it. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError, refuse } from '../contract/errors.ts';
import { collectAfter } from './garbage.ts';

/** A sender may keep silent for so many milliseconds; each KB earns a second of it back. */
const PATIENCE_MS = 10_000;
/** 1 KB a second. */
const MIN_BYTES_PER_MS = 1_024 / 1_000;

/**
 * Piece by piece. What of it is not read stays on the connection.
 * @throws ApiError `bodyTooLarge` for more than so many bytes, `tooSlow` where it comes too slowly, `malformed` where it ends
 * before its end.
 */
export async function* readPieces(request: IncomingMessage, maxBytes: number): AsyncGenerator<Buffer, void> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const pieces = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let patienceMs = PATIENCE_MS;
  let bytes = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const piece = await inTime(pieces.next(), patienceMs);
      if (piece.done) return;
      bytes += piece.value.length;
      if (bytes > maxBytes) throw tooLarge();
      const waitedMs = performance.now() - begun;
      patienceMs = Math.min(PATIENCE_MS, patienceMs - waitedMs + piece.value.length / MIN_BYTES_PER_MS);
      yield piece.value;
      collectAfter(piece.value.length);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : refuse('malformed', 'The body is cut off', { cause: error });
  } finally {
    // Waits for the piece that never came: nobody waits for it here.
    void pieces.return?.();
  }
}

const tooLarge = () => refuse('bodyTooLarge');

async function inTime<Result>(piece: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // Where this process itself was held up, the piece may be there, and is read in the turn that follows.
    timer = setTimeout(() => void nextTurn().then(() => reject(refuse('tooSlow', 'The body arrives too slowly'))), Math.max(1, ms));
  });
  try {
    return await Promise.race([piece, late]);
  } finally {
    clearTimeout(timer);
    piece.catch(() => {});
  }
}

/**
 * Lets what is left of a body pass unread, so that the next request on the connection is served, and closes the
 * connection where that would take too long.
 */
export function passOver(request: IncomingMessage, maxBytes: number): void {
  if (request.complete) return;
  const { socket } = request;
  const last = socket.bytesRead + maxBytes;
  let seen = socket.bytesRead;
  request.resume();
  const watch = setInterval(() => {
    if (request.complete) return clearInterval(watch);
    const { bytesRead } = socket;
    if (bytesRead > last || bytesRead - seen < PATIENCE_MS * MIN_BYTES_PER_MS) socket.destroy();
    seen = bytesRead;
  }, PATIENCE_MS).unref();
  request.once('close', () => clearInterval(watch));
}
