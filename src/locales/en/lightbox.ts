/** Texts of the dialog with full-size photos. */
export const lightbox = {
  photoOf: 'Photo {n} of {total}',
  previous: 'Previous photo',
  next: 'Next photo',
  close: 'Close',
};
