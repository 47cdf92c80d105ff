/** What shoppers and pages choose among, in one place for all that check it. */

/** Orders of either kind of list. */
export const ratedOrders = ['helpful', 'highest', 'lowest'] as const;

/** Of the reviews of products; the first is the default. */
export const productReviewOrders = ['created', 'oldest', 'relevant', ...ratedOrders, 'photos'] as const;
/** Of the reviews of the business; the first is the default. */
export const reviewOrders = ['DESC', 'ASC', ...ratedOrders] as const;

export const themes = ['auto', 'light', 'dark'] as const;
