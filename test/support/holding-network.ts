/** A network before a service that can hold back the rest of an answer, and leads to where the service is now. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export class HoldingNetwork implements AsyncDisposable {
  /** Where the service listens. */
  to: number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((near) => this.#join(near));
  #bytesLeft = Infinity;
  #held: (() => void) | null = null;

  private constructor(to: number) {
    this.to = to;
  }

  static async before(to: number): Promise<HoldingNetwork> {
    const network = new HoldingNetwork(to);
    network.#server.listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /**
   * Holds back what the service answers once so many bytes have come through. The connection stays open for as long as
   * both ends have it, and nothing more comes of it; others are as before.
   * @returns once it does.
   */
  async holdAfter(bytes: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#bytesLeft = bytes;
    this.#held = resolve;
    await promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket): void {
    const far = connect(this.to, '127.0.0.1');
    let isHeld = false;
    near.on('data', (chunk) => far.write(chunk));
    far.on('data', (chunk) => {
      if (isHeld) return;
      near.write(chunk.subarray(0, this.#bytesLeft));
      this.#bytesLeft -= chunk.length;
      if (this.#bytesLeft > 0) return;
      isHeld = true;
      this.#bytesLeft = Infinity;
      this.#held?.();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        // What was sent before arrives, as it would.
        other.destroySoon();
      });
    }
  }
}
