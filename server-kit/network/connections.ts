/**
 * How many connections there may be in all and from one address. The connections of a trusted proxy are those of many
 * addresses, so behind one it is the requests of an address at a time that count. Where there are too many, an idle
 * connection makes room for the next: somebody who opens hundreds and says nothing keeps nobody out.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, refuse } from '../../contract/endpoints/errors.ts';
import { networkOf, type ClientAddresses } from './client-address.ts';
import { refuseConnection } from './refuse-connection.ts';

export interface ConnectionLimits {
  /** For the whole server. */
  readonly total: number;
  /** For one network. */
  readonly perAddress: number;
}

export const defaultConnectionLimits: ConnectionLimits = { total: 2_000, perAddress: 100 };

interface Open {
  /** The network that it counts for; null for a trusted proxy's. */
  readonly network: string | null;
  /** By `performance.now()`. */
  readonly openedAt: number;
}

const RETRY_AFTER_SECONDS = 5;
/** A client that opens a connection for a purpose sends a request sooner. */
const SILENT_MS = 1_000;

export interface ConnectionTools {
  readonly limits: ConnectionLimits;
  readonly addresses: ClientAddresses;
}

export class Connections {
  readonly #tools: ConnectionTools;
  /** Oldest first. */
  readonly #all = new Map<Socket, Open>();
  readonly #byNetwork = new Map<string, Set<Socket>>();
  /** How many requests are being answered on each connection. */
  readonly #busy = new Map<Socket, number>();
  /** How many requests of each network behind a trusted proxy are being answered. */
  readonly #forwarded = new Map<string, number>();
  /** Says whether one of these is counted just now. */
  readonly #counting = new WeakMap<IncomingMessage, (isCounted: boolean) => void>();

  constructor(tools: ConnectionTools) {
    this.#tools = tools;
  }

  /** Puts itself in front of the parser: a connection that is refused never reaches it. */
  guard(server: Server): void {
    // Refusing takes a moment too: past twice as many, connections are closed without an answer.
    server.maxConnections = 2 * this.#tools.limits.total;
    const listeners = server.listeners('connection') as ((socket: Socket) => void)[];
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      const refusal = this.#admit(socket);
      if (refusal) refuseConnection(socket, refusal);
      else for (const listener of listeners) listener.call(server, socket);
    });
  }

  /** @throws ApiError `tooManyRequests` where too many requests of this address are being answered. */
  begin(request: IncomingMessage, answer: ServerResponse): void {
    const { socket } = request;
    add(this.#busy, socket, 1);
    answer.once('close', () => add(this.#busy, socket, -1));
    if (
      request.headers['x-forwarded-for'] === undefined ||
      !this.#tools.addresses.isTrusted(socket.remoteAddress ?? '')
    )
      return;
    const network = this.#tools.addresses.of(request);
    let wasCounted = false;
    const count = (isCounted: boolean) => {
      if (isCounted !== wasCounted) add(this.#forwarded, network, isCounted ? 1 : -1);
      wasCounted = isCounted;
    };
    count(true);
    this.#counting.set(request, count);
    answer.once('close', () => count(false));
    if (this.#forwarded.get(network)! > this.#tools.limits.perAddress) throw tooManyOfAddress();
  }

  /**
   * For a request that only waits: it takes nobody's place meanwhile.
   * @returns what ends that.
   */
  stepAside(request: IncomingMessage, answer: ServerResponse): () => void {
    const { socket } = request;
    const open = this.#all.get(socket);
    this.#forget(socket);
    this.#counting.get(request)?.(false);
    return () => {
      if (open && !socket.destroyed) this.#keep(socket, open);
      if (!answer.closed) this.#counting.get(request)?.(true);
    };
  }

  #admit(socket: Socket): ApiError | null {
    const { total, perAddress } = this.#tools.limits;
    const address = socket.remoteAddress ?? '';
    const network = this.#tools.addresses.isTrusted(address) ? null : networkOf(address);
    const neighbours = network === null ? undefined : this.#byNetwork.get(network);
    if (neighbours && neighbours.size >= perAddress && !this.#makeRoom(neighbours)) return tooManyOfAddress();
    if (this.#all.size >= total && !this.#makeRoom(this.#all.keys()))
      return refuse('unavailable', 'There are too many connections', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    this.#keep(socket, { network, openedAt: performance.now() });
    socket.once('close', () => this.#forget(socket));
    return null;
  }

  /** Closes the oldest connection that never had a request, or else one that is idle between two. */
  #makeRoom(sockets: Iterable<Socket>): boolean {
    const idle = [...sockets].filter((socket) => !this.#busy.has(socket) && socket.writableLength === 0);
    const silentSince = performance.now() - SILENT_MS;
    const chosen =
      idle.find((socket) => socket.bytesWritten === 0 && this.#all.get(socket)!.openedAt < silentSince) ??
      idle.find((socket) => socket.bytesWritten > 0);
    if (!chosen) return false;
    this.#forget(chosen);
    chosen.destroy();
    return true;
  }

  #keep(socket: Socket, open: Open): void {
    const { network } = open;
    this.#all.set(socket, open);
    if (network === null) return;
    const sockets = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, sockets.add(socket));
  }

  #forget(socket: Socket): void {
    const network = this.#all.get(socket)?.network ?? null;
    this.#all.delete(socket);
    if (network === null) return;
    const sockets = this.#byNetwork.get(network);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#byNetwork.delete(network);
  }
}

const tooManyOfAddress = () =>
  refuse('tooManyRequests', 'There are too many connections from this address', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

function add<Key>(counts: Map<Key, number>, key: Key, more: number): void {
  const count = (counts.get(key) ?? 0) + more;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
