/** Texts of the list of business reviews. */
export const business = {
  edited: 'edited {date}',
  from: 'from {name}',
  tip: 'Tip:',
  replied: '{name} replied',
  original: 'What stood here before',
  helpful: { one: 'Helpful to {n} person', other: 'Helpful to {n} people' },
  report: 'Report',
  reported: 'Thank you. We will look at it.',
};
