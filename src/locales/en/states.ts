/** Texts about loading, for all elements except `plaudit-stars`. */
export const states = {
  retry: 'Try again',
  failed: 'The review service does not answer right now.',
  offline: 'You are offline.',
  again: 'Please try again in {n} s.',
};
