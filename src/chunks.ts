/** The code of each element, loaded when the first of its kind is near. The build points these imports at files. */
export const chunks: Readonly<Record<string, () => Promise<unknown>>> = {
  'plaudit-stars': () => import('./elements/stars/stars.ts'),
  'plaudit-star-summary': () => import('./elements/star-summary/star-summary.ts'),
  'plaudit-review-list': () => import('./elements/review-list/review-list.ts'),
  'plaudit-product-reviews': () => import('./elements/product-reviews/product-reviews.ts'),
  'plaudit-questions': () => import('./elements/questions/questions.ts'),
  'plaudit-review-form': () => import('./elements/review-form/review-form.ts'),
  'plaudit-write-review': () => import('./elements/write-review/write-review.ts'),
  'plaudit-edit-review': () => import('./elements/edit-review/edit-review.ts'),
  'plaudit-top-rated': () => import('./elements/top-rated/top-rated.ts'),
};
