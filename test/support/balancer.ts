/** As small as a load balancer can be: each request goes to the next instance whose /readyz said 200 when last asked. */
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const CHECK_EVERY_MS = 50;

/** Without what is said of one connection: how long an instance keeps its own tells nothing about the balancer's. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { connection: _connection, 'keep-alive': _keepAlive, ...others } = headers;
  return others;
}

export class Balancer implements AsyncDisposable {
  /** How many requests each instance has had, by its URL. */
  readonly passedOn = new Map<string, number>();
  readonly #instances: readonly string[];
  readonly #ready = new Set<string>();
  readonly #server = createServer((asked, answer) => this.#passOn(asked, answer));
  readonly #stop = new AbortController();
  #turn = 0;

  private constructor(instances: readonly string[]) {
    this.#instances = instances;
  }

  /** @param instances - URLs at which instances are, or will be. */
  static async start(instances: readonly string[]): Promise<Balancer> {
    const balancer = new Balancer(instances);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    for (const instance of instances) void balancer.#follow(instance);
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  isReady(instance: string): boolean {
    return this.#ready.has(instance);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #follow(instance: string): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const isReady = await fetch(`${instance}/readyz`).then(
        async (response) => (await response.arrayBuffer()) && response.ok,
        () => false,
      );
      if (isReady) this.#ready.add(instance);
      else this.#ready.delete(instance);
      await wait(CHECK_EVERY_MS);
    }
  }

  /** Nothing is tried twice: what one instance does not answer is lost. */
  #passOn(asked: IncomingMessage, answer: ServerResponse): void {
    const ready = this.#instances.filter((instance) => this.#ready.has(instance));
    const instance = ready[this.#turn++ % Math.max(1, ready.length)];
    const fail = () => answer.writeHead(502).end('no instance answered');
    if (instance === undefined) return void fail();
    this.passedOn.set(instance, (this.passedOn.get(instance) ?? 0) + 1);
    const { method = 'GET', headers, url = '/' } = asked;
    const passed = request(`${instance}${url}`, { method, headers: endToEnd(headers), agent: false }, (response) => {
      answer.writeHead(response.statusCode!, endToEnd(response.headers));
      response.pipe(answer);
    });
    passed.on('error', fail);
    asked.pipe(passed);
  }
}
