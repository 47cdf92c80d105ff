/** Stands between a proxy and our service, and can be told to lose answers, to be away, or to take headers out. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passed {
  readonly path: string;
  readonly body: string;
}

export class Relay {
  readonly passed: Passed[] = [];
  /** Nothing that is sent arrives. */
  isAway = false;
  /** The service gets it, and nobody hears what it says. */
  loseAnswer: (path: string) => boolean = () => false;
  /** Of answers; lower case. */
  readonly without = new Set<string>();
  #port = 0;
  readonly #to: string;
  readonly #server = createServer((request, response) => {
    // The service may be away.
    this.#pass(request, response).catch(() => response.destroy());
  });
  readonly #prefix: string;

  /** @param prefix - the path below which the service is; others are not found. */
  constructor(to: string, prefix = '') {
    this.#to = to;
    this.#prefix = prefix;
  }

  async start(): Promise<this> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.#prefix}/v1`;
  }

  /** From now on nobody can connect; what is started again listens where it did. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** What went to paths that end like this. */
  of(suffix: string): Passed[] {
    return this.passed.filter(({ path }) => path.endsWith(suffix));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (this.isAway) return void response.destroy();
    if (!request.url!.startsWith(`${this.#prefix}/`)) return void response.writeHead(404).end();
    const body = Buffer.concat(chunks);
    const inside = request.url!.slice(this.#prefix.length);
    const path = new URL(inside, 'http://relay').pathname;
    const { host: _host, connection: _connection, ...headers } = request.headers;
    const answer = await fetch(new URL(inside, this.#to), {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' ? { body } : {}),
    });
    const text = await answer.text();
    this.passed.push({ path, body: body.toString() });
    if (this.loseAnswer(path)) return void response.destroy();
    const kept = [...answer.headers].filter(
      ([name]) =>
        !this.without.has(name) && !['content-encoding', 'content-length', 'transfer-encoding'].includes(name),
    );
    response.writeHead(answer.status, kept.flat()).end(text);
  }
}
