/** Why a review may be taken from view. It imports nothing, so that a browser can read it too. */
export const removalReasons = [
  'spam',
  'personal data',
  'off topic',
  'illegal',
  'not a customer',
  'asked by its author',
] as const;

/** A reason that imports alone give: nobody here knows why. */
export const HIDDEN_THERE = 'hidden where it was collected';

export type RemovalReason = (typeof removalReasons)[number];
