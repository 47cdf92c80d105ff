/** A proxy for several-instances.test.ts, in a process of its own; says on standard output where it listens. */
import { join } from 'node:path';
import { createLogger } from '../../server-kit/log.ts';
import { startProxy } from '../../server-proxy/proxy.ts';

const { UPSTREAM, DATABASE_URL, CLIENT_TOKEN, EMAIL, PASSWORD } = process.env as Record<string, string>;

const running = await startProxy({
  host: '127.0.0.1',
  port: 0,
  upstream: UPSTREAM!,
  businesses: ['shop.example'],
  location: { databaseUrl: DATABASE_URL! },
  clientToken: CLIENT_TOKEN!,
  email: EMAIL!,
  password: PASSWORD!,
  origins: [],
  trustedProxies: [],
  widgetsDirectory: join(import.meta.dirname, 'files', 'widgets'),
  logger: createLogger('instance', 'warn'),
});
console.log(running.url);
