import { cached } from './i18n.ts';

const dates = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/**
 * The first formatter of a page costs a phone some 40 ms: for the plain English of most pages the words are those
 * that the language itself writes a date with (ECMA-262, `Date.prototype.toString`).
 *
 * @param rfc RFC 3339
 */
export function formatDate(locale: string, rfc: string): string {
  const date = new Date(Date.parse(rfc) || 0);
  if (!/^en(-US)?$/.test(locale)) return dates(locale).format(date);
  const [, month, day, year] = date.toString().split(' ');
  return `${month} ${Number(day)}, ${Number(year)}`;
}
