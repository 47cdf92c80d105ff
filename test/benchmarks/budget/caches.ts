/** The two policies beside the mirror, as a model: one answer for one product, kept for a minute. */
import { Traffic } from './traffic.ts';

export type CachePolicy = 'plain' | 'stale-while-revalidate';

export interface CacheRun {
  /** Share of page views that got an answer, from 0 to 1. */
  readonly answered: number;
  readonly calls: number;
}

export interface CacheOptions {
  readonly policy: CachePolicy;
  readonly products: number;
  readonly viewsPerHour: number;
  readonly hours: number;
  /** False: an API without limits, to see what the policy would ask for. */
  readonly limited: boolean;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const FRESH = 60 * SECOND;
const STALE = 600 * SECOND;

export function runCache({ policy, products, viewsPerHour, hours, limited }: CacheOptions): CacheRun {
  const traffic = new Traffic(products);
  const readAt = new Float64Array(products).fill(-Infinity);
  const calls: number[] = [];
  const total = Math.round(viewsPerHour * hours);
  let answered = 0;
  for (let view = 0; view < total; view += 1) {
    const now = (view * HOUR) / viewsPerHour;
    const product = traffic.next();
    const age = now - readAt[product]!;
    const mayCall = !limited || isWithinLimits(calls, now);
    if (age > FRESH && mayCall) calls.push(now);
    const isStale = policy === 'stale-while-revalidate' && age <= STALE;
    if (age <= FRESH || mayCall || isStale) answered += 1;
    if (age > FRESH && mayCall) readAt[product] = now;
  }
  return { answered: answered / total, calls: calls.length };
}

function isWithinLimits(calls: readonly number[], now: number): boolean {
  const within = (limit: number, window: number) => calls.length < limit || calls.at(-limit)! <= now - window;
  return within(10, 10 * SECOND) && within(1_000, HOUR);
}
