/** What fakes of other people's servers have in common: a port of their own, and an end. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export abstract class FakeServer implements AsyncDisposable {
  /** Everything that was asked for and is none of its calls: where a redirect leads, if somebody follows it. */
  readonly strayed: string[] = [];
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** Resolves once it can be asked. */
  async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.answer(request, await text(request), response);
  }

  /** @param body - all of it, as it came. */
  protected abstract answer(request: IncomingMessage, body: string, response: ServerResponse): void | Promise<void>;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
