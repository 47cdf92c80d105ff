/**
 * Texts of a line of stars. English is split into parts, one for each piece of code that needs it. Texts are listed by
 * key and, if they depend on a number, by plural category. Placeholders such as `{n}` are filled in.
 */
export const core = {
  rated: '{n} out of 5 stars',
  reviews: { one: '{n} review', other: '{n} reviews' },
  noReviews: 'No reviews yet',
};
