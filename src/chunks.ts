/**
 * Each element with the room that the loader keeps for it, and its code, loaded when the first of its kind is near. The
 * build points these imports at files.
 */
export const chunks: Readonly<Record<string, readonly [minHeight: string, load: () => Promise<unknown>]>> = {
  'plaudit-stars': ['1.5em', () => import('./elements/stars/stars.ts')],
  'plaudit-star-summary': [
    // Rows that fingers press are as high as a finger.
    '9.5em;@media(pointer:coarse){&:where([sku],[item-group]){min-height:max(9.5em,220px)}}',
    () => import('./elements/star-summary/star-summary.ts'),
  ],
  'plaudit-review-list': ['20em', () => import('./elements/review-list/review-list.ts')],
  'plaudit-questions': ['20em', () => import('./elements/questions/questions.ts')],
  'plaudit-product-reviews': ['20em', () => import('./elements/product-reviews/product-reviews.ts')],
  'plaudit-transparency': ['20em', () => import('./elements/transparency/transparency.ts')],
  'plaudit-review-form': ['40em', () => import('./elements/review-form/review-form.ts')],
  'plaudit-top-rated': ['clamp(20em,42vw + 11em,24em)', () => import('./elements/top-rated/top-rated.ts')],
  'plaudit-write-review': ['1.5em', () => import('./elements/write-review/write-review.ts')],
  'plaudit-edit-review': ['1.5em', () => import('./elements/edit-review/edit-review.ts')],
};
