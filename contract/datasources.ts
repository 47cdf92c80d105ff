/**
 * External review sites, by the code the API uses for them. Data that can be extended: a code that is not listed
 * is shown as it is.
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
