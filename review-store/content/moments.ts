import { formatDateTime, formatRfc, parseDateTime } from '../../contract/entities/dates.ts';
import { State } from '../tables.ts';

/** A date as the contract writes it, as milliseconds. */
export function toTime(rfc: string | null): number | null {
  return rfc === null ? null : (parseDateTime(rfc)?.time ?? null);
}

/** The last moment that was asked for: one piece of content names the same moment up to four times. */
let latest = { time: 0, local: formatDateTime(0), rfc: formatRfc(0) };

function shapesOf(time: number): typeof latest {
  if (latest.time !== time) {
    const rfc = formatRfc(time);
    latest = { time, local: rfc.slice(0, 19).replace('T', ' '), rfc };
  }
  return latest;
}

export const toLocal = (time: number | null): string | null => (time === null ? null : shapesOf(time).local);
export const toRfc = (time: number | null): string | null => (time === null ? null : shapesOf(time).rfc);

/** `published` and its twin: `pending` until published. */
export function publication(time: number | null): { published: string; publishedRFC: string | null } {
  return { published: toLocal(time) ?? 'pending', publishedRFC: toRfc(time) };
}

/** When content was published; some servers of the API leave that out of what is not pending. */
export function publishedAt(item: {
  published: string | null;
  publishedRFC: string | null;
  createdRFC: string;
}): number | null {
  return toTime(item.publishedRFC) ?? (item.published === 'pending' ? null : toTime(item.createdRFC));
}

/** The state of content whose dates came from a server of the API. */
export function stateOf(item: { published: string | null; removedRFC?: string | null; removed?: boolean }): State {
  if (item.removedRFC || item.removed) return State.removed;
  return item.published === 'pending' ? State.pending : State.published;
}
