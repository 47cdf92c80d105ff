/** The weeks or months that days are counted in. */
import { DAY_MS, type CountFilter } from '../../content/figures/counts.ts';

const MOST_WEEKS = 27;
/** Ten years of months are still a chart. */
const MOST_DAYS = 3_660;
/** 1 January 1970 was a Thursday. */
const MONDAY = 4;

type Range = Pick<CountFilter, 'from' | 'to'>;

/** The days that were asked for; otherwise the twelve months until today. */
export function readRange(
  { from, to }: { readonly from: number | null; readonly to: number | null },
  now: number,
): Range {
  const end = to ?? Math.floor(now / DAY_MS) * DAY_MS + DAY_MS - 1;
  const last = new Date(end);
  const start = from ?? Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 11, 1);
  return { from: Math.min(Math.max(start, end + 1 - MOST_DAYS * DAY_MS), end), to: end };
}

/** Whether these days are shown by week, and not by month. */
export const isByWeek = ({ from, to }: Range): boolean => to - from < MOST_WEEKS * 7 * DAY_MS;

/** The first day of each week (a Monday) or month, the earliest first, as days since 1970. */
export function firstDays(range: Range): number[] {
  const first = Math.floor(range.from / DAY_MS);
  const last = Math.floor(range.to / DAY_MS);
  const days: number[] = [];
  if (isByWeek(range)) for (let day = mondayOf(first); day <= last; day += 7) days.push(day);
  else {
    const start = new Date(range.from);
    for (let month = 0; ; month++) {
      const day = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, 1) / DAY_MS;
      if (day > last) break;
      days.push(day);
    }
  }
  return days;
}

const mondayOf = (day: number): number => day - ((((day - MONDAY) % 7) + 7) % 7);
