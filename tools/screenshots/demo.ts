/** The demo, on ports and in a folder of its own, with all of its reviews in the mirror. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { demoScales } from '../../cli/commands/demo.ts';
import { readScales } from '../../insights/digest/scales.ts';
import { demoAccess } from '../../review-service/demo-shop/demo.ts';
import { startService } from '../../review-service/service.ts';
import { programFiles } from '../../server-kit/program-files.ts';
import { startProxy } from '../../server-proxy/proxy.ts';

export interface Demo extends AsyncDisposable {
  readonly shop: string;
  readonly service: string;
}

export async function startDemo(): Promise<Demo> {
  const data = mkdtempSync(join(tmpdir(), 'plaudit-screenshots-'));
  const logger = pino({ level: 'error' });
  const host = '127.0.0.1';
  const port = await freePort();
  const service = await startService({
    host,
    port,
    // The addresses of photos begin with it.
    publicUrl: `http://${host}:${port}`,
    location: { directory: join(data, 'service') },
    demo: true,
    logger,
  });
  const proxy = await startProxy({
    host,
    port: 0,
    upstream: `${service.url}/v1`,
    businesses: [demoAccess.business],
    location: { directory: join(data, 'proxy') },
    clientToken: demoAccess.clientToken,
    email: demoAccess.owner,
    password: demoAccess.password,
    scales: readScales(demoScales),
    storefrontDirectory: programFiles.storefront,
    origins: [],
    trustedProxies: [],
    imageOrigins: [service.url],
    logger,
  });
  await mirrored(proxy.url);
  return {
    shop: proxy.url,
    service: service.url,
    async [Symbol.asyncDispose]() {
      await proxy.close();
      await service.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Until then each answer takes a call to the service, and those are few. */
async function mirrored(shop: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${shop}/metrics`)).text();
    const parts = metrics.match(/^plaudit_mirror_complete\{.*\} [01]$/gm) ?? [];
    if (parts.length > 0 && parts.every((part) => part.endsWith('1'))) return;
    await wait(500);
  }
}
