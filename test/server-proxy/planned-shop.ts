/** What the plan of the mirror knows at a moment, made up for its tests. */
import { partNames, type PartName } from '../../server-proxy/mirror/parts/parts.ts';
import type { Planned } from '../../server-proxy/mirror/plan/planned.ts';
import { beginning, type Progress } from '../../server-proxy/mirror/parts/progress.ts';
import type { Demand } from '../../server-proxy/mirror/plan/waiting-shoppers.ts';
import type { Outlook } from '../../server-proxy/upstream/budget.ts';

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

const nobody: Demand = { size: 0, byNeeds: [], products: [], wanted: 0 };
/** So many shoppers for each of these products. */
export function shoppers(...each: number[]): Demand {
  const products = each.map((wanted, index) => ({ sku: `SKU-${index + 1}`, wanted }));
  const wanted = each.reduce((sum, one) => sum + one, 0);
  return { size: wanted, products, wanted, byNeeds: [{ needs: ['productReviews', 'products'], shoppers: wanted }] };
}

export function shop(parts: Parts, more: Partial<Planned> = {}): Planned {
  return {
    progress: new Map(partNames.map((part) => [part, parts[part] ?? beginning])),
    expected: new Map(),
    failures: new Map(),
    underWay: new Set(),
    looking: new Set(),
    waiting: nobody,
    lookAgain: new Set(),
    sweepsLeft: new Map(),
    lastSweepStepAt: now - SECOND,
    sweepSteps: 1,
    steppedAt: now,
    hasNewReviews: false,
    following: { lastChange: 0, readAt: null, extensions: null, said: 0 },
    mostWanted: () => undefined,
    ...more,
  };
}

/** @param used - calls of this window that were made, a second ago. */
export function calls(used = 0, more: Partial<Outlook> = {}): Outlook {
  const at = used < 9 ? now : now + 9_100;
  const slots = Array.from({ length: 10 }, (_none, index) => (index < 10 - used ? now : now + 9_100));
  return {
    slots,
    sweepSlots: slots.slice(0, 9),
    running: 0,
    sweep: { at, certain: false },
    shopper: { at: slots[0]!, certain: false, slots },
    sweepCallsLeft: 500,
    ...more,
  };
}
