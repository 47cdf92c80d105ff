import { cached } from './i18n.ts';

const dates = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));

/**
 * The first date formatter of a page takes about 40 ms on a phone. Plain English, which most pages use, avoids it with
 * the words of JavaScript's own date format (ECMA-262, `Date.prototype.toUTCString`). The day is that of UTC, wherever
 * the shopper is: HTML of a server would say another day than the element that takes it over.
 *
 * @param rfc RFC 3339
 */
export function formatDate(locale: string, rfc: string): string {
  const date = new Date(Date.parse(rfc) || 0);
  if (!/^en(-US)?$/.test(locale)) return dates(locale).format(date);
  const [, day, month, year] = date.toUTCString().split(' ');
  return `${month} ${Number(day)}, ${Number(year)}`;
}
