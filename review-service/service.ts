/** Starts and stops the review service. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { keyOf } from '../review-store/secrets/data-key.ts';
import { correctMoments } from '../review-store/content/future.ts';
import { Worker } from '../review-store/jobs/worker.ts';
import { CANNOT_SHRED, SHRED_EVERY_MS, shredding } from '../review-store/secrets/shred.ts';
import { completeWords } from '../review-store/questions/question-words.ts';
import { systemClock, whenSetBack, type Clock } from '../server-kit/clock.ts';
import type { ConnectionLimits } from '../server-kit/network/connections.ts';
import { MAX_IMAGE_BYTES } from '../server-kit/pictures/images.ts';
import { fetchPublic } from '../server-kit/network/public-fetch.ts';
import { sayWhereLinksBegin, urlOf, withoutSlash } from '../server-kit/network/public-url.ts';
import { listen, type Doorway } from '../server-kit/network/doorway.ts';
import { Readiness, type BackupMoments } from '../server-kit/http/readiness.ts';
import { repeatEvery } from '../server-kit/repeating.ts';
import { stopListening } from '../server-kit/http/stop-listening.ts';
import type { Addresses } from './letters/addresses.ts';
import { buildApp } from './app.ts';
import { lastBackup } from './care/backups/schedule.ts';
import { directoryToName } from './care/backups/shop-files.ts';
import { backups } from './care/backups/scheduled.ts';
import { importFiles, sweepUploads } from './content/imports/files/job.ts';
import { importPhotos } from './content/imports/photos.ts';
import { feeds, waitForFeed } from './catalogue/feed-reader.ts';
import { feedGivenOut } from './catalogue/feeds.ts';
import type { FeedState } from './data/feed-state.ts';
import type { Service } from './context.ts';
import { openServiceDatabase, type ServiceLocation } from './database.ts';
import type { CallsAllowed } from './limits/call-limits.ts';
import { CallLog } from './limits/call-log.ts';
import { ListingLimits } from './limits/listing-limits.ts';
import { openEpoch } from './data/changes/epochs.ts';
import { ChangeWatch } from './data/changes/watch.ts';
import { registerFigures } from './care/figures.ts';
import { createFileTransport } from './letters/mail/sending/files.ts';
import { createSmtpTransport } from './letters/mail/sending/smtp.ts';
import type { Transport } from './letters/mail/sending/transport.ts';
import { reminding } from './letters/requests/reminding.ts';
import { noteUndelivered } from './letters/requests/outcomes.ts';
import { mails, type DeliveryTools } from './letters/mail/sending/delivery.ts';
import { writeNotice } from './care/notices/write.ts';
import { createMetrics } from './metrics.ts';
import { serviceMoments } from './data/moments.ts';
import { languages } from './content/languages.ts';
import { pruning } from './care/pruning.ts';
import { notices } from './care/notices/telling.ts';
import { markWithoutTransactions } from './care/notices/untold.ts';
import { openSetUp } from './console/setup/link.ts';
import { Passes } from './console/setup/passes.ts';
import type { SetUpOptions } from './console/setup/set-up.ts';
import { notePublicUrl } from './people/accounts/password-links.ts';
import { storeOf } from './data/tables.ts';

export interface ServiceOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The same port, if it is open already. */
  readonly doorway?: Doorway;
  readonly location: ServiceLocation;
  /** How links in answers and mails begin; by default with where the service listens. */
  readonly publicUrl?: string | undefined;
  /** Where the demo's product pages are; by default where the service listens. */
  readonly storefrontUrl?: string;
  /** Where shoppers reach the proxy, for the pages that say so. A set-up knows it by itself. */
  readonly proxyUrl?: string | undefined;
  /** Loads the demo data if that has not been done. */
  readonly demo: boolean;
  readonly logger: Logger;
  /** Networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies?: readonly string[];
  readonly connections?: ConnectionLimits;
  /** How often each user token may call; by default what the specification says. */
  readonly calls?: CallsAllowed;
  /** For a service that is started together with a proxy: as long as nobody owns a shop, a link to set one up. */
  readonly setUp?: SetUpOptions;
  /** The mail server, such as `smtp://user:password@host:587`; without one, mail is written to `mailDirectory`. */
  readonly smtpUrl?: string | undefined;
  /** By default `mail/` in the data directory. With PostgreSQL there is none, and mail waits in the outbox. */
  readonly mailDirectory?: string;
  /** Where it is noted who was erased, for restores. By default the data directory; with PostgreSQL there is none. */
  readonly listDirectory?: string | null;
  /** Which IP addresses images and feeds may be fetched from; by default those of the public internet. */
  readonly isReachable?: (address: string, port: number) => boolean;
  readonly clock?: Clock;
}

export interface RunningService {
  /** Where it listens, without a trailing slash; the API is below `/v1`. */
  readonly url: string;
  /** Where the first shop can be set up; null once there is one. */
  readonly setUpLink: string | null;
  lastBackup(): Promise<BackupMoments>;
  /** See `waitForFeed`. */
  readFeed(domain: string): Promise<FeedState | undefined>;
  /** See `feedGivenOut`. */
  feedGivenOut(domain: string): Promise<string | null>;
  /** From now on `/readyz` says that it is about to stop. */
  announceStop(): void;
  /**
   * Stops accepting, finishes what is in flight, closes the data.
   * @param graceMs - what is still in flight after this time is cut off.
   */
  close(graceMs?: number): Promise<void>;
}

/** The default time for requests in flight to finish. */
const GRACE_MS = 7_000;
const CORRECT_EVERY_MS = 600_000;
const SWEEP_EVERY_MS = 3_600_000;
const NOT_SWEPT = 'files that were sent to the console and left cannot be removed';
const NOT_PUT_RIGHT = 'what lies in the future could not be put right';
const KEY_BESIDE_DATA =
  'The key that people are hashed with lies in the database beside the hashes: ' +
  'set PLAUDIT_SECRET, the same for every instance, and it is sealed';
const FETCH_DEADLINE_MS = 10_000;

export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { logger, location } = options;
  const { clock = systemClock } = options;
  const now = () => clock.now();
  const db = await openServiceDatabase(location);
  if (keyOf(db).isBesideData) logger.warn(KEY_BESIDE_DATA);
  let callLog: CallLog | undefined;
  const closeData = async () => {
    await callLog?.close();
    await db.destroy();
  };
  let background: ReturnType<typeof startBackground> | undefined;
  try {
    callLog = await CallLog.open(location, db, options.calls);
    const epoch = await openEpoch(db, markWithoutTransactions);
    if (options.demo) await (await import('./demo-shop/demo.ts')).loadDemoData(db, logger, undefined, now());
    await correctMoments(db, serviceMoments, now);
    await completeWords(storeOf(db));
    const addresses = { publicUrl: '', storefrontUrl: '' };
    const service = makeService(options, { db, callLog, epoch, addresses, clock });
    const setUp = options.setUp && { options: options.setUp, passes: new Passes(db, now) };
    const app = await buildApp(service, { ...options, setUp });
    const url = await openPort(app, options, addresses);
    await notePublicUrl(db, addresses.publicUrl);
    const entrance = setUp && (await openSetUp(db, { url: addresses.publicUrl, listensAt: url }));
    background = startBackground(service, options);
    return {
      url,
      setUpLink: entrance?.link ?? null,
      lastBackup: () => lastBackup(db),
      readFeed: service.readFeed,
      feedGivenOut: (domain) => feedGivenOut(db, domain),
      announceStop: () => announceStop(service),
      async close(graceMs = GRACE_MS) {
        announceStop(service);
        await stopListening(app, graceMs);
        await background?.close();
        await entrance?.close();
        await closeData();
      },
    };
  } catch (error) {
    await closeData();
    throw error;
  }
}

function makeService(
  options: ServiceOptions,
  { clock, ...made }: Pick<Service, 'db' | 'callLog' | 'epoch' | 'addresses'> & { readonly clock: Clock },
): Service {
  const { db } = made;
  const now = () => clock.now();
  return {
    ...made,
    ...directoriesOf(options),
    location: options.location,
    starter: options.setUp ?? null,
    proxyUrl: () => options.setUp?.proxyUrl() || withoutSlash(options.proxyUrl ?? '') || null,
    sendsMail: options.smtpUrl !== undefined,
    listingLimits: new ListingLimits(),
    changes: new ChangeWatch(db, clock),
    fetchImage: (address) => fetchImage(address, options),
    readFeed: (domain) => waitForFeed({ db, now }, domain),
    metrics: createMetrics(),
    logger: options.logger,
    now,
    elapsed: () => clock.elapsed(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    readiness: new Readiness(),
  };
}

/** Who waits for changes is answered at once, and can ask another instance. */
function announceStop({ readiness, changes }: Service): void {
  readiness.announceStop();
  changes.stop();
}

/** @returns where it listens; the addresses that links begin with are known from then on. */
async function openPort(app: FastifyInstance, options: ServiceOptions, addresses: Addresses): Promise<string> {
  await listen(app, options);
  const listening = app.server.address() as AddressInfo;
  const url = urlOf(listening);
  sayWhereLinksBegin(options.logger, options.publicUrl, listening);
  addresses.publicUrl = withoutSlash(options.publicUrl ?? url);
  addresses.storefrontUrl = withoutSlash(options.storefrontUrl ?? url);
  return url;
}

/** The work beside requests: feeds, mail, backups, and pruning. */
function startBackground(service: Service, options: ServiceOptions): { close(): Promise<void> } {
  const { location, logger } = options;
  const noticeWriter: DeliveryTools['writeNotice'] = (db, queued, mail) =>
    writeNotice(db, queued, { ...mail, data: directoryToName(location) });
  registerFigures(service.metrics.registry, service.db);
  const worker = new Worker({ db: storeOf(service.db), clock: service, logger }).start([
    mails({ ...service, writeNotice: noticeWriter, noteUndelivered }, mailTransport(options, service.mailDirectory)),
    feeds(service, reachable(options)),
    importPhotos(service, reachable(options)),
    importFiles(service),
    notices(service),
    reminding(service),
    pruning(service),
    languages(service),
    ...('directory' in location ? [backups(service, location.directory)] : []),
  ]);
  const say = (message: string) => (err: unknown) => logger.warn({ err }, message);
  // Each for itself: of several instances that share the data, one may have a wrong clock.
  const correcting = repeatEvery(service, CORRECT_EVERY_MS, () => correct(service), say(NOT_PUT_RIGHT));
  const shred = repeatEvery(service, SHRED_EVERY_MS, shredding(service.db), say(CANNOT_SHRED));
  const sweeping = repeatEvery(service, SWEEP_EVERY_MS, () => sweepUploads(service), say(NOT_SWEPT));
  const watching = whenSetBack(service, () => void correct(service, true).catch(say(NOT_PUT_RIGHT)));
  return {
    async close() {
      watching[Symbol.dispose]();
      await worker.stop();
      await correcting.close();
      await shred.close();
      await sweeping.close();
    },
  };
}

function fetchImage(address: string, options: ServiceOptions): Promise<Buffer> {
  return fetchPublic(address, {
    maxBytes: MAX_IMAGE_BYTES,
    deadlineMs: FETCH_DEADLINE_MS,
    ...reachable(options),
  });
}

const reachable = ({ isReachable }: ServiceOptions) => (isReachable ? { isReachable } : {});

function directoriesOf({ mailDirectory, listDirectory, location }: ServiceOptions) {
  const directory = 'directory' in location ? location.directory : null;
  return {
    mailDirectory: mailDirectory ?? (directory === null ? null : join(directory, 'mail')),
    listDirectory: listDirectory ?? directory,
  };
}

function mailTransport({ smtpUrl, logger }: ServiceOptions, directory: string | null): Transport | null {
  if (smtpUrl !== undefined) return createSmtpTransport(smtpUrl);
  if (directory !== null) return createFileTransport(directory);
  logger.warn('mail waits in the outbox: there is no mail server, and no data directory to write it to');
  return null;
}

const correct = ({ db, now }: Service, wasSetBack?: true): Promise<void> =>
  correctMoments(db, serviceMoments, now, wasSetBack);
