import type { FastifyInstance } from 'fastify';
import { refuse } from '../../contract/endpoints/errors.ts';
import { ADDRESS_HEADER } from '../../contract/endpoints/extensions.ts';
import { engineOf } from '../../review-store/databases/engine.ts';
import { readStorage } from '../../review-store/databases/readiness.ts';
import { describeBackup } from '../../server-kit/http/readiness.ts';
import { version } from '../../server-kit/version.ts';
import { lastBackup, readBackupAlarm } from './backups/schedule.ts';
import { listFeeds } from '../catalogue/feeds.ts';
import { feedTrouble } from '../data/feed-state.ts';
import type { Service } from '../context.ts';
import type { Database } from '../data/tables.ts';

/** A transaction that is under way for longer holds up what proxies are told. */
const HOLD_UP_MS = 5_000;

export function registerHealth(app: FastifyInstance, service: Service): void {
  const ok = { status: 'OK', success: true };
  // With the address, so that a proxy notices at once that it has changed.
  app.get('/healthz', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .header(ADDRESS_HEADER, service.addresses.publicUrl)
      .send({ ...ok, version }),
  );
  app.get('/readyz', async (_request, reply) => {
    service.readiness.check();
    const storage = await readStorage(service.db).catch((cause: unknown) => {
      throw refuse('unavailable', 'The service cannot reach its data at the moment', { retryAfterSeconds: 2, cause });
    });
    // A database that cannot be written is ready all the same: reads are answered, and no other instance could do more.
    const feeds = (await listFeeds(service.db)).map(feedTrouble);
    const alarms = [await readBackupAlarm(service.db), await readHoldUp(service.db)];
    const warnings = [...alarms, ...feeds].filter((warning) => warning !== null);
    const backup = describeBackup(await lastBackup(service.db));
    return reply
      .header('cache-control', 'no-store')
      .send({ ...ok, storage, ...backup, ...(warnings.length > 0 ? { warnings } : {}) });
  });
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(service.metrics.registry.contentType)
      .send(await service.metrics.registry.metrics()),
  );
}

/** PostgreSQL lists a change only once the transactions before it are over. */
async function readHoldUp(db: Database): Promise<string | null> {
  const writer = await engineOf(db).oldWriter(db, HOLD_UP_MS);
  if (writer === null) return null;
  const { pid, application, since } = writer;
  const who = pid === null ? `the prepared transaction ${application}` : `process ${pid} (${application || 'unnamed'})`;
  return `Proxies are told of no change since ${new Date(since).toISOString()}: ${who} has not ended its transaction`;
}
