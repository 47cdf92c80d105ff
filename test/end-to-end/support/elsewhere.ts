/** A shop on an origin of its own, and a proxy that lists this origin: what shops have, and the demo's pages are not. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isWhole } from '../../../tools/whole-proxy.ts';
import { test as shopTest } from './shop.ts';

export interface Page {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Elsewhere {
  /** Origin of the shop. */
  readonly origin: string;
  /** Address of the proxy. */
  readonly proxy: string;
  /** Puts a page up; answers its address. */
  put(path: string, page: Page): string;
  /** A fragment of the proxy's, as a server of the shop includes it. */
  include(path: string): Promise<string>;
}

const root = join(import.meta.dirname, '..', '..', '..');

export const test = shopTest.extend<object, { elsewhere: Elsewhere }>({
  elsewhere: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads from the pattern which fixtures are asked for
    async ({}, use) => {
      const pages = new Map<string, Page>();
      const server = createServer((request, response) => {
        const page = pages.get(request.url!.split('?')[0]!);
        response
          .writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers })
          .end(page?.html ?? '');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const data = await mkdtemp(join(tmpdir(), 'plaudit-elsewhere-'));
      const service = new URL(process.env['PLAUDIT_SHOP_URL']!);
      service.port = String(Number(service.port) + 1);
      const proxy = spawn(
        process.execPath,
        [
          join(root, 'cli', 'plaudit.js'),
          'proxy',
          '--port',
          '0',
          '--upstream',
          `${service.origin}/v1`,
          '--business',
          'demo-store.example',
          '--data',
          data,
        ],
        {
          cwd: root,
          stdio: ['ignore', 'pipe', 'ignore'],
          env: {
            ...process.env,
            PLAUDIT_CLIENT_TOKEN: 'demo-client',
            PLAUDIT_EMAIL: 'owner@demo-store.example',
            PLAUDIT_PASSWORD: 'demo-password',
            PLAUDIT_ORIGINS: origin,
          },
        },
      );
      let address = '';
      for await (const line of createInterface({ input: proxy.stdout })) {
        address = /^Proxy is ready: (\S+)$/.exec(line)?.[1] ?? '';
        if (address) break;
      }
      if (!address) throw new Error('The proxy did not start');
      proxy.stdout.resume();
      await isWhole(address);
      await use({
        origin,
        proxy: address,
        put(path, page) {
          pages.set(path, page);
          return origin + path;
        },
        async include(path) {
          const answer = await fetch(address + path);
          if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
          return answer.text();
        },
      });
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
      server.closeAllConnections();
      server.close();
      await rm(data, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
});
