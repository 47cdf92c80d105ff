import { cached } from './i18n.ts';

const dates = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));

/** @param rfc RFC 3339 */
export const formatDate = (locale: string, rfc: string): string => dates(locale).format(Date.parse(rfc) || 0);
