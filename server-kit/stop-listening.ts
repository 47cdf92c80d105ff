import type { FastifyInstance } from 'fastify';

/** Closes the port, and returns when what is in flight was answered, or was cut off after so many milliseconds. */
export async function stopListening(app: FastifyInstance, graceMs: number): Promise<void> {
  // A connection that is kept alive after the last answer on it would keep the server as well.
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  const impatience = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(tidying);
    clearTimeout(impatience);
  }
}
