/** The text of the button that leads from the thanks to the review itself. */
export const among = { seeAmong: 'See it among the reviews' };
