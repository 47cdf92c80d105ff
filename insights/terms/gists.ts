/**
 * Keeps the gists of all reviews up to date, in one instance at a time: what the mirror marks as due is worked out in
 * batches, in a thread of its own, and put into the mirror with a version of its own.
 */
import type { Job, Kind } from '../../review-store/jobs/worker.ts';
import { readProductReviewTexts, readReviewTexts } from '../../review-store/reviews/review-facts.ts';
import type { Clock } from '../../server-kit/clock.ts';
import type { Business, Texts } from '../program.ts';
import type { InsightDb, InsightTables, TextKind } from '../tables.ts';
import { makeGists } from '../language/gist-maker.ts';
import {
  countGists,
  markMissing,
  readDue,
  readGistState,
  saveGists,
  settleDue,
  writeGistState,
  type Due,
  type GistState,
} from './gist-rows.ts';
import { countTerms, saveTermCounts } from './term-counts.ts';

const EVERY_MS = 1_000;
const BATCH = 100;
const HOUR_MS = 3_600_000;
/** Terms are counted anew at once when one gist in so many has changed. */
const COUNT_AFTER_SHARE = 50;
const gistParts = ['productReviews', 'reviews'] as const satisfies readonly TextKind[];

export interface GistTools {
  readonly db: InsightDb;
  readonly mirror: Texts;
  /** May grow while it works. */
  readonly businesses: readonly string[];
  readonly clock: Clock;
}

/** When a business needs nothing: as long as its version and what is mirrored stay, but not for ever. */
interface Settled {
  readonly version: number;
  readonly isMirrored: boolean;
  /** In milliseconds since 1970. */
  readonly countAgainAt: number;
}

/** Gists of one part that belong together, ready to be kept. */
interface Batch {
  readonly table: 'mirror_product_gist' | 'mirror_review_gist';
  readonly rows: readonly (InsightTables['mirror_product_gist'] | InsightTables['mirror_review_gist'])[];
}

export class Gists implements Kind {
  readonly name = 'gists';
  readonly isStanding = true;
  readonly failing = 'The languages and words of reviews cannot be found; it is tried again by itself';
  readonly retryMs = EVERY_MS;
  readonly #tools: GistTools;
  readonly #settled = new Map<string, Settled>();

  constructor(tools: GistTools) {
    this.#tools = tools;
  }

  isWanted(): boolean {
    return this.#tools.businesses.some((domain) => !this.#isSettled(domain));
  }

  async attempt(job: Job): Promise<number> {
    for (const domain of this.#tools.businesses) if (!this.#isSettled(domain)) await this.#catchUp(domain, job);
    return EVERY_MS;
  }

  #isSettled(domain: string): boolean {
    const { mirror, clock } = this.#tools;
    if (mirror.isFilling(domain)) return true;
    const settled = this.#settled.get(domain);
    return (
      settled?.version === mirror.version(domain) &&
      settled.isMirrored === mirror.isMirrored(domain, gistParts) &&
      clock.now() < settled.countAgainAt
    );
  }

  async #catchUp(domain: string, job: Job): Promise<void> {
    const { db, mirror } = this.#tools;
    const business = mirror.business(domain);
    // A review that becomes due, or is removed, makes a version of its own.
    const version = mirror.version(domain);
    const isMirrored = mirror.isMirrored(domain, gistParts);
    if (!this.#settled.has(domain)) await markMissing(db, business.id);
    for (const part of gistParts) while (await this.#makeSome(business, part, job)) job.signal.throwIfAborted();
    const countAgainAt = isMirrored ? await this.#settle(business, job) : Number.POSITIVE_INFINITY;
    this.#settled.set(domain, { version, isMirrored, countAgainAt });
  }

  /** Works out one batch. @returns whether there was any. */
  async #makeSome(business: Business, part: TextKind, job: Job): Promise<boolean> {
    const { db, mirror } = this.#tools;
    const due = await readDue(db, business.id, part, BATCH);
    if (due.length === 0) return false;
    const batch = await this.#make(business, part, due);
    await mirror.change(business.domain, async (db) => {
      await job.confirm(db);
      await keep(db, business, part, due, batch);
      return { changed: true, onlyAdds: true };
    });
    return true;
  }

  async #make({ id }: Business, part: TextKind, due: readonly Due[]): Promise<Batch> {
    const store = this.#tools.db;
    const ids = due.map((one) => one.id);
    if (part === 'reviews') {
      const texts = await readReviewTexts(store, id, ids);
      const gists = await makeGists(texts);
      const rows = texts.map(({ id: review_id, rating }, index) => ({
        business_id: id,
        review_id,
        language: gists[index]!.language,
        rating,
      }));
      return { table: 'mirror_review_gist', rows };
    }
    const texts = await readProductReviewTexts(store, id, ids);
    const gists = await makeGists(texts);
    const rows = texts.map(({ id: review_id, product_id }, index) => ({
      business_id: id,
      review_id,
      product_id,
      ...gists[index]!,
    }));
    return { table: 'mirror_product_gist', rows };
  }

  /**
   * Everything has its gist: says so, and counts terms if it is time to.
   * @returns when it may be time again, in milliseconds since 1970.
   */
  async #settle(business: Business, job: Job): Promise<number> {
    const { db, mirror, clock } = this.#tools;
    const state = await readGistState(db, business.id);
    const now = clock.now();
    const gists = await countGists(db, business.id);
    if (state.isComplete && !isTimeToCount(state, gists, now))
      return state.changes > 0 ? state.countedAt! + HOUR_MS : Number.POSITIVE_INFINITY;
    const counts = await countTerms(db, business.id);
    await mirror.change(business.domain, async (db) => {
      await job.confirm(db);
      // Something was removed meanwhile, which must not be counted.
      if ((await countGists(db, business.id)) < gists) return { changed: false };
      await saveTermCounts(db, business.id, counts);
      await writeGistState(db, business.id, { isComplete: true, countedAt: now, gists, changes: 0 });
      return { changed: true, onlyAdds: true };
    });
    // The version has changed, so this is looked at once more.
    return 0;
  }
}

/** A review that was removed may have been erased, and may be all that some words come from: then at once. */
const isTimeToCount = ({ countedAt, gists: before, changes }: GistState, gists: number, now: number): boolean =>
  countedAt === null ||
  gists < before ||
  (changes > 0 && (changes * COUNT_AFTER_SHARE >= gists || now - countedAt >= HOUR_MS));

/** Keeps gists of reviews that are still there. */
async function keep(
  db: InsightDb,
  { id }: Business,
  part: TextKind,
  due: readonly Due[],
  { table, rows }: Batch,
): Promise<void> {
  const ids = due.map((one) => one.id);
  const texts = part === 'reviews' ? readReviewTexts : readProductReviewTexts;
  const there = new Set((await texts(db, id, ids)).map((one) => one.id));
  const kept = rows.filter(({ review_id }) => there.has(review_id));
  const state = await readGistState(db, id);
  const wereRemoved = (await countGists(db, id)) < state.gists;
  await saveGists(db, table, kept as readonly InsightTables['mirror_product_gist'][]);
  await settleDue(db, id, part, due);
  await writeGistState(db, id, {
    ...state,
    countedAt: wereRemoved ? null : state.countedAt,
    gists: await countGists(db, id),
    changes: state.changes + (part === 'productReviews' ? due.length : 0),
  });
}
