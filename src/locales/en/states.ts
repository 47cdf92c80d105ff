/** Texts about loading, for all elements except `plaudit-stars`. */
export const states = {
  retry: 'Try again',
  failed: 'This could not be loaded.',
  offline: 'You are offline.',
  again: 'Please try again in {n} s.',
};
