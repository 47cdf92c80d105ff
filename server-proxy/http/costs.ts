/**
 * The cost of a read that is not answered from memory, and the allowance of one address, both in milliseconds of one
 * processor, roughly: see docs/decisions/0093-connections-and-costs.md.
 */
import { refuse } from '../../contract/endpoints/errors.ts';
import { ratedOrders } from '../../contract/shopper/choices.ts';
import type { RawParameters } from '../../contract/endpoints/read-parameters.ts';
import type { Clock } from '../../server-kit/clock.ts';
import { WeighedCache } from '../../server-kit/weighed-cache.ts';

/** An address gets this much back in a minute, and can have saved up no more than that. */
const MS_PER_MINUTE = 3_000;
const MOST_SAVED_MS = 1_000;

const COST_MS = { search: 10, filter: 5, render: 3 } as const;
/** A translation that is not kept yet: the translator works on it for about a second, and this program hardly does. */
export const COST_OF_TRANSLATION_MS = 50;
/** The rest for filters and searches, however many translations are asked for at once. */
export const KEPT_FROM_TRANSLATIONS_MS = 250;
/** Requests of elements as they load and turn pages are free: the answers are in memory in a moment. */
const FREE_ITEMS = 20;
const FREE_START = 100;
/** Bytes. */
const COMPRESSED_PER_MS = 10_000;
/** Items that are skipped, answered or counted in a millisecond. */
const ITEMS_PER_MS = 10;

/** Parameters that narrow a list by something other than the product it is about, or count all of it. */
const filters = [
  'date_from',
  'date_to',
  'price_range',
  'reviews_range',
  'labels',
  'brand',
  'categories',
  'datasources',
  'verified',
  'languages',
  'prefer',
  'with',
  'mention',
  'review_id',
  'digest',
] as const;

/** Orders that no index has in full. */
const sortedOrders: ReadonlySet<unknown> = new Set(ratedOrders);

export function costOfRead(raw: RawParameters): number {
  const isGiven = (name: string) => raw[name] !== undefined && raw[name] !== '';
  const number = (name: string) => Math.min(10_000, Math.max(0, Number(raw[name] ?? 0) || 0));
  const search = isGiven('q') ? COST_MS.search : 0;
  const filtered = filters.filter(isGiven).length * COST_MS.filter;
  const sorted = sortedOrders.has(raw['order']) ? COST_MS.filter : 0;
  const deep = Math.max(0, number('start') - FREE_START) / ITEMS_PER_MS;
  const long = Math.max(0, number('count') - FREE_ITEMS) / ITEMS_PER_MS;
  const named = ['skus', 'item_groups'].filter(isGiven).map((name) => String(raw[name]).split(',').length);
  const counted = named.reduce((sum, names) => sum + names, 0) / ITEMS_PER_MS;
  return search + filtered + sorted + deep + long + counted;
}

/**
 * The least that a fragment costs which has to be rendered: what it takes beyond that is charged when it is there.
 * @param asked - what it asks of a list, under the names of the parameters.
 */
export const costOfRender = (asked: RawParameters): number => COST_MS.render + costOfRead(asked);

/** Of a file that its build has not compressed; done once for everybody. */
export const costOfCompression = (bytes: number): number => bytes / COMPRESSED_PER_MS;

/** Allowances of some twenty thousand addresses. */
const MOST_BYTES = 6 * 1024 * 1024;

/** A token bucket (glossary: cost). */
interface Allowance {
  leftMs: number;
  /** When it was topped up last, in milliseconds since 1970. */
  toppedUpAt: number;
}

/** Kept in this process's memory, like the other limits on addresses. */
export class Costs {
  readonly #clock: Clock;
  readonly #allowances = new WeighedCache<Allowance>({ maxBytes: MOST_BYTES, weigh: () => 50 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param keptMs - what has to be left after it.
   * @throws ApiError `tooManyRequests` with `Retry-After` where the address does not have this much left.
   */
  spend(network: string, costMs: number, keptMs = 0): void {
    if (costMs === 0) return;
    const allowance = this.#allowanceOf(network);
    // A question that costs more than an address can save up takes all of it.
    const missingMs = Math.min(costMs + keptMs, MOST_SAVED_MS) - allowance.leftMs;
    if (missingMs > 0)
      throw refuse('tooManyRequests', 'Too many costly questions from this address', {
        retryAfterSeconds: Math.ceil((missingMs * 60) / MS_PER_MINUTE),
      });
    allowance.leftMs -= costMs;
  }

  /** Charges for the time beyond the price, once that is known. An address that owes waits until it has earned it. */
  charge(network: string, moreMs: number): void {
    if (moreMs > 0) this.#allowanceOf(network).leftMs -= moreMs;
  }

  #allowanceOf(network: string): Allowance {
    const now = this.#clock.elapsed();
    const allowance = this.#allowances.get(network) ?? { leftMs: MOST_SAVED_MS, toppedUpAt: now };
    const earnedMs = ((now - allowance.toppedUpAt) * MS_PER_MINUTE) / 60_000;
    allowance.leftMs = Math.min(MOST_SAVED_MS, allowance.leftMs + earnedMs);
    allowance.toppedUpAt = now;
    this.#allowances.set(network, allowance);
    return allowance;
  }
}
