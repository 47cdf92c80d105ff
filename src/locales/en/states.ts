/** What every element but a line of stars says of a load. */
export const states = {
  failed: 'This could not be loaded.',
  offline: 'You are offline.',
  again: 'Please try again in {n} s.',
};
