import { refuse } from '../../../../contract/endpoints/errors.ts';
import type { Parameters } from '../../../../contract/endpoints/parameters.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import * as changes from '../../../../review-store/reviews/product-review-changes.ts';
import * as statistics from '../../../../review-store/reviews/product-review-statistics.ts';
import * as store from '../../../../review-store/reviews/product-reviews.ts';
import { findProductById, findProductBySku, type ProductRow } from '../../../../review-store/products/products.ts';
import * as topRated from '../../../../review-store/products/top-rated-products.ts';
import { authorOf, signedBy } from '../../../people/authors.ts';
import { reasonToHold } from '../../../people/holding.ts';
import { makeProduct, mayBeMade, refuseUnknown } from '../../../catalogue/unknown-products.ts';
import type { Service } from '../../../context.ts';
import { saveImages } from '../../../images/image-files.ts';
import { readUploads } from '../../../images/uploads.ts';
import { replyDecided } from '../../../content/moderation/reply.ts';
import { addReport } from '../../../content/reports/reports.ts';
import { noteWritten } from '../../../data/events.ts';
import { storeOf } from '../../../data/tables.ts';
import { recordVote, replaceVote, voterOf } from '../../../people/votes.ts';
import type { Operation } from '../call.ts';

export const listProductReviews: Operation<'listProductReviews'> = async ({ db, addresses, business, parameters }) => {
  const items = await store.readProductReviewPage(storeOf(db), business.id, parameters);
  return {
    product_reviews: items.map((review) => addresses.productReview(review)),
    count: items.length,
    start: parameters.start,
    query: parameters.q ?? '',
  };
};

export const getProductReviewStats: Operation<'getProductReviewStats'> = async ({ db, business, parameters }) => ({
  product_reviews_stats: await statistics.getProductReviewStats(storeOf(db), business.id, parameters),
});

export const listTopRatedProducts: Operation<'listTopRatedProducts'> = async ({
  db,
  addresses,
  business,
  parameters,
}) => {
  const products = await topRated.listTopRatedProducts(storeOf(db), business.id, parameters);
  return { products: products.map((product) => addresses.product(product)) };
};

export const addProductReview: Operation<'addProductReview'> = async ({
  service,
  addresses,
  business,
  parameters,
  form,
  now,
  commit,
}) => {
  const product = await findReviewedProduct(service, business, parameters);
  // Fetching and decoding take a while, so they come before the transaction, which others wait for.
  const photos = await readUploads(form, service.fetchImage);

  return commit(async (transaction) => {
    const images = await saveImages(transaction, photos, now);
    const authorId = await authorOf(transaction, business.id, signedBy(parameters));
    const text = `${parameters.title} ${parameters.content}`;
    const heldFor = parameters.hold ?? (await reasonToHold(transaction, business, { text, author: authorId }));
    const review = await changes.addProductReview(storeOf(transaction), business.id, {
      productId: product?.id ?? (await makeProduct(transaction, business.id, parameters.sku!, now)),
      authorId,
      title: parameters.title,
      content: parameters.content,
      rating: parameters.rating,
      orderId: parameters.order_id ?? null,
      userLocation: parameters.user_location ?? null,
      attributes: parameters.attributes ?? [],
      images,
      solicited: false,
      verified: parameters.verified,
      heldFor,
      now,
    });
    const about = { subject: 'product review', number: review.id } as const;
    await noteWritten(transaction, { businessId: business.id, about, heldFor, now });
    return { product_review: addresses.productReview(review) };
  });
};

/**
 * @returns null for a product that the review is to make.
 * @throws ApiError `productNotFound`
 */
async function findReviewedProduct(
  service: Service,
  { id: businessId, domain }: BusinessRow,
  { sku, product_id }: Parameters<'addProductReview'>,
): Promise<ProductRow | null> {
  const { db } = service;
  if (sku === undefined) {
    if (product_id === undefined) throw refuse('parameterMissing', 'Parameter sku is missing');
    const found = await findProductById(storeOf(db), businessId, product_id);
    if (!found) throw refuse('productNotFound');
    return found;
  }
  let found = await findProductBySku(storeOf(db), businessId, sku);
  if (!found) {
    if (product_id === undefined && (await mayBeMade(db, businessId, sku))) return null;
    // Another review may have made it since.
    found = await findProductBySku(storeOf(db), businessId, sku);
    if (!found) throw refuseUnknown(service, domain, sku);
  }
  if (product_id !== undefined && found.id !== product_id)
    throw refuse('malformed', 'Parameter product_id names another product than sku');
  return found;
}

export const voteOnProductReview: Operation<'voteOnProductReview'> = ({
  business,
  session,
  parameters,
  now,
  header,
  setHeader,
  commit,
}) => {
  const pseudonym = header('plaudit-voter');
  const voter = voterOf(session.accountId, pseudonym);
  if (pseudonym !== undefined) setHeader('plaudit-voter', 'accepted');
  const { review_id: reviewId, vote, replace } = parameters;
  return commit(async (db) => {
    const store = storeOf(db);
    // Locked first, so that two votes of one voter come one after the other.
    if (!(await changes.lockPublishedReview(store, business.id, reviewId))) throw refuse('productReviewNotFound');
    const ballot = { businessId: business.id, reviewId, voter, now };
    const before =
      vote === 'none' || replace
        ? await replaceVote(db, { ...ballot, vote })
        : await recordVote(db, { ...ballot, vote });
    await changes.voteOnProductReview(store, business.id, reviewId, vote, before);
    return {};
  });
};

export const replyToProductReview: Operation<'replyToProductReview'> = ({
  business,
  session,
  parameters,
  now,
  commit,
}) =>
  commit(async (db) => {
    const name = { kind: 'product', number: parameters.review_id } as const;
    await replyDecided(db, business, name, parameters.text, { actor: session.accountId, now });
    return {};
  });

/** Stored like a report of a review of the business. */
export const flagProductReview: Operation<'flagProductReview'> = ({ business, session, parameters, now, commit }) =>
  commit(async (db) => {
    const { review_id: reviewId, reason, message } = parameters;
    if (!(await changes.lockPublishedReview(storeOf(db), business.id, reviewId))) throw refuse('productReviewNotFound');
    const about = { businessId: business.id, reviewId, ofProduct: true };
    await addReport(db, { ...about, accountId: session.accountId, reason, message, now });
    return {};
  });
