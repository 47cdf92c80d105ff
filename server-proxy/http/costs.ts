/**
 * What a read costs that is not given from memory, and what one address may spend: see
 * docs/decisions/0093-connections-and-costs.md. A token is about a millisecond of one processor.
 */
import { LRUCache } from 'lru-cache';
import { refuse } from '../../contract/errors.ts';
import type { RawParameters } from '../../contract/parameters.ts';
import type { Clock } from '../../server-kit/clock.ts';

/** One address, in tokens: so many a minute, and so many at once. */
const PER_MINUTE = 3_000;
const AT_ONCE = 1_000;

const COST = { search: 10, filter: 5, render: 3, unusualRender: 15 } as const;
/** What elements ask for as they load and are leafed through comes for nothing: it is in memory in a moment. */
const FREE_ITEMS = 20;
const FREE_START = 100;
/** Items that are passed over, answered, or counted, for a token. */
const ITEMS_PER_TOKEN = 10;

/** Parameters that narrow a list by something other than the product it is about. */
const filters = ['date_from', 'date_to', 'price_range', 'reviews_range', 'labels', 'brand', 'categories', 'datasources'] as const;

export function costOfRead(raw: RawParameters): number {
  const isGiven = (name: string) => raw[name] !== undefined && raw[name] !== '';
  const number = (name: string) => Math.min(10_000, Math.max(0, Number(raw[name] ?? 0) || 0));
  const search = isGiven('q') ? COST.search : 0;
  const filtered = filters.filter(isGiven).length * COST.filter;
  const deep = Math.max(0, number('start') - FREE_START) / ITEMS_PER_TOKEN;
  const long = Math.max(0, number('count') - FREE_ITEMS) / ITEMS_PER_TOKEN;
  const counted = isGiven('skus') ? String(raw['skus']).split(',').length / ITEMS_PER_TOKEN : 0;
  return search + filtered + deep + long + counted;
}

/** What shops write on every page. Whatever else is asked for makes a fragment that hardly anybody asks for again. */
const usual: ReadonlySet<string> = new Set(['business', 'sku', 'item-group', 'locale', 'theme', 'page-size', 'order', 'category', 'currency', 'proxy']);

/** Of a fragment that must be made; one that is kept costs nothing. */
export function costOfRender(query: Readonly<Record<string, unknown>>): number {
  const isUsual = Object.keys(query).every((name) => usual.has(name));
  const state = costOfRead({ q: query['plaudit-q'] as string, start: query['plaudit-start'] as string, count: query['page-size'] as string });
  return (isUsual ? COST.render : COST.unusualRender) + state;
}

interface Purse {
  tokens: number;
  /** When it was filled last, in milliseconds since 1970. */
  filledAt: number;
}

/** In this process's memory, as the other limits of addresses. */
export class Costs {
  readonly #clock: Clock;
  readonly #purses = new LRUCache<string, Purse>({ max: 50_000 });

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws ApiError `tooManyRequests` with `Retry-After` where the address has not so much left. */
  spend(network: string, cost: number): void {
    if (cost === 0) return;
    const now = this.#clock.now();
    const purse = this.#purses.get(network) ?? { tokens: AT_ONCE, filledAt: now };
    // A clock that went back fills nothing, and empties nothing either.
    purse.tokens = Math.min(AT_ONCE, purse.tokens + (Math.max(0, now - purse.filledAt) * PER_MINUTE) / 60_000);
    purse.filledAt = now;
    this.#purses.set(network, purse);
    // Dearer than a full purse: then all of it.
    const missing = Math.min(cost, AT_ONCE) - purse.tokens;
    if (missing > 0) throw refuse('tooManyRequests', 'Too many costly questions from this address', { retryAfter: Math.ceil((missing * 60) / PER_MINUTE) });
    purse.tokens -= cost;
  }
}
