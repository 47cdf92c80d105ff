/**
 * The language tag that a reader prefers among the languages that we have; null where there is none.
 * @param header of `Accept-Language`, RFC 9110 section 12.5.4
 * @param languages as primary subtags
 */
export function preferredLocale(header: string | undefined, languages: readonly string[]): string | null {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const locale = readLocale(tag);
    if (locale && languages.includes(new Intl.Locale(locale).language)) return locale;
  }
  return null;
}

/** The locale that a page asks for, if we have its language; otherwise English. */
export const spokenLocale = (locale: string | undefined, languages: readonly string[]): string =>
  locale !== undefined && languages.includes(new Intl.Locale(locale).language) ? locale : 'en';

/** A language tag in its usual spelling; null where it is none. */
export function readLocale(tag: string): string | null {
  try {
    return tag.length <= 35 ? new Intl.Locale(tag.replaceAll('_', '-')).baseName : null;
  } catch {
    return null;
  }
}
