import { refuse } from '../../../contract/endpoints/errors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { ask, toAsking } from '../../letters/requests/ask.ts';
import { linkPath, makeLink } from '../../letters/requests/links.ts';
import { removeRequestedProduct, removeRequests, type RequestRow } from '../../letters/requests/requests.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Operation } from './call.ts';

/**
 * Text messages cannot be sent: a request with only a phone number is stored, and its link is returned for the caller.
 */
export const addReviewRequest: Operation<'addReviewRequest'> = ({ service, business, parameters, now, commit }) => {
  const { email, phone, labels = [], product_skus: skus = [] } = parameters;
  if (email === undefined && phone === undefined)
    throw refuse('parameterMissing', 'Parameter email is missing: give email or phone');
  const byMail = !parameters.return_link && email !== undefined;
  return commit(async (db) => {
    const request = await ask(db, { ...toAsking('business', business, parameters, now), phone, labels, skus, byMail });
    return byMail ? {} : { link: await linkTo(db, business, request, service.addresses.publicUrl, now) };
  });
};

export const addProductReviewRequest: Operation<'addProductReviewRequest'> = ({
  service,
  business,
  parameters,
  now,
  commit,
}) =>
  commit(async (db) => {
    const { product_skus: skus } = parameters;
    const byMail = !parameters.return_link;
    const request = await ask(db, { ...toAsking('products', business, parameters, now), skus, byMail });
    if (byMail) return {};
    const link = await linkTo(db, business, request, service.addresses.publicUrl, now);
    return { link, links: Object.fromEntries(skus.map((sku) => [sku, `${link}?sku=${encodeURIComponent(sku)}`])) };
  });

async function linkTo(
  db: Database,
  business: BusinessRow,
  request: RequestRow,
  publicUrl: string,
  now: number,
): Promise<string> {
  const token = await makeLink(db, {
    businessId: business.id,
    purpose: 'request',
    target: { requestId: request.id },
    now,
  });
  return publicUrl + linkPath('request', business.domain, token);
}

export const removeReviewRequest: Operation<'removeReviewRequest'> = ({ business, parameters, commit }) =>
  commit(async (db) => {
    const removed = await removeRequests(db, {
      businessId: business.id,
      kind: 'business',
      email: parameters.email,
      orderId: parameters.order_id,
    });
    if (removed.length === 0)
      throw refuse('requestNotRemoved', 'There is no review request to remove for this email and order_id');
    return { removed_order_ids: removed };
  });

/** With sku and order, only that product; without one of them, every request of the address. */
export const removeProductReviewRequest: Operation<'removeProductReviewRequest'> = ({ business, parameters, commit }) =>
  commit(async (db) => {
    const { email, product_sku: sku, order_id: orderId } = parameters;
    const businessId = business.id;
    const removed =
      sku === undefined || orderId === undefined
        ? await removeRequests(db, { businessId, kind: 'products', email })
        : (await removeRequestedProduct(db, {
              businessId,
              email,
              orderId,
              sku: await currentSku(storeOf(db), businessId, sku),
            }))
          ? [orderId]
          : [];
    if (removed.length === 0)
      throw refuse(
        'productRequestNotRemoved',
        'There is no product review request to remove for this email, product_sku and order_id',
      );
    return { removed_order_ids: removed };
  });
