/** Texts of what came of a vote. */
export const voting = {
  voted: 'Thank you!',
  votedBefore: 'You have voted already.',
  voteFailed: 'Your vote could not be saved.',
};
