/** What several of the larger elements say. */
export const common = {
  stars: { one: '{n} star', other: '{n} stars' },
  write: 'Write a review',
};
