/**
 * One of the servers that are compared, in a process of its own. Tells its address over IPC, and the CPU time that it
 * has used whenever it is asked.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Fastify from 'fastify';
import { createLogger } from '../../../server-kit/log.ts';
import { startProxy } from '../../../server-proxy/proxy.ts';
import { account } from '../../server-proxy/fake-upstream.ts';

/** What the proxy answered, for the others to send. */
export interface Sent {
  readonly headers: Record<string, string>;
  /** Base64. */
  readonly body: string;
}

const [kind = '', given = '', directory = ''] = process.argv.slice(2);
const readSent = (): Sent => JSON.parse(readFileSync(given, 'utf8')) as Sent;
const listening = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

const start: Record<string, () => Promise<string>> = {
  async raw() {
    const { headers, body } = readSent();
    const bytes = Buffer.from(body, 'base64');
    const list = Object.entries(headers).flat();
    return listening(
      createServer((_request, response) => {
        response.writeHead(200, list).end(bytes);
      }),
    );
  },
  async string() {
    const { headers, body } = readSent();
    const text = Buffer.from(body, 'base64').toString('latin1');
    const list = Object.entries(headers).flat();
    return listening(
      createServer((_request, response) => {
        response.writeHead(200, list).end(text, 'latin1');
      }),
    );
  },
  async fastify() {
    const { headers, body } = readSent();
    const bytes = Buffer.from(body, 'base64');
    const app = Fastify();
    app.get('/v1/businesses/:business/product/reviews', (_request, reply) => reply.headers(headers).send(bytes));
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
  async proxy() {
    const { url } = await startProxy({
      host: '127.0.0.1',
      port: 0,
      upstream: given,
      businesses: ['shop.example'],
      location: { directory },
      ...account,
      origins: ['https://shop.example'],
      trustedProxies: ['127.0.0.1'],
      logger: createLogger('bench', 'info'),
      widgetsDirectory: join(import.meta.dirname, '..', '..', 'server-proxy', 'files', 'widgets'),
    });
    return url;
  },
};

process.on('message', () => process.send!({ cpu: process.cpuUsage() }));
process.on('disconnect', () => process.exit(0));
process.send!({ url: await start[kind]!() });
