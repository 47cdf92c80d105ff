/** Every element, for whoever sets the page's defaults in another way than on our script tag. */
import './elements/stars.ts';
import './elements/star-summary.ts';
import './elements/review-list.ts';
import './elements/product-reviews.ts';
import './elements/questions.ts';
import './elements/review-form.ts';
import './elements/write-review.ts';
import './elements/edit-review.ts';
import './elements/top-rated.ts';

export type { EventDetails } from './events.ts';
