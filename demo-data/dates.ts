import type { Random } from './random.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/** When the newest content was written. All demo data counts back from here, so that it is the same every time. */
export const newest = Date.UTC(2026, 10, 18, 19, 42);

/** When the shop opened and its first products came. */
export const opened = Date.UTC(2023, 10, 6, 9, 0);

/** A moment of a shopper's waking hours between two moments; the shop grows, so later is likelier. */
export function momentBetween(random: Random, from: number, to: number): number {
  const somewhere = from + (to - from) * random.next() ** 0.62;
  const midnight = Math.floor(somewhere / day) * day;
  const evening = random.chance(0.45);
  const moment =
    midnight +
    (evening ? random.integer(18 * 60, 22 * 60 + 50) : random.integer(7 * 60, 18 * 60)) * minute +
    random.integer(0, 59) * 1000;
  return Math.max(from, Math.min(to, moment));
}

/** Reviews are looked at before they appear: within minutes in office hours, the next day otherwise. */
export function publishedAfter(random: Random, createdAt: number): number {
  return (
    createdAt +
    (random.chance(0.7)
      ? random.integer(4, 170) * minute
      : random.integer(5, 26) * hour + random.integer(0, 59) * minute)
  );
}
