import type { ReviewSummary } from '../../../review-service/content/moderation/summaries.ts';
import { printable } from '../../settings/printable.ts';

/** In UTF-16 code units. */
const LONGEST_BEGINNING = 80;

/** A review as one line of a list, its columns separated by tabs. */
export const lineOf = (review: ReviewSummary): string =>
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
export const starsOf = ({ stars }: ReviewSummary): string => (stars === null ? '-' : String(stars));
export const nameOf = ({ author }: ReviewSummary): string =>
  `${author?.firstName ?? ''} ${author?.lastName ?? ''}`.trim();
export const photosOf = ({ photos }: ReviewSummary): string => (photos === 1 ? '1 photo' : `${photos} photos`);

function beginningOf({ title, content }: ReviewSummary): string {
  const text = `${title.trim()} ${content.trim()}`.trim();
  return text.length <= LONGEST_BEGINNING ? text : `${text.slice(0, LONGEST_BEGINNING).toWellFormed().trimEnd()}…`;
}
