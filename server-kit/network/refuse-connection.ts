import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiError } from '../../contract/endpoints/errors.ts';

/** How long a client has to read why it was refused. */
const GRACE_MS = 1_000;

/** The answer on a connection that has no request, written by hand; then the connection is closed. */
export function refuseConnection(socket: Duplex, refusal: ApiError): void {
  const body = JSON.stringify(refusal.toEnvelope());
  const headers = [
    `HTTP/1.1 ${refusal.http} ${STATUS_CODES[refusal.http]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refusal.retryAfterSeconds === undefined
      ? []
      : [`Retry-After: ${Math.max(1, Math.ceil(refusal.retryAfterSeconds))}`]),
    'Connection: close',
  ];
  socket.on('error', () => {});
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
  // Closing at once, with data unread, would discard the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), GRACE_MS).unref();
}
