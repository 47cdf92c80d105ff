/**
 * External review sites, by the code that the API has for them. The list may grow: a code that is not in it is shown
 * as it is.
 */
export const dataSources: Readonly<Record<string, string>> = {
  bbb: 'BBB',
  lsa: 'Local Services',
  facebook: 'Facebook',
  google: 'Google',
  productreview: 'ProductReview',
  resellerratings: 'ResellerRatings',
  reviewsio: 'REVIEWS.io',
  trustpilot: 'Trustpilot',
  yelp: 'Yelp',
};
