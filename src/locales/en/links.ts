/** Texts of single links and product rows. */
export const links = {
  edit: 'Edit your review',
  topRated: 'Top rated',
  noProducts: 'Nothing to show yet',
  before: 'instead of {price}',
  back: 'Back',
  forward: 'Forward',
};
