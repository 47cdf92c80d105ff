import type { FastifyInstance } from 'fastify';

/** Closes the port. Returns once what is in flight has been answered, or was cut off at the end of the grace. */
export async function stopListening(app: FastifyInstance, graceMs: number): Promise<void> {
  // A connection that is kept alive after its last answer would keep the server open as well.
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  const impatience = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearInterval(tidying);
    clearTimeout(impatience);
  }
}
