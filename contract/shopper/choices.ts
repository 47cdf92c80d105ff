/** The choices of shoppers and pages, and the words that pages must use, in one place for all that check them. */

/** Orders of either kind of list. */
export const ratedOrders = ['helpful', 'highest', 'lowest'] as const;

/** Of the reviews of products; the first is the default. */
export const productReviewOrders = ['created', 'oldest', 'relevant', ...ratedOrders, 'photos'] as const;
/** Of the reviews of the business; the first is the default. */
export const reviewOrders = ['DESC', 'ASC', ...ratedOrders] as const;

export const themes = ['auto', 'light', 'dark'] as const;

/** The attributes of an element of which only some values mean something. */
export const choicesOf = (tag: string): Readonly<Record<string, readonly string[]>> => ({
  theme: themes,
  order: tag === 'plaudit-review-list' ? reviewOrders : productReviewOrders,
});

/** The attributes without which, or one of the others, these elements show nothing. */
export const needed: Readonly<Record<string, readonly string[]>> = {
  'plaudit-stars': ['sku', 'item-group'],
  'plaudit-product-reviews': ['sku', 'item-group'],
  'plaudit-review-form': ['sku'],
};
