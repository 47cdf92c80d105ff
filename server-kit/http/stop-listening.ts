import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Closes the port. Returns once what is in flight has been answered, or was cut off at the end of the grace. */
export async function stopListening(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server } = app;
  // A connection that is kept alive after its last answer would keep the server open as well.
  const tidying = setInterval(() => server.closeIdleConnections(), 50);
  const impatience = setTimeout(() => server.closeAllConnections(), graceMs);
  // Connections that the system has made, and that nobody has looked at yet, would be reset with the port.
  await setImmediate();
  // The framework closes a server only if it made it listen itself.
  const closed = new Promise((resolve) => {
    server.close(resolve);
  });
  try {
    await Promise.all([app.close(), closed]);
  } finally {
    clearInterval(tidying);
    clearTimeout(impatience);
  }
}
