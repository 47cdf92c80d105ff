import { cached } from './i18n.ts';

const dates = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/**
 * The first date formatter of a page takes about 40 ms on a phone. Plain English, which most pages use, avoids it with
 * the words of JavaScript's own date format (ECMA-262, `Date.prototype.toString`).
 *
 * @param rfc RFC 3339
 */
export function formatDate(locale: string, rfc: string): string {
  const date = new Date(Date.parse(rfc) || 0);
  if (!/^en(-US)?$/.test(locale)) return dates(locale).format(date);
  const [, month, day, year] = date.toString().split(' ');
  return `${month} ${Number(day)}, ${Number(year)}`;
}
