/** Texts of what became of all reviews that came in. */
export const transparency = {
  howCome: 'How these reviews come about',
  received: 'Received',
  published: 'Published',
  waiting: 'Being checked',
  removed: 'Removed',
  whyRemoved: 'Why reviews were removed',
  spam: 'Spam',
  personalData: 'Personal data',
  offTopic: 'Off topic',
  illegal: 'Illegal',
  notCustomer: 'Not by a customer',
  askedByAuthor: 'At the request of the author',
  otherReason: 'Other reasons',
  meanOf: 'The average is the mean of the stars of all published reviews; each counts the same.',
  orderOf: 'The newest reviews come first unless you choose another order.',
  evenly: 'No review is left out because of its stars: the share that was removed is much the same for each number.',
  verifiedAre: {
    one:
      '{n} published review is by a verified buyer: the shop invited its author after a purchase, or ' +
      'vouches for the order.',
    other:
      '{n} published reviews are by verified buyers: the shop invited their authors after a purchase, or ' +
      'vouches for their orders.',
  },
  notVerified: 'Nobody has checked whether the authors of the others bought what they review.',
  noneVerified: 'Nobody has checked whether the authors bought what they review.',
  noneRemoved: 'No review was removed.',
  wereRemoved: { one: '{n} review was removed.', other: '{n} reviews were removed.' },
  rewarded: {
    one: '{n} published review was written for a reward.',
    other: '{n} published reviews were written for a reward.',
  },
  noReward: 'No published review was written for a reward.',
  rewardUnknown: 'Whether something was given for a review is not recorded.',
  dateOf: 'The date beside a review is the day on which it was published. The date of the experience is not asked for.',
};
