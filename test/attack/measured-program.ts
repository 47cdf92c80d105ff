/**
 * A program in a process of its own that says how much processor time it has used, and how much memory: `service
 * DIRECTORY`, or `proxy DIRECTORY UPSTREAM START`. Time that its clock counts passes fast, so that no limit is met.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { createAccount } from '../../review-service/people/accounts/manage.ts';
import { openServiceDatabase } from '../../review-service/database.ts';
import { startService } from '../../review-service/service.ts';
import { systemClock } from '../../server-kit/clock.ts';
import { startProxy } from '../../server-proxy/proxy.ts';
import { account } from '../server-proxy/fake-upstream.ts';
import { fastClock, type Start } from '../server-proxy/clocks.ts';
import { customerSecret, merchantKey } from '../server-proxy/harness.ts';
import { saveContent } from '../support/content.ts';
import { clockFactor, owner, shop, type Measured, type Started } from './measured.ts';

const logger = pino({ level: 'silent' });

async function service(directory: string): Promise<Started> {
  const db = await openServiceDatabase({ directory });
  const { clientToken } = await createAccount(db, owner);
  const product = { id: 1, sku: 'MUG' };
  await saveContent(db, shop, {
    products: [product, { id: 2, sku: 'BOWL' }],
    productReviews: [1, 2, 3].map((id) => ({ id, product })),
    reviews: [1, 2, 3].map((reviewNo) => ({ reviewNo })),
  });
  await db.destroy();
  // Every look at the clock finds four seconds gone: no token makes more than ten calls in ten of them.
  let now = Date.now();
  const { url } = await startService({
    host: '127.0.0.1',
    port: 0,
    location: { directory },
    demo: false,
    logger,
    clock: { ...systemClock, now: () => (now += 4_000) },
  });
  return { url, clientToken };
}

async function proxy(directory: string, upstream: string, start: Start): Promise<Started> {
  const { url } = await startProxy({
    host: '127.0.0.1',
    port: 0,
    upstream,
    businesses: [shop],
    location: { directory },
    ...account,
    merchantKey,
    customerSecret,
    origins: [],
    trustedProxies: ['127.0.0.1'],
    widgetsDirectory: join(import.meta.dirname, '..', 'server-proxy', 'files', 'widgets'),
    logger,
    clock: fastClock(clockFactor, start),
  });
  return { url, clientToken: '' };
}

process.on('message', (what) => {
  if (what === 'kept') gc!();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  process.send!({ cpuMs: (user + system) / 1_000, keptBytes: heapUsed + external } satisfies Measured);
});
process.once('disconnect', () => process.exit());

const [program, directory = '', upstream = '', start = '{}'] = process.argv.slice(2);
process.send!(
  program === 'service' ? await service(directory) : await proxy(directory, upstream, JSON.parse(start) as Start),
);
