/** Texts of the review form. */
export const form = {
  rating: 'Your rating',
  title: 'Headline',
  content: 'Your review',
  first_name: 'First name',
  last_name: 'Last name',
  user_location: 'Where you live',
  optional: 'optional',
  lastNameHint: 'Only the first letter is shown.',
  images: 'Photos',
  addPhotos: 'Add photos',
  photosHint: 'Up to {n} photos: JPEG, PNG or WebP.',
  choose: 'Please choose',
  submit: 'Send review',
  sending: 'Sending your review…',
  sendFailed: 'It could not be sent. What you wrote is kept; please try again.',
};
