/** All elements, for pages that set their defaults without our script tag. */
import './elements/stars/stars.ts';
import './elements/star-summary/star-summary.ts';
import './elements/review-list/review-list.ts';
import './elements/product-reviews/product-reviews.ts';
import './elements/questions/questions.ts';
import './elements/review-form/review-form.ts';
import './elements/write-review/write-review.ts';
import './elements/edit-review/edit-review.ts';
import './elements/top-rated/top-rated.ts';
import './elements/transparency/transparency.ts';

export type { EventDetails } from './page/events.ts';
