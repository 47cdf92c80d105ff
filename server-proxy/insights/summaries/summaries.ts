/**
 * Has summaries of reviews written, in the one instance that has the lease: one call at a time, whatever shoppers do
 * meanwhile. What is written is judged, and put into the mirror with a version of its own.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../../server-kit/clock.ts';
import { readTermCounts } from '../gists/term-counts.ts';
import type { Metrics } from '../../metrics.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { MirroredBusiness } from '../../mirror/parts/parts.ts';
import { FEWEST_REVIEWS, saveSummary, type KeptSentence } from '../../mirror/parts/summarised.ts';
import type { Secrets } from '../../secrets.ts';
import { Lease, LeaseLost } from '../../state/lease.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { DueSummaries, type DueSummary } from './due-summaries.ts';
import { sharesOf } from './fairness.ts';
import { judge, type Asked } from './judge.ts';
import { toMessages } from './prompt.ts';
import { readToSend, weighReviews } from './sent-reviews.ts';
import type { SummariserSettings } from './chat-completions.ts';
import { Summariser } from './summariser.ts';

export interface SummaryTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly settings: SummariserSettings;
  readonly secrets: Secrets;
  /** May grow while it works. */
  readonly businesses: readonly string[];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** The instance that this process is. */
  readonly instance?: string | undefined;
}

const EVERY_MS = 1_000;
const LEASE_MS = 15_000;

export class Summaries {
  readonly #tools: SummaryTools;
  readonly #summariser: Summariser;
  readonly #lease: Lease;
  readonly #stop = new AbortController();
  readonly #due = new Map<string, DueSummaries>();
  /** The place of the business that had the last turn. */
  #served = -1;
  #running: Promise<void> = Promise.resolve();

  constructor(tools: SummaryTools) {
    this.#tools = tools;
    this.#summariser = new Summariser(tools);
    const { db, clock, instance } = tools;
    this.#lease = new Lease({ db, clock, name: 'summaries', ttlMs: LEASE_MS, holder: instance });
  }

  start(): void {
    this.#running = this.#work();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#summariser.stop();
    await this.#running;
    await this.#lease.give();
  }

  async #work(): Promise<void> {
    const { clock, logger } = this.#tools;
    const { signal } = this.#stop;
    let failing = false;
    while (!signal.aborted) {
      try {
        if (!(await this.#lease.take())) this.#due.clear();
        else await this.#whileLeading(() => this.#makeNext());
        failing = false;
      } catch (error) {
        const isNews = !failing && !signal.aborted && !(error instanceof LeaseLost);
        if (isNews) logger.warn({ err: error }, 'Reviews cannot be summarised; it is tried again by itself');
        failing = true;
      }
      await clock.sleep(EVERY_MS, signal);
    }
  }

  /** One summary, of the businesses in turn. */
  async #makeNext(): Promise<void> {
    const { mirror, businesses } = this.#tools;
    if (this.#summariser.isResting) return;
    for (let step = 1; step <= businesses.length; step += 1) {
      const turn = (this.#served + step) % businesses.length;
      const domain = businesses[turn]!;
      if (!mirror.isMirrored(domain, ['productReviews', 'products'])) continue;
      const all = this.#dueOf(domain);
      const due = await all.next();
      if (!due) continue;
      this.#served = turn;
      if (!(await this.#make(mirror.business(domain), due))) all.putOff(due);
      return;
    }
  }

  #dueOf(domain: string): DueSummaries {
    const { db, mirror, clock, settings } = this.#tools;
    let due = this.#due.get(domain);
    if (!due) this.#due.set(domain, (due = new DueSummaries({ db, mirror, domain, clock, model: settings.model })));
    return due;
  }

  /** @returns false where there was no answer, or too little to ask about. */
  async #make(business: MirroredBusiness, due: DueSummary): Promise<boolean> {
    const { db, secrets } = this.#tools;
    const { productId, language } = due;
    const weighed = (await weighReviews(db, business.id, productId)).get(language) ?? [];
    const reviews = await readToSend(db, business, weighed, secrets);
    if (weighed.length < FEWEST_REVIEWS || reviews.length === 0) return false;
    const written = await this.#summariser.ask(toMessages(language, reviews));
    if (written === null) return false;
    const counts = (await readTermCounts(db, business.id, [language])).get(language)?.counts;
    const common = new Set(counts?.keys());
    await this.#keep(business, due, { language, reviews, common, shares: sharesOf(weighed) }, written);
    return true;
  }

  async #keep(business: MirroredBusiness, due: DueSummary, asked: Asked, written: string): Promise<void> {
    const { mirror, settings, secrets, clock, logger, metrics } = this.#tools;
    const { productId, language, sku } = due;
    const judged = await judge(secrets.removeFrom(written), asked);
    const isRefused = 'refused' in judged;
    const sentences: readonly KeptSentence[] = isRefused ? [] : judged.sentences;
    const { model } = settings;
    const facts = { productId, language, model, reviewsRead: asked.reviews.length, madeAt: clock.now() };
    await mirror.change(business.domain, async (db) => {
      await this.#lease.confirm(db);
      return saveSummary(db, business.id, { ...facts, ...asked.shares }, sentences);
    });
    metrics.summariserCalls.inc({ outcome: isRefused ? 'refused' : 'ok' });
    const about = { business: business.domain, sku, language };
    if (isRefused) logger.info(about, `A summary of reviews was refused: ${judged.refused}`);
    else logger.debug({ ...about, sentences: sentences.length }, 'reviews were summarised');
  }

  /** A call may take longer than the lease lasts without being renewed. */
  async #whileLeading(work: () => Promise<void>): Promise<void> {
    const { clock } = this.#tools;
    const done = new AbortController();
    const renewing = (async () => {
      while (!done.signal.aborted) {
        await clock.sleep(EVERY_MS, done.signal);
        // Whoever has lost it meanwhile finds out when keeping what was made.
        if (!done.signal.aborted) await this.#lease.take().catch(() => false);
      }
    })();
    try {
      await work();
    } finally {
      done.abort();
      await renewing;
    }
  }
}
