/** Texts of the line below a list, which sums up what became of all reviews. */
export const numbers = {
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
  evenly: 'No review is left out because of its stars: the share that was removed is much the same for each number.',
};
