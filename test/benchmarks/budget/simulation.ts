/** The proxy's own mirror, budget, session and client, on a database in memory, before a simulated API and shop. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShopperRead } from '../../../contract/shopper/shopper.ts';
import { createLogger } from '../../../server-kit/log.ts';
import { createMetrics } from '../../../server-proxy/metrics.ts';
import { Mirror } from '../../../server-proxy/mirror/mirror.ts';
import { partNames } from '../../../server-proxy/mirror/parts/parts.ts';
import { readProgress } from '../../../server-proxy/mirror/parts/progress.ts';
import { Secrets } from '../../../server-proxy/secrets.ts';
import { ShopperAnswers } from '../../../server-proxy/shopper/answers.ts';
import { openProxyDatabase } from '../../../server-proxy/state/open.ts';
import type { ProxyDb } from '../../../server-proxy/state/tables.ts';
import { Budget } from '../../../api-client/budget.ts';
import { UpstreamClient } from '../../../api-client/client.ts';
import { upstreamPlace } from '../../../server-proxy/state/upstream-place.ts';
import { Session } from '../../../api-client/session.ts';
import { Vault } from '../../../review-store/secrets/vault.ts';
import { SimulatedApi, type ShopSize } from './simulated-api.ts';
import { Traffic } from './traffic.ts';
import { VirtualClock } from './virtual-clock.ts';

const SHOP = 'shop.example';
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

/** What happens in the shop in a day. */
const written = 400;
const edited = 400;
const removed = 40;

/** When a change was made at the API, and when shoppers saw it; milliseconds since 1970. */
interface Change {
  readonly id: number;
  /** What the review then says; null for one that is gone. */
  readonly title: string | null;
  readonly madeAt: number;
  shownAt: number | null;
}

export interface ColdStart {
  readonly viewsPerSecond: number;
  /** Milliseconds. */
  readonly atMost: number;
}

export interface Browsing {
  readonly pages: number;
  readonly everyMs: number;
}

export interface ColdStarted {
  /** Milliseconds; null where it was not in time. */
  readonly mirroredAfter: number | null;
  /** The same for the reviews of products alone. */
  readonly reviewsAfter: number | null;
  /** Shares of page views, from 0 to 1: of the first 25 s, and of those until reviews of products are mirrored. */
  readonly answeredAtFirst: number;
  readonly answeredUntilThen: number;
  readonly refusedAfterwards: number;
  /** Calls until reviews of products were mirrored. */
  readonly calls: number;
  readonly callsOver: number;
}

/** Milliseconds. */
const FIRST = 25 * SECOND;
const STEP = 50;
/** Milliseconds that page views go on for once everything is mirrored. */
const AFTERWARDS = 30 * SECOND;

export class Simulation {
  readonly clock = new VirtualClock();
  readonly api: SimulatedApi;
  readonly traffic: Traffic;
  readonly changes = { written: [] as Change[], edited: [] as Change[], removed: [] as Change[] };
  /** Ends of the sweeps through all product reviews, the first walk among them. */
  readonly sweptAt: number[] = [];
  readonly views = { cold: 0, coldAnswered: 0, mirrored: 0, mirroredAnswered: 0 };
  readonly #db: ProxyDb;
  readonly #mirror: Mirror;
  readonly #answers: ShopperAnswers;
  readonly #directory: string;
  readonly #products: number;
  readonly #end = new AbortController();

  private constructor(db: ProxyDb, directory: string, size: ShopSize) {
    this.#db = db;
    this.#directory = directory;
    this.#products = size.products;
    this.traffic = new Traffic(size.products);
    this.api = new SimulatedApi(this.clock, size);
    const { clock } = this;
    const logger = createLogger('budget', 'error');
    const metrics = createMetrics();
    const budget = new Budget({ place: upstreamPlace(db), clock });
    const session = new Session({
      place: upstreamPlace(db),
      lease: { take: async () => true, give: async () => {} },
      clock,
      logger,
      vault: new Vault('password', SHOP),
      account: SHOP,
      logIn: () => client.logIn('owner@shop.example', 'password'),
    });
    const client = new UpstreamClient({
      upstream: 'http://api/v1',
      clientToken: 'client-token',
      agent: this.api,
      budget,
      session,
      clock,
      metrics,
    });
    this.#mirror = new Mirror({ db, client, budget, clock, metrics, logger });
    this.#answers = new ShopperAnswers({
      extensions: { has: async () => false },
      db,
      mirror: this.#mirror,
      client,
      clock,
      metrics,
      secrets: new Secrets({ fixed: [], current: () => null }),
      scales: [],
      translator: null,
      hasSummaries: false,
      ownAddress: { current: 'https://api.example' },
    });
  }

  static async open(size: ShopSize): Promise<Simulation> {
    // A directory in memory, where the system has one.
    const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'plaudit-budget-'));
    const simulation = new Simulation(await openProxyDatabase({ directory }), directory, size);
    await simulation.#mirror.open([SHOP]);
    simulation.#mirror.start();
    return simulation;
  }

  async close(): Promise<void> {
    this.#end.abort();
    const stopped = this.#mirror.stop();
    await this.clock.runUntil(this.clock.now() + 60 * SECOND);
    await stopped;
    await this.#db.destroy();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** Lets shoppers and the shop go on for so long: how many calls were made meanwhile, and which share of views was answered. */
  async run(viewsPerHour: number, duration: number): Promise<{ calls: number; answered: number }> {
    const start = this.clock.now();
    const before = { ...this.views };
    const stop = new AbortController();
    const going = [this.#view(viewsPerHour, stop.signal), this.#live(stop.signal), this.#watch(stop.signal)];
    await this.clock.runUntil(start + duration);
    const calls = this.api.callsSince(start);
    stop.abort();
    // Views that wait for the API need a little more time.
    let settled = false;
    void Promise.all(going).then(() => {
      settled = true;
    });
    while (!settled) await this.clock.runUntil(this.clock.now() + SECOND);
    const added = (name: keyof typeof before) => this.views[name] - before[name];
    return {
      calls,
      answered: (added('coldAnswered') + added('mirroredAnswered')) / (added('cold') + added('mirrored')),
    };
  }

  /**
   * Page views: each is of a product, and answered where the mirror has it. Of some the answer is really made: one a
   * second before everything is mirrored, where it stands for all of them, and one a minute from then on.
   */
  async #view(viewsPerHour: number, signal: AbortSignal): Promise<void> {
    const every = Math.max(SECOND, HOUR / viewsPerHour);
    const atOnce = (viewsPerHour * every) / HOUR;
    const underWay = new Set<Promise<void>>();
    for (let second = 0; !signal.aborted; second += 1) {
      this.#mirror.noteShopper();
      const products = Array.from({ length: Math.round(atOnce) }, () => this.traffic.next());
      const mirrored = this.#mirror.isMirrored(SHOP, ['products', 'productReviews']);
      this.views[mirrored ? 'mirrored' : 'cold'] += products.length;
      if (mirrored) for (const product of products) this.#mirror.noteView(SHOP, `SKU-${product}`);
      if (!mirrored || second % 60 === 0) {
        const view: Promise<void> = this.#read(products[0]!, mirrored, products.length).finally(() =>
          underWay.delete(view),
        );
        underWay.add(view);
      } else if (mirrored) this.views.mirroredAnswered += products.length;
      await this.clock.sleep(every, signal);
    }
    await Promise.all(underWay);
  }

  /** @param stands - for so many views. */
  async #read(product: number, mirrored: boolean, stands: number): Promise<void> {
    try {
      await this.#answers.read('listProductReviews', SHOP, { sku: `SKU-${product}` }, () => {});
      this.views[mirrored ? 'mirroredAnswered' : 'coldAnswered'] += stands;
    } catch {
      // Not answered.
    }
  }

  /** Page views from the first second on, each of them asked for, until everything is mirrored and a while longer. */
  async startCold({ viewsPerSecond, atMost }: ColdStart): Promise<ColdStarted> {
    const { clock, api, traffic } = this;
    const start = clock.now();
    const views: { readonly at: number; answered: boolean }[] = [];
    const underWay = new Set<Promise<void>>();
    let mirroredAt: number | null = null;
    let reviewsAt: number | null = null;
    const going = (async () => {
      while (clock.now() < Math.min(start + atMost, (mirroredAt ?? Infinity) + AFTERWARDS)) {
        const view = { at: clock.now() - start, answered: false };
        views.push(view);
        this.#mirror.noteShopper();
        const asked: Promise<void> = this.#answers
          .read('listProductReviews', SHOP, { sku: `SKU-${traffic.next()}` }, () => {})
          .then(
            () => {
              view.answered = true;
            },
            () => {},
          )
          .finally(() => underWay.delete(asked));
        underWay.add(asked);
        await clock.sleep(SECOND / viewsPerSecond);
        if (this.#mirror.isMirrored(SHOP, ['products', 'productReviews'])) reviewsAt ??= clock.now();
        if (this.#mirror.isMirrored(SHOP, partNames)) mirroredAt ??= clock.now();
      }
      await Promise.all(underWay);
    })();
    let settled = false;
    void going.then(() => {
      settled = true;
    });
    while (!settled) await clock.runUntil(clock.now() + SECOND);
    const end = (reviewsAt ?? clock.now()) - start;
    const share = (some: typeof views) => some.filter(({ answered }) => answered).length / Math.max(1, some.length);
    return {
      mirroredAfter: mirroredAt === null ? null : mirroredAt - start,
      reviewsAfter: reviewsAt === null ? null : end,
      answeredAtFirst: share(views.filter(({ at }) => at < FIRST)),
      answeredUntilThen: share(views.filter(({ at }) => at < end)),
      refusedAfterwards: views.filter(({ at, answered }) => at >= end && !answered).length,
      calls: api.calls.filter((at) => at - start <= end).length,
      callsOver: api.refused,
    };
  }

  /**
   * One shopper, who opens the page of one product after the other from the first moment on, popular ones and others.
   * @returns how long each page waits for what it shows of its product, in milliseconds; null where it is refused.
   */
  async openPages({ pages, everyMs }: Browsing): Promise<(number | null)[]> {
    const { clock } = this;
    const waits: (number | null)[] = [];
    while (waits.length < pages) {
      const page = waits.length;
      const product = page % 2 === 0 ? page : Math.floor(this.#products / 2) + page;
      const start = clock.now();
      this.#mirror.noteShopper();
      void this.#open(`SKU-${product}`).then((answered) => waits.push(answered ? clock.now() - start : null));
      while (waits.length === page) await clock.runUntil(clock.now() + STEP);
      await clock.runUntil(clock.now() + everyMs);
    }
    return waits;
  }

  /** Everything that the page of a product shows, and whether it was answered. */
  #open(sku: string): Promise<boolean> {
    const read = (name: ShopperRead, query: Record<string, string>) =>
      this.#answers.read(name, SHOP, { sku, ...query }, () => {});
    return Promise.all([
      read('listProductReviews', { order: 'created', digest: '1' }),
      read('getProductReviewStats', {}),
      read('listProductQuestions', {}),
    ]).then(
      () => true,
      () => false,
    );
  }

  async #live(signal: AbortSignal): Promise<void> {
    const { api, clock, traffic, changes } = this;
    const perDay = written + edited + removed;
    while (!signal.aborted) {
      await clock.sleep((DAY / perDay) * 2 * traffic.random(), signal);
      if (signal.aborted) return;
      const kind = traffic.random() * perDay;
      const place = Math.floor(traffic.random() * api.numberOfReviews);
      const change = { madeAt: clock.now(), shownAt: null };
      // What is older than the mirror is all that can be edited or removed for it.
      const known = this.sweptAt.length > 0;
      if (kind < written)
        changes.written.push({ ...change, id: api.write(traffic.next()), title: 'Just what I was looking for' });
      else if (known && kind < written + edited) changes.edited.push({ ...change, ...pick(api.edit(place)) });
      else if (known) changes.removed.push({ ...change, id: api.remove(place), title: null });
    }
  }

  /** Notes when a change can be seen, and when a sweep came through. */
  async #watch(signal: AbortSignal): Promise<void> {
    for (let second = 0; !signal.aborted; second += 1) {
      await this.clock.sleep(SECOND, signal);
      if (this.#mirror.isMirrored(SHOP, ['productReviews'])) await this.#notice(this.changes.written);
      if (second % 60 !== 0) continue;
      await this.#notice(this.changes.edited);
      await this.#notice(this.changes.removed);
      const { sweptAt } = (await readProgress(this.#db, SHOP)).get('productReviews')!;
      if (sweptAt !== null && sweptAt !== this.sweptAt.at(-1)) this.sweptAt.push(sweptAt);
    }
  }

  async #notice(changes: readonly Change[]): Promise<void> {
    const open = changes.filter((change) => change.shownAt === null);
    if (open.length === 0) return;
    const rows = await this.#db
      .selectFrom('product_review')
      .select(['id', 'title', 'state'])
      .where(
        'id',
        'in',
        open.map((change) => change.id),
      )
      .execute();
    const shown = new Map(rows.map((row) => [row.id, row.state === 1 ? row.title : null]));
    for (const change of open)
      if (shown.has(change.id) && shown.get(change.id) === change.title) change.shownAt = this.clock.now();
  }

  /** Everything that the mirror knows of its walks, by part. */
  async progress() {
    const progress = await readProgress(this.#db, SHOP);
    return partNames.map((part) => ({ part, ...progress.get(part)! }));
  }
}

const pick = ({ id, title }: { id: number; title: string }) => ({ id, title });
