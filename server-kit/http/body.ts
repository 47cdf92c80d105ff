/** The body of a request as it arrives: bounded in size, and not slower than an honest sender would be. */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { collectAfter } from './garbage.ts';

/** How long a sender may be silent in all; each KB earns a second back. */
const PATIENCE_MS = 10_000;
/** 1 KB a second. */
const MIN_BYTES_PER_MS = 1_024 / 1_000;

/**
 * Piece by piece. Bytes that are not read stay on the connection.
 * @throws ApiError `bodyTooLarge` for more bytes than that, `tooSlow` where they come too slowly, `malformed` where the
 * body is cut off.
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
    // It may wait for a piece that never comes, so nobody waits for it here.
    void pieces.return?.();
  }
}

const tooLarge = () => refuse('bodyTooLarge');

async function inTime<Result>(piece: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // If this process was held up itself, the piece may be there already: the next run of the event loop reads it.
  using _timer = setTimeout(
    () => void nextLoop().then(() => late.reject(refuse('tooSlow', 'The body arrives too slowly'))),
    Math.max(1, timeoutMs),
  );
  piece.catch(() => {});
  return await Promise.race([piece, late.promise]);
}

/**
 * Skips the rest of a body, so that the next request on the connection can be served; closes the connection where
 * that would take too long.
 */
export function passOver(request: IncomingMessage, maxBytes: number): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  const last = socket.bytesRead + maxBytes;
  let seen = socket.bytesRead;
  request.on('data', (piece: Buffer) => collectAfter(piece.length));
  const watch = setInterval(() => {
    if (request.complete) return end();
    const { bytesRead } = socket;
    if (bytesRead > last || bytesRead - seen < PATIENCE_MS * MIN_BYTES_PER_MS) socket.destroy();
    seen = bytesRead;
  }, PATIENCE_MS).unref();
  const end = (): void => {
    clearInterval(watch);
    socket.off('close', end);
  };
  request.once('close', end);
  // A request that was answered is not told that its connection has gone.
  socket.once('close', end);
}
