/** What the dialog says that shows photos at full size. */
export const lightbox = {
  photoOf: 'Photo {n} of {total}',
  previous: 'Previous photo',
  next: 'Next photo',
  close: 'Close',
};
