/** A network between a program and its database that can be cut: then nothing comes through any more, and nobody is told. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export class CutNetwork {
  readonly #server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        // What is sent is swallowed, as where packets are dropped; what was open then never comes back.
        let isDead = this.#isCut;
        from.on('data', (chunk) => {
          isDead ||= this.#isCut;
          if (!isDead) to.write(chunk);
        });
        from.on('error', () => {});
        from.on('close', () => {
          this.#sockets.delete(from);
          if (!isDead && !this.#isCut) to.destroy();
        });
      }
    });
  }

  static async before(port: number): Promise<CutNetwork> {
    const network = new CutNetwork(port);
    network.#server.listen(0, '127.0.0.1');
    await once(network.#server, 'listening');
    return network;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
