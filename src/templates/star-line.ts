import type { Statistics } from '../../contract/shopper.ts';
import { formatAverage, formatNumber, isRightToLeft, translate } from '../locales/i18n.ts';

/**
 * Makes one piece of a document: an element in a browser, its HTML on a server. Text is our own and holds no
 * sign that HTML would take for its own.
 */
export type Make<Piece> = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Piece | string>
) => Piece;

/** Path of a star in a square of 20 units. */
export const oneStar = (x: number): string =>
  `M${x + 10} 1.8l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z`;
export const fiveStars: string = [0, 20, 40, 60, 80].map(oneStar).join('');

/** Attributes of whatever an element shows. */
export const baseAttributes = (locale: string, theme: string): Readonly<Record<string, string>> => ({
  part: 'base',
  class: theme,
  lang: locale,
  ...(isRightToLeft(locale) && { dir: 'rtl' }),
});

/** What a line shows. */
export type LineStatistics = Pick<Statistics, 'total' | 'average_rating'>;

/** The average as stars, and the number of reviews. Filled by an SVG width: strict pages allow no `style` attribute. */
export function starLine<Piece>(
  make: Make<Piece>,
  locale: string,
  { total, average_rating: average }: LineStatistics,
): readonly Piece[] {
  return [
    make(
      'svg',
      {
        part: 'stars',
        class: 'stars',
        viewBox: '0 0 100 20',
        role: 'img',
        'aria-label': total
          ? translate(locale, 'rated', { n: formatAverage(locale, average) })
          : translate(locale, 'noReviews'),
      },
      make('path', { class: 'off', d: fiveStars }),
      make('svg', { width: `${Math.min(5, average) * 20}` }, make('path', { class: 'on', d: fiveStars })),
    ),
    make(
      'span',
      { part: 'count', role: 'img', 'aria-label': translate(locale, 'reviews', { n: total }) },
      `(${formatNumber(locale, total)})`,
    ),
  ];
}
