/** Starts and stops the review service. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { keyOf } from '../review-store/data-key.ts';
import { correctMoments } from '../review-store/future.ts';
import { gatherStatistics } from '../review-store/open.ts';
import { systemClock, watchClock, type Clock } from '../server-kit/clock.ts';
import type { ConnectionLimits } from '../server-kit/connections.ts';
import { MAX_IMAGE_BYTES } from '../server-kit/images.ts';
import { fetchPublic } from '../server-kit/public-fetch.ts';
import { sayWhereLinksBegin, urlOf, withoutSlash } from '../server-kit/public-url.ts';
import { Readiness } from '../server-kit/readiness.ts';
import { stopListening } from '../server-kit/stop-listening.ts';
import { AccessFinder } from './accounts/access.ts';
import { buildApp } from './app.ts';
import type { Service } from './context.ts';
import { openServiceDatabase, type ServiceLocation } from './database.ts';
import type { CallLog } from './limits/call-limits.ts';
import { openFileCallLog } from './limits/file-call-log.ts';
import { openPostgresCallLog } from './limits/postgres-call-log.ts';
import { createFileTransport } from './mail/files.ts';
import { createSmtpTransport } from './mail/smtp.ts';
import type { Transport } from './mail/transport.ts';
import { startOutbox } from './mail/worker.ts';
import { createMetrics } from './metrics.ts';
import { serviceMoments } from './moments.ts';
import { prune } from './pruning.ts';
import { startNotices } from './reports/notices.ts';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly location: ServiceLocation;
  /** What links in answers and mails begin with; without it, where the service listens. */
  readonly publicUrl?: string;
  /** Where the demo's product pages are; without it, where the service listens. */
  readonly storefrontUrl?: string;
  /** Loads the demo data where it was not loaded yet. */
  readonly demo: boolean;
  readonly logger: Logger;
  /** Networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  readonly connections?: ConnectionLimits;
  /** The mail server, such as `smtp://user:password@host:587`; without it each mail is a file in `mailDirectory`. */
  readonly smtpUrl?: string;
  /** Default: `mail/` in the data directory; with PostgreSQL there is none, and mail waits in the outbox. */
  readonly mailDirectory?: string;
  /** Which IP addresses the address of an image may lead to; those of the public internet unless told otherwise. */
  readonly isReachable?: (address: string) => boolean;
  readonly clock?: Clock;
}

export interface RunningService {
  /** Where it listens, without a slash at its end; the API is below `/v1`. */
  readonly url: string;
  /** From here on `/readyz` says that it is about to stop. */
  announceStop(): void;
  /**
   * Stops accepting, finishes what is in flight, closes the data.
   * @param graceMs - after so many milliseconds what is in flight is cut off.
   */
  close(graceMs?: number): Promise<void>;
}

/** What requests in flight have to finish, unless told otherwise. */
const GRACE_MS = 7_000;
const LOOK_AFTER_EVERY_MS = 600_000;
const KEY_BESIDE_DATA =
  'The key that people are hashed with lies in the database beside the hashes: set PLAUDIT_SECRET, the same for every instance, and it is sealed';
const FETCH_DEADLINE_MS = 10_000;

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { logger, location } = options;
  const clock = watchClock(options.clock ?? systemClock);
  const { now } = clock;
  const db = await openServiceDatabase(location);
  if (keyOf(db).isBesideData) logger.warn(KEY_BESIDE_DATA);
  let callLog: CallLog | undefined;
  try {
    callLog = 'directory' in location ? openFileCallLog(location.directory) : openPostgresCallLog(db);
    if (options.demo) await (await import('./demo.ts')).loadDemoData(db, logger);
    const addresses = { publicUrl: '', storefrontUrl: '' };
    const mailDirectory = mailDirectoryOf(options);
    const fetch: Service['fetchImage'] = (address) => fetchImage(address, options);
    const access = new AccessFinder(db);
    const service: Service = {
      db, mailDirectory, access, callLog, addresses, fetchImage: fetch, metrics: createMetrics(), logger, now, readiness: new Readiness(),
    };
    await correctMoments(db, serviceMoments, now());
    const { trustedProxies = [], connections } = options;
    const app = await buildApp(service, { trustedProxies, ...(connections ? { connections } : {}) });
    await app.listen({ host: options.host, port: options.port });

    const listening = app.server.address() as AddressInfo;
    const url = urlOf(listening);
    sayWhereLinksBegin(logger, options.publicUrl, listening);
    addresses.publicUrl = withoutSlash(options.publicUrl ?? url);
    addresses.storefrontUrl = withoutSlash(options.storefrontUrl ?? url);
    const outbox = startOutbox(service, mailTransport(options, mailDirectory));
    const notices = startNotices(service);
    clock.watch(() => void correct(service, true));
    let looking = lookAfter(service);
    const looks = setInterval(() => void (looking = looking.then(() => lookAfter(service))), LOOK_AFTER_EVERY_MS).unref();
    return {
      url,
      announceStop: () => service.readiness.announceStop(),
      async close(graceMs = GRACE_MS) {
        clearInterval(looks);
        clock.stop();
        await stopListening(app, graceMs);
        await notices.close();
        await outbox.close();
        await looking;
        await callLog?.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await callLog?.close();
    await db.destroy();
    throw error;
  }
}

function fetchImage(address: string, { isReachable }: ServiceOptions): Promise<Buffer> {
  return fetchPublic(address, { maxBytes: MAX_IMAGE_BYTES, deadlineMs: FETCH_DEADLINE_MS, ...(isReachable ? { isReachable } : {}) });
}

function mailDirectoryOf({ mailDirectory, location }: ServiceOptions): string | null {
  return mailDirectory ?? ('directory' in location ? join(location.directory, 'mail') : null);
}

function mailTransport({ smtpUrl, logger }: ServiceOptions, directory: string | null): Transport | null {
  if (smtpUrl !== undefined) return createSmtpTransport(smtpUrl);
  if (directory !== null) return createFileTransport(directory);
  logger.warn('mail waits in the outbox: there is no mail server, and no data directory to write it to');
  return null;
}

/** Instances that share the data may have clocks of which one is wrong, so this is done again now and then. */
async function correct(service: Service, wasSetBack?: true): Promise<void> {
  try {
    await correctMoments(service.db, serviceMoments, service.now(), wasSetBack);
  } catch (error) {
    service.logger.warn({ err: error }, 'what lies in the future could not be put right');
  }
}

async function lookAfter(service: Service): Promise<void> {
  try {
    await correct(service);
    await prune(service.db, service.now());
    await service.callLog.prune(service.now());
    await gatherStatistics(service.db);
  } catch (error) {
    service.logger.warn({ err: error }, 'the data could not be looked after');
  }
}
