/**
 * The port of a program, open before the program is: loading it and its data takes a second or more. Clients that
 * connect meanwhile are not refused, but wait until the server takes over. After three seconds nobody waits any
 * longer: then the answer is 503, with `Retry-After`.
 *
 * On Linux the port can be shared (`SO_REUSEPORT`), so that a program can be replaced by one that runs beside it. It is
 * looked at first, since a port that can be shared would otherwise be taken twice by mistake.
 */
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import { refuseConnection } from './refuse-connection.ts';
import { noteOwnPort } from './own-places.ts';

export interface Address {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface DoorwayOptions extends Address {
  /** Shares the port with a program that listens on it already; nobody waits here, since that one answers. */
  readonly isBeside?: boolean;
  /** How many connections may wait. */
  readonly mostWaiting?: number;
  /** How long they do, in milliseconds. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 3_000;
const RETRY_AFTER_SECONDS = 1;
const MOST_WAITING = 2_000;

export class Doorway {
  static readonly canShare = process.platform === 'linux';
  readonly #address: Address;
  /** Null where another program answers until the server does. */
  readonly #door: Server | null;
  readonly #waiting = new Set<Socket>();
  readonly #impatience: NodeJS.Timeout;
  #isPatient = true;

  private constructor(address: Address, door: Server | null, patienceMs: number) {
    this.#address = address;
    this.#door = door;
    door?.on('connection', (socket) => this.#take(socket));
    this.#impatience = setTimeout(() => this.#giveUp(), patienceMs).unref();
  }

  /** @throws as `listen` does: `EADDRINUSE` where another program has the port. */
  static async open(options: DoorwayOptions): Promise<Doorway> {
    const { host, port, isBeside = false, mostWaiting = MOST_WAITING, patienceMs = PATIENCE_MS } = options;
    const address = { host, port };
    if (isBeside) return new Doorway(address, null, patienceMs);
    const isShared = Doorway.canShare && port !== 0;
    if (isShared) await end(await begin(createServer(), address));
    const door = createServer({ pauseOnConnect: true });
    door.maxConnections = mostWaiting;
    const doorway = new Doorway(address, door, patienceMs);
    await begin(door, { ...address, reusePort: isShared });
    return doorway;
  }

  /** From now on the server answers, those who wait first. */
  async handTo(server: HttpServer): Promise<void> {
    clearTimeout(this.#impatience);
    if (!this.#door) return void (await begin(server, { ...this.#address, reusePort: true }));
    // The same socket goes on listening.
    server.listen(this.#door);
    await once(server, 'listening');
    for (const socket of this.#waiting) {
      socket.removeAllListeners();
      server.emit('connection', socket);
      socket.resume();
    }
    this.#waiting.clear();
  }

  /** Where the server never came to be. */
  close(): void {
    clearTimeout(this.#impatience);
    this.#door?.close();
    for (const socket of this.#waiting) socket.destroy();
  }

  #take(socket: Socket): void {
    if (!this.#isPatient) return sendAway(socket);
    this.#waiting.add(socket);
    socket.on('error', () => {}).on('close', () => this.#waiting.delete(socket));
  }

  #giveUp(): void {
    this.#isPatient = false;
    for (const socket of this.#waiting) sendAway(socket);
    this.#waiting.clear();
  }
}

const sendAway = (socket: Socket): void =>
  refuseConnection(
    socket,
    refuse('unavailable', 'The program is starting', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  );

/** Makes a server listen: where there is a doorway, through that. */
export async function listen(
  app: FastifyInstance,
  { host, port, doorway }: Address & { readonly doorway?: Doorway },
): Promise<void> {
  if (doorway) {
    await app.ready();
    await doorway.handTo(app.server);
  } else {
    await app.listen({ host, port });
  }
  noteOwnPort(app.server);
}

async function begin<Listening extends Server>(server: Listening, options: ListenOptions): Promise<Listening> {
  server.listen(options);
  await once(server, 'listening');
  return server;
}

async function end(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
