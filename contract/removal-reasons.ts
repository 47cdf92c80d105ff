/** Why a review may be taken from view. It imports nothing, so that a browser can read it too. */
export const removalReasons = [
  'spam',
  'personal data',
  'off topic',
  'illegal',
  'not a customer',
  'asked by its author',
] as const;

export type RemovalReason = (typeof removalReasons)[number];
