/** The documentation as a site, built with the answers of a running proxy, and read without any network but its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { test as elsewhereTest } from './elsewhere.ts';
import { expect } from './shop.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
};

export interface Site {
  readonly url: string;
  readonly folder: string;
}

export const test = elsewhereTest.extend<{ site: Site }, { built: Site }>({
  built: [
    async ({ elsewhere }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'plaudit-site-'));
      const run = async (...args: readonly string[]) => promisify(execFile)(process.execPath, args, { cwd: root });
      await run('tools/site/prepare.ts', '--from', elsewhere.proxy);
      // It fails if a link leads nowhere.
      await run('node_modules/vitepress/bin/vitepress.js', 'build', 'docs/site', '--outDir', folder);
      const server = createServer((request, response) => {
        const { pathname } = new URL(request.url!, 'http://site');
        const path = pathname.replace(/\/$/, '/index.html');
        readFile(join(folder, decodeURIComponent(path))).then(
          (file) => response.writeHead(200, { 'content-type': types[extname(path)] ?? '' }).end(file),
          () => response.writeHead(404).end(),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, folder });
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  site: async ({ built, page }, use) => {
    const strangers: string[] = [];
    await page.route(
      (url) => url.origin !== built.url && url.protocol.startsWith('http'),
      (route) => {
        strangers.push(route.request().url());
        return route.abort();
      },
    );
    await use(built);
    expect(strangers, 'asked of anybody else').toEqual([]);
  },
});
