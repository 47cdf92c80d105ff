/** Texts of the photo viewer, besides those of the dialog (`../../en/lightbox.ts`). */
export const viewer = {
  seeAll: 'See all {n}',
  allPhotos: 'All photos',
  toPhoto: 'Back to the photo',
  toReview: 'Go to the review',
  zoom: 'Enlarge',
  foundHelpful: { one: 'Helpful to {n} person', other: 'Helpful to {n} people' },
};
