/**
 * The way through a listing, page by page. A listing that shifts meanwhile loses nothing: pages overlap by a few
 * items, and a page that shares none with the one before it proves a gap, so the reader steps back.
 */
import { MAX_COUNT } from '../contract/endpoints/limits.ts';

/** How many items a page shares with the one before. This many may be removed meanwhile without a gap. */
export const OVERLAP = 5;
/** After more steps back, the listing counts as having no steady order: the reader goes on. */
export const MAX_STEPS_BACK = 3;

export interface Thread {
  readonly nextStart: number;
  /** The ids on the page before. */
  readonly previousIds: readonly number[];
  /** How often the thread was lost. */
  readonly gaps: number;
}

/**
 * Where to go on after a page; or the end, if it was the last one.
 * @param ids - of its items.
 * @param sent - how many items it had, malformed ones included.
 */
export function followThread<Progress extends Thread>(
  ids: readonly number[],
  sent: number,
  progress: Progress,
): Progress | 'end' {
  const { nextStart, previousIds, gaps } = progress;
  const same =
    ids.length > 0 && ids.length === previousIds.length && ids.every((id, index) => id === previousIds[index]);
  // The last case is a server that does not know `start`, or ends its list by repeating it.
  if (sent === 0 || (same && nextStart > 0)) return 'end';
  const lostThread = nextStart > 0 && ids.length > 0 && !ids.some((id) => previousIds.includes(id));
  if (lostThread) {
    if (gaps < MAX_STEPS_BACK)
      return { ...progress, nextStart: Math.max(0, nextStart - MAX_COUNT + OVERLAP), gaps: gaps + 1 };
    if (sent < MAX_COUNT) return 'end';
    return { ...progress, nextStart: nextStart + sent - OVERLAP, previousIds: ids, gaps: gaps + 1 };
  }
  if (sent < MAX_COUNT) return 'end';
  return { ...progress, nextStart: nextStart + sent - OVERLAP, previousIds: ids };
}
