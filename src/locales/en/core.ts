/**
 * What a line of stars says. English comes in parts, one for each piece of code that needs it. Wording stands by key,
 * and where a number decides the form, by plural category. `{n}` and the like are filled in.
 */
export const core = {
  rated: '{n} out of 5 stars',
  reviews: { one: '{n} review', other: '{n} reviews' },
  noReviews: 'No reviews yet',
  retry: 'Try again',
};
