/** Texts of the review form during and after submission. */
export const submission = {
  needRating: 'Please choose your stars.',
  needText: 'Please fill in this field.',
  refused: 'Please change this: it was not accepted.',
  photoRefused: 'A photo is too large or cannot be read. Please remove it.',
  unknownProduct: 'The shop cannot take reviews of this product yet. What you wrote is kept; please tell the shop.',
  thanks: 'Thank you for your review',
  sent: 'You will find it here in a moment.',
  held: 'The shop reads new reviews before they appear here.',
  queued: 'It will appear here shortly.',
};
