/** Texts that help to fill in the review form. */
export const guide = {
  stepOf: 'Step {n} of {total}',
  nextStep: 'Next',
  lastStep: 'Back',
  howMany: 'How many stars is it worth?',
  tellFriend: 'What would you tell a friend?',
  tellMore: 'How do you use it? What is good, and what could be better?',
  inOneLine: 'What matters most, in one line.',
  showIt: 'Show how it looks where you live.',
  dropPhotos: 'You can also drop photos here or paste them.',
  whoWrites: 'Which name should stand under it?',
  star1: 'Terrible',
  star2: 'Poor',
  star3: 'Okay',
  star4: 'Good',
  star5: 'Excellent',
};
