/** Texts about choosing photos for a review. */
export const photos = {
  caption: 'Caption for photo {n}',
  earlier: 'Move photo {n} forward',
  later: 'Move photo {n} back',
  remove: 'Remove photo {n}',
  preparing: 'Preparing {name}…',
  wrongType: '{name} is of the type {type}; JPEG, PNG and WebP work.',
  unreadable: '{name} cannot be read as a photo.',
  tooMany: '{name} is too many: {n} photos are the most.',
  unprepared: '{name} could not be prepared.',
  notReady: 'A photo is not ready yet: please try it again or remove it.',
};
