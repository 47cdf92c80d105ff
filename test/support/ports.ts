/** Ports for what must be at the same address when it is started again, or cannot choose a port itself. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that systems give to whoever asks for any port: nobody is given one of these between two starts. Above
 * 10080, the last that browsers and `fetch` refuse to open.
 */
const FIRST = 10_081;
const LAST = 15_999;

/** @returns the first of so many neighbouring ports that are free. */
export async function freePort(neighbours = 1): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const first = randomInt(FIRST, LAST - neighbours);
    const ports = Array.from({ length: neighbours }, (_, index) => first + index);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
