import type { ListedReview } from '../../../review-service/content/moderation/listed-reviews.ts';
import { printable } from '../../settings/printable.ts';

/** In UTF-16 code units. */
const LONGEST_BEGINNING = 80;

/** A review as one line of a list, its columns separated by tabs. */
export const lineOf = (review: ListedReview): string =>
  [
    String(review.number),
    dayOf(review.createdRFC),
    review.product?.sku ?? '-',
    review.state,
    starsOf(review),
    nameOf(review),
    beginningOf(review),
    ...(review.photos > 0 ? [photosOf(review)] : []),
  ]
    .map(printable)
    .join('\t');

export const dayOf = (rfc: string): string => rfc.slice(0, 10);
export const starsOf = ({ stars }: ListedReview): string => (stars === null ? '-' : String(stars));
export const nameOf = ({ author }: ListedReview): string =>
  `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim();
export const photosOf = ({ photos }: ListedReview): string => (photos === 1 ? '1 photo' : `${photos} photos`);

function beginningOf({ title, content }: ListedReview): string {
  const text = `${title.trim()} ${content.trim()}`.trim();
  return text.length <= LONGEST_BEGINNING ? text : `${text.slice(0, LONGEST_BEGINNING).toWellFormed().trimEnd()}…`;
}
