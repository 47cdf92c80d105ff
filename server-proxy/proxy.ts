/** Starts the proxy: puts its parts together, makes it listen, and stops it in order. */
import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ADDRESS_HEADER } from '../contract/endpoints/extensions.ts';
import { keyOf } from '../review-store/secrets/data-key.ts';
import { correctMoments } from '../review-store/content/future.ts';
import { completeWords } from '../review-store/questions/question-words.ts';
import { Worker } from '../review-store/jobs/worker.ts';
import { CANNOT_SHRED, SHRED_EVERY_MS, shredding } from '../review-store/secrets/shred.ts';
import type { KeyLocation } from '../review-store/secrets/open-key.ts';
import { ClientAddresses } from '../server-kit/network/client-address.ts';
import { systemClock, whenSetBack, type Clock } from '../server-kit/clock.ts';
import { defaultConnectionLimits, type ConnectionLimits } from '../server-kit/network/connections.ts';
import { listen, type Doorway } from '../server-kit/network/doorway.ts';
import { programFiles } from '../server-kit/program-files.ts';
import { isReadOnTheWay, sayWhereLinksBegin, urlOf, withoutSlash } from '../server-kit/network/public-url.ts';
import { repeatEvery } from '../server-kit/repeating.ts';
import { Readiness, type BackupMoments } from '../server-kit/http/readiness.ts';
import { stopListening } from '../server-kit/http/stop-listening.ts';
import { buildApp } from './app.ts';
import { Costs } from './http/costs.ts';
import { listOrigins } from './http/origins.ts';
import { RateLimits } from './http/rate-limits.ts';
import type { ScaleSetting } from '../insights/digest/scales.ts';
import type { Catalogues } from './feeds/catalogue.ts';
import { Feeds } from './feeds/feeds.ts';
import { Gists } from '../insights/terms/gists.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { loadRenderer } from './render/renderer.ts';
import { readFiles } from './served-files.ts';
import type { TextsByLanguage } from './words/built.ts';
import { useWords } from './words/words.ts';
import { Mirror } from './mirror/mirror.ts';
import { readMirroring, type Mirroring } from './mirroring.ts';
import { Secrets } from './secrets.ts';
import { ShopperAnswers } from './shopper/answers.ts';
import { Instances } from './state/instances.ts';
import { releaseLeases } from './state/lease.ts';
import { proxyMoments } from './state/moments.ts';
import { openProxyDatabase, storeOf } from './state/open.ts';
import type { ProxyDb } from './state/tables.ts';
import { Summaries } from '../insights/summaries/summaries.ts';
import { Translations } from '../insights/translations/translations.ts';
import { Translator } from '../insights/translations/translator.ts';
import { Budget } from '../api-client/budget.ts';
import { UpstreamClient } from '../api-client/client.ts';
import { createAgent } from '../server-kit/network/exchange.ts';
import { releaseCalls, sessionPlace } from './upstream/place.ts';
import { upstreamPlace } from './state/upstream-place.ts';
import { UpstreamExtensions } from './upstream/extensions.ts';
import { OwnAddress } from './upstream/own-address.ts';
import { Session } from '../api-client/session.ts';
import { watchForReturn } from './writes/api-return.ts';
import { raising } from './writes/outbox/outbox-holding.ts';
import { Outbox } from './writes/outbox/outbox.ts';
import { erasures } from './writes/erasures.ts';
import { pruning } from './writes/pruning.ts';
import { releaseKeys } from './writes/idempotency.ts';
import { Votes } from './writes/votes/votes.ts';
import { guardWriters } from './writes/writers.ts';

export interface ProxyOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The same port, if it is open already. */
  readonly doorway?: Doorway;
  /** URL of the API, version included, without a slash at its end. */
  readonly upstream: string;
  /**
   * Site domains, lower case; `-` in a path means the first. While there is none, whatever needs one is answered 503.
   */
  readonly businesses: readonly string[];
  readonly location: KeyLocation;
  /** The account at the API. */
  readonly clientToken: string;
  readonly email: string;
  readonly password: string;
  /** The bearer key of merchant routes; without it they are off. */
  readonly merchantKey?: string | undefined;
  /** The merchant's own server signs `Plaudit-Customer` with it. */
  readonly customerSecret?: string | undefined;
  /** Exact origins of the storefronts that may call. */
  readonly origins: readonly string[];
  /** Networks (CIDR) whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  readonly connections?: ConnectionLimits;
  /** Attributes whose options have an order; default: none have. */
  readonly scales?: readonly ScaleSetting[];
  /** A LibreTranslate server that translates reviews, without a slash at its end; without it none are. */
  readonly translateWith?: string | undefined;
  /** Its key, where it takes one. */
  readonly translateKey?: string | undefined;
  /** An OpenAI-compatible server and its model that summarise reviews; without them nothing does. */
  readonly summariseWith?: { readonly url: string; readonly model: string } | undefined;
  /** Its key, where it takes one. */
  readonly summariseKey?: string | undefined;
  /** The operator's own texts of the elements, checked; default: none. */
  readonly words?: TextsByLanguage;
  /** Where businesses have their feeds of products, to be given out with stars; default: none is. */
  readonly catalogues?: Catalogues;
  /** Of the whole shop, where its service is started together with the proxy; for `/readyz`. */
  readonly lastBackup?: () => Promise<BackupMoments>;
  /** Where shoppers reach the proxy; its origin may always call. */
  readonly publicUrl?: string | undefined;
  readonly logger: Logger;
  /** Default: what came with the program. */
  readonly widgetsDirectory?: string;
  /** The bundle that renders elements; default: what came with the program. */
  readonly rendererFile?: string;
  /** A shop to serve at `/`, for the demo. */
  readonly storefrontDirectory?: string;
  /** Origins that the storefront may show pictures of. */
  readonly imageOrigins?: readonly string[];
  readonly clock?: Clock;
}

export interface RunningProxy {
  /** Where it listens, without a slash at its end. */
  readonly url: string;
  /** How far the first walk has come; null once everything is mirrored. */
  mirroring(): Promise<Mirroring | null>;
  /** Serves a business from now on, as if it had been among the options. */
  serve(business: string): Promise<void>;
  /** Lets pages of exactly these origins call, beside its own. */
  allow(origins: readonly string[]): void;
  /** From now on `/readyz` says that it is about to stop. */
  announceStop(): void;
  /**
   * Stops accepting, finishes requests in flight, keeps the queue.
   * @param graceMs - after that, what is in flight is cut off.
   */
  close(graceMs?: number): Promise<void>;
}

/** To the review service, for all that does not wait there. */
const CONNECTIONS = 12;
/** Time for requests in flight to finish. */
const GRACE_MS = 7_000;

const KEY_BESIDE_DATA =
  'The key that pseudonyms are made with lies in the database beside them: ' +
  'set PLAUDIT_SECRET, the same for every instance, and it is sealed';
const READ_ON_THE_WAY =
  'the review service is called without TLS: whoever is on the way to it reads the account and what shoppers write';
const NOT_PUT_RIGHT = 'the clock was set back, and times in the future could not be corrected';

export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const db = await openProxyDatabase(options.location);
  try {
    await completeWords(storeOf(db));
    return await run(options, db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function run(options: ProxyOptions, db: ProxyDb): Promise<RunningProxy> {
  const assembled = await assemble(options, db);
  const listening = await beginToListen(options, assembled);
  return { url: listening.url, ...work(options, assembled, listening) };
}

type Assembled = Awaited<ReturnType<typeof assemble>>;

async function assemble(options: ProxyOptions, db: ProxyDb) {
  const { logger, upstream, customerSecret, scales = [], clock = systemClock } = options;
  await correctMoments(db, proxyMoments, () => clock.now());
  const metrics = createMetrics();
  const instances = new Instances({
    db,
    clock,
    logger,
    releases: [releaseLeases, releaseCalls, releaseKeys],
  });
  const instance = instances.id;
  const { budget, agent, session, client } = prepareCalls(options, { db, clock, metrics, instance });
  const secrets = secretsOf(options, session);
  const mirror = new Mirror({ db, client, budget, clock, metrics, logger, instance });
  await instances.open();
  await mirror.open(options.businesses);
  const { bytes: key, isBesideData } = keyOf(db);
  if (isBesideData) logger.warn(KEY_BESIDE_DATA);
  const businesses = [...options.businesses];
  const extensions = new UpstreamExtensions({ db, clock, logger, upstream, businesses, mirror });
  client.onAnswer((heard) => extensions.hear(heard));
  const ownAddress = new OwnAddress({ db, clock, logger, agent, upstream, businesses, mirror });
  client.onAnswer((heard) => ownAddress.hear(heard.header(ADDRESS_HEADER)));
  await ownAddress.open();
  const worker = new Worker({ db: storeOf(db), clock, logger, holder: instance });
  const votes = new Votes({ db, client, extensions, mirror, clock, key, worker });
  const outbox = new Outbox({ db, client, extensions, mirror, clock, logger, metrics, worker });
  const robotGuard = guardWriters({ db, mirror, clock, key });
  const translator = translatorOf(options, { clock, logger, metrics });
  const translations = new Translations({ db, translator, secrets, clock });
  const hasSummaries = options.summariseWith !== undefined;
  const shared = { db, mirror, client, extensions, translator, clock, metrics, secrets, ownAddress, instance };
  const answers = new ShopperAnswers({ ...shared, hasSummaries, scales });
  ownAddress.start((business) => answers.outdate(business));
  const rateLimits = new RateLimits(clock);
  const origins = listOrigins(options);
  const addresses = new ClientAddresses(options.trustedProxies);
  const tools = {
    ...shared,
    feeds: new Feeds({ ...shared, logger, location: options.location }),
    businesses,
    session,
    budget,
    answers,
    votes,
    translations,
    outbox,
    robotGuard,
    rateLimits,
    logger,
    customerSecret,
    costs: new Costs(clock),
    catalogues: options.catalogues ?? { urlOf: () => null },
    key,
    readiness: new Readiness(),
    lastBackup: options.lastBackup ?? null,
  };
  return { tools, instances, worker, agent, origins, addresses, ...readFiles(options, db, clock) };
}

/** All that it takes to call the API. */
function prepareCalls(
  options: ProxyOptions,
  { db, clock, metrics, instance }: { db: ProxyDb; clock: Clock; metrics: Metrics; instance: string },
) {
  const { logger, upstream, clientToken } = options;
  const budget = new Budget({ place: upstreamPlace(db), clock, instance });
  // Each listing of changes has a connection of its own, and another while one page is kept: it waits.
  const agent = createAgent({ connections: CONNECTIONS + 2 * Math.max(1, options.businesses.length) });
  const logIn = () => client.logIn(options.email, options.password);
  const session = new Session({ ...sessionPlace(db, clock, options, instance), clock, logger, logIn });
  const client = new UpstreamClient({ upstream, clientToken, agent, budget, session, clock, metrics });
  return { budget, agent, session, client };
}

function translatorOf(
  { translateWith: url, translateKey: key }: ProxyOptions,
  tools: { clock: Clock; logger: Logger; metrics: Metrics },
): Translator | null {
  return url === undefined ? null : new Translator({ settings: { url, key }, ...tools });
}

function summariesOf({ summariseWith, summariseKey: key }: ProxyOptions, tools: Assembled['tools']): Summaries | null {
  return summariseWith ? new Summaries({ ...tools, settings: { ...summariseWith, key } }) : null;
}

function secretsOf(options: ProxyOptions, session: Session): Secrets {
  const { clientToken, password, merchantKey, customerSecret, translateKey, summariseKey } = options;
  const known = [clientToken, password, merchantKey, customerSecret, translateKey, summariseKey];
  return new Secrets({ fixed: known.filter((secret) => secret !== undefined), current: () => session.secret });
}

async function beginToListen(
  options: ProxyOptions,
  { tools, origins, addresses, files, words, keptAssets }: Assembled,
): Promise<{ app: FastifyInstance; url: string }> {
  const { logger, publicUrl, upstream } = options;
  let url = '';
  const renderer = await loadRenderer(options.rendererFile ?? programFiles.renderer);
  if (renderer) useWords(renderer, words);
  const app = await buildApp({
    logger,
    addresses,
    connections: options.connections ?? defaultConnectionLimits,
    origins,
    publicUrl: () => withoutSlash(publicUrl ?? url),
    files: { ...files, keptAssets, rateLimits: tools.rateLimits, costs: tools.costs },
    renderer,
    tools,
    merchantKey: options.merchantKey,
  });
  // A browser with the loader of this version may ask another instance for the loader's files.
  await keptAssets.keepOwn();
  await listen(app, options);
  const listening = app.server.address() as AddressInfo;
  url = urlOf(listening);
  origins.add(url);
  sayWhereLinksBegin(logger, publicUrl, listening);
  if (isReadOnTheWay(upstream)) logger.warn(READ_ON_THE_WAY);
  return { app, url };
}

/** Starts what goes on in the background until the proxy stops. */
function work(
  options: ProxyOptions,
  { tools, instances, worker, agent, origins, keptAssets }: Assembled,
  { app, url }: { app: FastifyInstance; url: string },
): Omit<RunningProxy, 'url'> {
  const { db, clock, mirror, budget, outbox, votes, client, readiness, businesses, translator, logger } = tools;
  mirror.start();
  const returns = watchForReturn({ db, client, businesses, clock, logger });
  const watching = whenSetBack(clock, () => {
    mirror.clockWasSetBack();
    void correctMoments(db, proxyMoments, () => clock.now(), true).catch((err) => logger.error({ err }, NOT_PUT_RIGHT));
  });
  const summaries = summariesOf(options, tools);
  worker.start([
    ...outbox.kinds,
    votes.kind,
    raising(tools),
    pruning({ db, clock, keptAssets }),
    erasures({ db, client, mirror, logger }),
    new Gists({ db, mirror, businesses, clock }),
    ...(summaries ? [summaries] : []),
  ]);
  const shred = repeatEvery(clock, SHRED_EVERY_MS, shredding(db), (err) => logger.warn({ err }, CANNOT_SHRED));
  // Digests say what is translated.
  translator?.start(async () => {
    for (const business of businesses) await mirror.change(business, async () => ({ changed: true }));
  });
  return {
    mirroring: () => readMirroring({ db, mirror, budget, businesses }),
    async serve(business) {
      if (businesses.includes(business)) return;
      await mirror.open([business]);
      businesses.push(business);
    },
    allow(allowed) {
      origins.clear();
      for (const origin of [...listOrigins({ ...options, origins: allowed }), url]) origins.add(origin);
    },
    announceStop: () => readiness.announceStop(),
    async close(graceMs = GRACE_MS) {
      watching[Symbol.dispose]();
      await Promise.all([
        mirror.stop(),
        tools.ownAddress.stop(),
        tools.feeds.close(),
        returns.close(),
        worker.stop(graceMs).then(() => summaries?.stop()),
        shred.close(),
        translator?.stop(),
        stopListening(app, graceMs),
      ]);
      // Requests that were in flight may have begun jobs since.
      await worker.stop();
      await instances.close();
      await agent.destroy();
      await db.destroy();
    },
  };
}
