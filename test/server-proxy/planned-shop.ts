/** What the plan of the mirror knows at a moment, made up for its tests. */
import { partNames, type PartName } from '../../server-proxy/mirror/parts/parts.ts';
import type { Planned } from '../../server-proxy/mirror/plan/planned.ts';
import { beginning, type Progress } from '../../server-proxy/mirror/parts/progress.ts';
import type { Outlook } from '../../api-client/budget.ts';

export const SECOND = 1_000;
export const now = Date.parse('2026-11-03T09:00:00Z');
export const walked = (start: number): Progress => ({ ...beginning, nextStart: start });
export const mirrored = (size = 10, sweptAt = now - SECOND): Progress => ({
  ...beginning,
  sweep: 2,
  size,
  mirroredAt: sweptAt,
  headReadAt: now - SECOND,
  sweptAt,
});

export type Parts = Partial<Record<PartName, Progress>>;
export const all = (progress: Progress, but: Parts = {}): Parts => ({
  ...Object.fromEntries(partNames.map((part) => [part, progress])),
  ...but,
});

/** They wait for so many products. */
export const shoppers = (count: number): Planned['waiting'] => ({
  products: Array.from({ length: count }, (_none, index) => `SKU-${index + 1}`),
});

export function shop(parts: Parts, more: Partial<Planned> = {}): Planned {
  return {
    progress: new Map(partNames.map((part) => [part, parts[part] ?? beginning])),
    reviewsExpected: undefined,
    failures: new Map(),
    underWay: new Set(),
    refreshing: new Set(),
    waiting: shoppers(0),
    toRefresh: new Set(),
    sweepsLeft: new Map(),
    lastSweepStepAt: now - SECOND,
    sweepSteps: 1,
    steppedAt: now,
    hasNewReviews: false,
    following: { readAt: null, extensions: null },
    mostWanted: () => undefined,
    ...more,
  };
}

/** @param used - calls of this window that were made, a second ago. */
export function calls(used = 0, more: Partial<Outlook> = {}): Outlook {
  const turn = { at: used < 9 ? now : now + 9_100, certain: false };
  return { free: 9 - used, sweep: turn, shopper: turn, ...more };
}
