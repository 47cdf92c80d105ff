/**
 * Has summaries of reviews written, by one instance at a time: one call after another, whatever shoppers do meanwhile.
 * Each is judged before it is kept.
 */
import type { Insight } from '../kept.ts';
import type { Job, Kind } from '../../review-store/jobs/worker.ts';
import { readTermCounts } from '../terms/term-counts.ts';
import type { Business, Secrets, Texts } from '../program.ts';
import { FEWEST_REVIEWS, saveSummary, sharesOf } from './kept.ts';
import type { InsightDb } from '../tables.ts';
import { DueSummaries, type DueSummary } from './due-summaries.ts';
import { judge, type Asked } from './validator.ts';
import { toMessages } from './prompt.ts';
import { readToSend, weighReviews } from './sent-reviews.ts';
import type { AskingTools } from '../asked-service.ts';
import type { SummariserSettings } from './chat-completions.ts';
import { Summariser } from './summariser.ts';

export interface SummaryTools extends AskingTools<SummariserSettings> {
  readonly db: InsightDb;
  readonly mirror: Texts;
  readonly secrets: Secrets;
  /** May grow while it works. */
  readonly businesses: readonly string[];
}

const EVERY_MS = 1_000;

export class Summaries implements Kind {
  readonly name = 'summaries';
  readonly isStanding = true;
  readonly failing = 'Reviews cannot be summarised; it is tried again by itself';
  readonly retryMs = EVERY_MS;
  readonly #tools: SummaryTools;
  readonly #summariser: Summariser;
  readonly #due = new Map<string, DueSummaries>();
  /** The place of the business that had the last turn. */
  #served = -1;

  constructor(tools: SummaryTools) {
    this.#tools = tools;
    this.#summariser = new Summariser(tools);
  }

  isWanted(): boolean {
    return this.#tools.businesses.some((domain) => this.#isReady(domain) && this.#dueOf(domain).isTimeToList());
  }

  async attempt(job: Job): Promise<number> {
    const { clock } = this.#tools;
    try {
      while (await this.#makeNext(job)) await clock.sleep(Math.max(EVERY_MS, this.#summariser.restMs), job.signal);
    } finally {
      // By the next time, another instance may have made what was listed.
      for (const due of this.#due.values()) due.forget();
    }
    return EVERY_MS;
  }

  stop(): Promise<void> {
    return this.#summariser.stop();
  }

  #isReady(domain: string): boolean {
    return this.#tools.mirror.isMirrored(domain, ['productReviews', 'products']);
  }

  /** One summary, of the businesses in turn. @returns whether one was due. */
  async #makeNext(job: Job): Promise<boolean> {
    const { mirror, businesses } = this.#tools;
    for (let step = 1; step <= businesses.length; step += 1) {
      job.signal.throwIfAborted();
      const turn = (this.#served + step) % businesses.length;
      const domain = businesses[turn]!;
      if (!this.#isReady(domain)) continue;
      const all = this.#dueOf(domain);
      const due = await all.next();
      if (!due) continue;
      this.#served = turn;
      if (!(await this.#make(mirror.business(domain), due, job))) all.putOff(due);
      return true;
    }
    return false;
  }

  #dueOf(domain: string): DueSummaries {
    const { db, mirror, clock, settings } = this.#tools;
    let due = this.#due.get(domain);
    if (!due) this.#due.set(domain, (due = new DueSummaries({ db, mirror, domain, clock, model: settings.model })));
    return due;
  }

  /** @returns false where there was no answer, or too little to ask about. */
  async #make(business: Business, due: DueSummary, job: Job): Promise<boolean> {
    const { db, secrets } = this.#tools;
    const { productId, language } = due;
    const weighed = (await weighReviews(db, business.id, productId)).get(language) ?? [];
    const reviews = await readToSend(db, business, weighed, secrets);
    if (weighed.length < FEWEST_REVIEWS || reviews.length === 0) return false;
    const written = await this.#summariser.ask(toMessages(language, reviews), job.signal);
    if (written === null) return false;
    const counts = (await readTermCounts(db, business.id, [language])).get(language)?.counts;
    const common = new Set(counts?.keys());
    await this.#keep(business, due, { language, reviews, common, shares: sharesOf(weighed) }, written, job);
    return true;
  }

  async #keep(business: Business, due: DueSummary, asked: Asked, written: string, job: Job): Promise<void> {
    const { mirror, settings, secrets, clock, logger, metrics } = this.#tools;
    const { productId, language, sku } = due;
    const judged = await judge(secrets.removeFrom(written), asked);
    const isRefused = 'refused' in judged;
    const sentences: readonly Insight[] = isRefused ? [] : judged.sentences;
    const { model } = settings;
    const facts = { productId, language, model, reviewsRead: asked.reviews.length, madeAt: clock.now() };
    await mirror.change(business.domain, async (db) => {
      await job.confirm(db);
      return { ...(await saveSummary(db, business.id, { ...facts, ...asked.shares }, sentences)), onlyAdds: true };
    });
    metrics.summariserCalls.inc({ outcome: isRefused ? 'refused' : 'ok' });
    const about = { business: business.domain, sku, language };
    if (isRefused) logger.info(about, `A summary of reviews was refused: ${judged.refused}`);
    else logger.debug({ ...about, sentences: sentences.length }, 'reviews were summarised');
  }
}
