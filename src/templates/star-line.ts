import { roundAverage } from '../../contract/averages.ts';
import type { Statistics } from '../../contract/shopper/shopper.ts';
import { formatAverage, formatNumber, isRightToLeft, translate } from '../locales/i18n.ts';

/**
 * Creates an element in a browser, or its HTML on a server. The text is our own and contains no characters that HTML
 * needs escaped.
 */
export type Make<Piece> = (
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Piece | string>
) => Piece;

/** SVG path of a star in a square of 20 units. */
export const oneStar = (x: number): string =>
  `M${x + 10} 1.8l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z`;
export const fiveStars: string = [0, 20, 40, 60, 80].map(oneStar).join('');

/** Attributes of an element's `base` part. */
export const baseAttributes = (locale: string, theme: string): Readonly<Record<string, string>> => ({
  part: 'base',
  class: theme,
  lang: locale,
  ...(isRightToLeft(locale) && { dir: 'rtl' }),
});

/** The statistics that a line shows. */
export type LineStatistics = Pick<Statistics, 'total' | 'average_rating'>;

/** The differences between two lines of one language: stars in words, their width, reviews in words, their number. */
export type LineValues = readonly [rated: string, width: string, reviews: string, total: string];

export const lineValues = (locale: string, { total, average_rating: average }: LineStatistics): LineValues => [
  total ? translate(locale, 'rated', { n: formatAverage(locale, average) }) : translate(locale, 'noReviews'),
  `${roundAverage(average) * 20}`,
  translate(locale, 'reviews', { n: total }),
  `(${formatNumber(locale, total)})`,
];

/** The average as stars, and the number of reviews. An SVG width fills them: strict pages forbid `style` attributes. */
export const starLine = <Piece>(make: Make<Piece>, [rated, width, reviews, total]: LineValues): readonly Piece[] => [
  make(
    'svg',
    { part: 'stars', class: 'stars', viewBox: '0 0 100 20', role: 'img', 'aria-label': rated },
    make('path', { class: 'off', d: fiveStars }),
    make('svg', { width }, make('path', { class: 'on', d: fiveStars })),
  ),
  make('span', { part: 'count', role: 'img', 'aria-label': reviews }, total),
];
