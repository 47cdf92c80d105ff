/** Every element at once, for shops that would rather have one file than a loader. */
import { readDefaults } from './defaults.ts';
import { shared } from './shared.ts';
import './elements/stars.ts';
import './elements/star-summary.ts';
import './elements/review-list.ts';
import './elements/product-reviews.ts';
import './elements/questions.ts';
import './elements/review-form.ts';
import './elements/write-review.ts';
import './elements/edit-review.ts';
import './elements/top-rated.ts';

shared.defaults ??= readDefaults(import.meta.url);
