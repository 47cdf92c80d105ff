/** Labels of a review for which its author was given something. */
export const incentiveLabels: readonly string[] = ['incentivised', 'incentivized'];
