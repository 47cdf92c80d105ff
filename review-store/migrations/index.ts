import type { TableChange } from '../databases/migrate.ts';
import * as content from './0001-content.ts';
import * as byAuthor from './0002-by-author.ts';
import * as search from './0003-search.ts';
import * as removedProducts from './0004-removed-products.ts';
import * as hiddenReviews from './0005-hidden-reviews.ts';
import * as questionSearch from './0006-question-search.ts';
import * as photosFirst from './0007-photos-first.ts';
import * as heldFor from './0008-held-for.ts';
import * as earlierSkus from './0009-earlier-skus.ts';
import * as verified from './0010-verified.ts';
import * as jobs from './0011-jobs.ts';
import * as changesElsewhere from './0012-changes-elsewhere.ts';
import * as dueJobs from './0013-due-jobs.ts';
import * as importedReviews from './0014-imported-reviews.ts';
import * as importedShopReviews from './0015-imported-shop-reviews.ts';
import * as heldProducts from './0016-held-products.ts';
import * as shopNumbers from './0017-shop-numbers.ts';
import * as authorsWithAddress from './0020-authors-with-address.ts';

/** Every change of the store's tables, in order. A migration that has shipped never changes. */
export const storeMigrations: Record<string, TableChange> = {
  '0001-content': content,
  '0002-by-author': byAuthor,
  '0003-search': search,
  '0004-removed-products': removedProducts,
  '0005-hidden-reviews': hiddenReviews,
  '0006-question-search': questionSearch,
  '0007-photos-first': photosFirst,
  '0008-held-for': heldFor,
  '0009-earlier-skus': earlierSkus,
  '0010-verified': verified,
  '0011-jobs': jobs,
  '0012-changes-elsewhere': changesElsewhere,
  '0013-due-jobs': dueJobs,
  '0014-imported-reviews': importedReviews,
  '0015-imported-shop-reviews': importedShopReviews,
  '0016-held-products': heldProducts,
  '0017-shop-numbers': shopNumbers,
  '0020-authors-with-address': authorsWithAddress,
};
