import { formatDateTime, formatRfc, parseDateTime } from '../contract/dates.ts';
import { State } from './tables.ts';

/** A date of the contract's clean shape as milliseconds. */
export function toTime(rfc: string | null): number | null {
  return rfc === null ? null : (parseDateTime(rfc)?.time ?? null);
}

export const toLocal = (time: number | null): string | null => (time === null ? null : formatDateTime(time));
export const toRfc = (time: number | null): string | null => (time === null ? null : formatRfc(time));

/** `published` and its twin: `pending` until published. */
export function publication(time: number | null): { published: string; publishedRFC: string | null } {
  return { published: time === null ? 'pending' : formatDateTime(time), publishedRFC: toRfc(time) };
}

/** The state of content whose dates came from a server of the API. */
export function stateOf(item: { published: string | null; removedRFC?: string | null; removed?: boolean }): State {
  if (item.removedRFC || item.removed) return State.removed;
  return item.published === 'pending' ? State.pending : State.published;
}
