/**
 * Each element with the room that the loader keeps for it, and its code, loaded when the first of its kind is near.
 * Parts that it shares with other elements are requested at the same time, not after it.
 */
const core = () => import('./page/settings.ts');
const lit = () => Promise.all([core(), import('./element/element.ts')]);
const list = () => Promise.all([lit(), import('./element/reviews.ts')]);

export const chunks: Readonly<Record<string, readonly [minHeight: string, load: () => Promise<unknown>]>> = {
  'plaudit-stars': ['1.5em', () => Promise.all([import('./elements/stars/stars.ts'), core()])],
  'plaudit-star-summary': [
    // Rows that fingers press are as high as a finger.
    '9.5em;@media(pointer:coarse){&:where([sku],[item-group]){min-height:max(9.5em,220px)}}',
    () => Promise.all([import('./elements/star-summary/star-summary.ts'), lit()]),
  ],
  'plaudit-review-list': ['20em', () => Promise.all([import('./elements/review-list/review-list.ts'), list()])],
  'plaudit-questions': ['20em', () => Promise.all([import('./elements/questions/questions.ts'), list()])],
  'plaudit-product-reviews': [
    '20em',
    () => Promise.all([import('./elements/product-reviews/product-reviews.ts'), list()]),
  ],
  'plaudit-transparency': ['20em', () => Promise.all([import('./elements/transparency/transparency.ts'), lit()])],
  'plaudit-review-form': ['40em', () => Promise.all([import('./elements/review-form/review-form.ts'), lit()])],
  'plaudit-top-rated': [
    'clamp(20em,42vw + 11em,24em)',
    () => Promise.all([import('./elements/top-rated/top-rated.ts'), lit()]),
  ],
  'plaudit-write-review': ['1.5em', () => Promise.all([import('./elements/write-review/write-review.ts'), lit()])],
  'plaudit-edit-review': ['1.5em', () => Promise.all([import('./elements/edit-review/edit-review.ts'), lit()])],
};
