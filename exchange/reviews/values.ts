/** Single values as the files of vendors write them. */
import type { DateOrder } from './format.ts';
import { parseDateTime } from '../../contract/entities/dates.ts';

/** @returns stars, and whether they had to be rounded (half up); null for what is none. */
export function readStars(text: string): { readonly stars: number; readonly isRounded: boolean } | null {
  if (!/^\d(?:[.,]\d{1,6})?$/.test(text)) return null;
  const value = Number(text.replace(',', '.'));
  if (value < 1 || value > 5) return null;
  const stars = Math.floor(value + 0.5);
  return { stars, isRounded: stars !== value };
}

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  y: true,
  false: false,
  '0': false,
  no: false,
  n: false,
};

/**
 * @param values - in place of yes and no.
 * @returns undefined for a value that is not known.
 */
export const readFlag = (text: string, values = flags): boolean | undefined =>
  text === '' ? false : values[text.toLowerCase()];

/** A count of votes; 0 for anything else. */
export const readCount = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

const address = /[^\s@<>"']{1,64}@[^\s@<>"']{1,180}\.[^\s@<>"'.]{2,63}/;
export const holdsAddress = (text: string): boolean => address.test(text);
const oneAddress = /^[^\s@<>"']{1,64}@[^\s@<>"']{1,180}\.[^\s@<>"'.]{2,63}$/;
/** @returns null for what is no e-mail address. */
export const readEmail = (text: string): string | null =>
  text.length <= 254 && oneAddress.test(text) ? text.toLowerCase() : null;

/** Several addresses in one cell, each of which begins with its scheme. */
export const splitAddresses = (cell: string): string[] =>
  cell
    .split(/(?<=[\s,|;])(?=[a-z][a-z\d+.-]{0,20}:)/i)
    .flatMap((one) => /[^\s,|;](?:.*[^\s,|;])?/s.exec(one)?.[0] ?? []);

// ---- dates ----------------------------------------------------------------------------------------------------------

const time = String.raw`(?<time>\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?)(?:\s*(?<half>[ap])\.?m\.?)?`;
const clock = String.raw`(?:(?:\s*,)?[\sT]+${time}\s*(?<zone>UTC|GMT|Z|[+-]\d{2}:?\d{2})?)?`;
const numeric = new RegExp(String.raw`^(?<a>\d{1,4})([-/.])(?<b>\d{1,2})\2(?<c>\d{4}|\d{1,2})${clock}$`, 'i');
const dayFirst = String.raw`(?<d1>\d{1,2})(?:st|nd|rd|th)?\.?\s+(?<m1>[a-z]{3,9})`;
const monthFirst = String.raw`(?<m2>[a-z]{3,9})\.?\s+(?<d2>\d{1,2})(?:st|nd|rd|th)?`;
const named = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(?:${dayFirst}|${monthFirst})\.?,?\s+(?<y>\d{4})${clock}$`,
  'i',
);
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The order of all dates of a file, as one of them tells it; null where it tells nothing, and can be read without. */
export function orderToldBy(text: string): 'dmy' | 'mdy' | 'either' | 'short' | null {
  const found = numeric.exec(text)?.groups;
  if (!found || found['a']!.length > 2) return null;
  const [a, b] = [Number(found['a']), Number(found['b'])];
  // A year of two digits may stand first, too.
  if (found['c']!.length < 4) return 'short';
  if (a > 12 && b <= 12) return 'dmy';
  if (b > 12 && a <= 12) return 'mdy';
  return a === b ? null : 'either';
}

/**
 * @param order - of day, month and year where they stand as numbers, and the year is not the first of four digits.
 * @returns milliseconds since 1970, a time without a zone taken as UTC; null for what is no date.
 */
export function readDate(text: string, order: DateOrder): number | null {
  const found = numeric.exec(text)?.groups;
  if (found) return read(found, ...inOrder(found['a']!, found['b']!, found['c']!, order));
  const words = named.exec(text)?.groups;
  if (!words) return null;
  const month = months.indexOf((words['m1'] ?? words['m2']!).slice(0, 3).toLowerCase()) + 1;
  return read(words, words['y']!, String(month), words['d1'] ?? words['d2']!);
}

function inOrder(a: string, b: string, c: string, order: DateOrder): [year: string, month: string, day: string] {
  if (a.length === 4) return [a, b, c];
  // Two digits of a year are of this century: none of these programs is older.
  if (order === 'ymd') return [`20${a.padStart(2, '0')}`, b, c];
  const year = c.length < 4 ? `20${c.padStart(2, '0')}` : c;
  return order === 'dmy' ? [year, b, a] : [year, a, b];
}

function read(
  groups: Readonly<Record<string, string | undefined>>,
  year: string,
  month: string,
  day: string,
): number | null {
  const { time, half, zone = 'Z' } = groups;
  const utc = /^[a-z]/i.test(zone) ? 'Z' : zone;
  const date = `${year}-${month}-${day}`;
  const parsed = parseDateTime(time === undefined ? date : `${date} ${half ? inHalf(time, half) : time}${utc}`);
  return parsed && parsed.time >= 0 ? parsed.time : null;
}

function inHalf(time: string, half: string): string {
  const [hour = '', ...rest] = time.split(':');
  const isMorning = half.toLowerCase() === 'a';
  return [String((Number(hour) % 12) + (isMorning ? 0 : 12)), ...rest].join(':');
}
