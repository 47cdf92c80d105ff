/**
 * Date-times of the API. They come as `YYYY-MM-DD hh:mm:ss` or `YYYY/MM/DD hh:mm:ss`, their `…RFC` twins as
 * RFC 3339 with either separator. Inside Plaudit a moment is a number of milliseconds since 1970, UTC.
 */

const pattern =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

export interface ParsedDateTime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly time: number;
  /** False where only a day was given; `time` is then its first millisecond in UTC. */
  readonly hasTime: boolean;
}

/** Reads any of the API's date-time shapes; a time without a zone is UTC. Null for anything else. */
export function parseDateTime(text: string): ParsedDateTime | null {
  const match = pattern.exec(text.trim());
  if (!match) return null;
  const [, year, , month, day, hour, minute, second, fraction, zone] = match;
  const parts = [year, month, day, hour ?? 0, minute ?? 0, second ?? 0].map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [y, mo, d, h, mi, s] = parts;
  const utc = new Date(0);
  utc.setUTCFullYear(y, mo - 1, d);
  utc.setUTCHours(h, mi, s, fraction ? Math.trunc(Number(`0.${fraction}`) * 1000) : 0);
  // A date that rolled over (30 February, 25 o'clock) does not exist.
  if (utc.getUTCMonth() !== mo - 1 || utc.getUTCDate() !== d || utc.getUTCHours() !== h || utc.getUTCMinutes() !== mi)
    return null;
  return { time: utc.getTime() - zoneOffset(zone), hasTime: hour !== undefined };
}

function zoneOffset(zone: string | undefined): number {
  if (!zone || zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

/** `2026-11-03 09:15:00`, in UTC. */
export function formatDateTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

/** `2026-11-03T09:15:00+00:00`: RFC 3339 with a numeric offset. */
export function formatRfc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}+00:00`;
}
