/** Texts of the sheet with filters, which closes like the dialog with photos. */
export const sheet = {
  close: 'Close',
  showReviews: 'Show the reviews',
  removeFilter: 'Remove the filter: {name}',
};
