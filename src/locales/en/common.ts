/** Texts that several of the larger elements share. */
export const common = {
  stars: { one: '{n} star', other: '{n} stars' },
  write: 'Write a review',
};
