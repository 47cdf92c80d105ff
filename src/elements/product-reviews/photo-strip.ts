import { html, type TemplateResult } from 'lit';
import type { Photo } from '../../dialogs/photo.ts';
import type { ReviewsElement } from '../../element/reviews.ts';
import { renderPhotos } from '../../templates/photos.ts';

/** Below these numbers, of the first page and of all, the photos in the reviews suffice. */
const [FEWEST_HERE, FEWEST] = [3, 6];
/** Photos beyond this number appear only in the dialog. */
const MOST = 12;

/** Reviewers may have sent the same photo. */
export const distinct = (photos: readonly Photo[]): readonly Photo[] => [
  ...new Map(photos.map((photo) => [photo.small, photo])).values(),
];

/**
 * Photos above the list, or null where there are too few.
 * @param here how many the first page has, which alone decides: a row that appears with a later one would move the list
 * @param pictures how many all reviews have
 * @param photos those that are known
 * @param find finds all others
 * @param all the way to all of them
 */
export const renderPhotoStrip = <Item>(
  host: ReviewsElement<Item>,
  here: number,
  pictures: number,
  photos: readonly Photo[],
  find: () => void,
  all: unknown,
): TemplateResult | null =>
  here < FEWEST_HERE || pictures < FEWEST
    ? null
    : html`<div class="strip" part="strip" @pointerenter=${find} @focusin=${find}>${renderPhotos(
        host,
        photos.slice(0, MOST),
        photos,
      )}${all}</div>`;
