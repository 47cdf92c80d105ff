import { refuse, type ApiError } from '../../../contract/endpoints/errors.ts';
import type { Parameters } from '../../../contract/endpoints/parameters.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { findProductBySku, toProduct } from '../../../review-store/products/products.ts';
import { pictureOf } from '../../images/product-pictures.ts';
import type { InvitedProduct } from '../../letters/requests/invitation.ts';
import { invite } from '../../letters/requests/invite.ts';
import { linkPath, makeLink } from '../../letters/requests/links.ts';
import {
  countOtherRequests,
  removeRequestedProduct,
  removeRequests,
  saveRequest,
  type RequestKind,
  type RequestRow,
} from '../../letters/requests/requests.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { Operation } from './call.ts';

/**
 * Text messages cannot be sent: a request with only a phone number is stored, and its link is returned for the caller.
 */
export const addReviewRequest: Operation<'addReviewRequest'> = ({ service, business, parameters, now, commit }) => {
  const { email, phone, labels = [], product_skus: skus = [] } = parameters;
  if (email === undefined && phone === undefined)
    throw refuse('parameterMissing', 'Parameter email is missing: give email or phone');
  return commit(async (db) => {
    await refuseTooMany(db, toRequest('business', business, parameters, now));
    const request = await saveRequest(db, { ...toRequest('business', business, parameters, now), phone, labels, skus });
    const { publicUrl } = service.addresses;
    if (parameters.return_link || email === undefined)
      return { link: await linkTo(db, business, request, publicUrl, now) };
    await invite(db, { business, request, products: [], publicUrl, now });
    return {};
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
    if (skus.length === 0) throw refuse('parameterMissing', 'Parameter product_skus is missing');
    const products = await productsToShow(db, business, skus);
    await refuseTooMany(db, toRequest('products', business, parameters, now));
    const request = await saveRequest(db, {
      ...toRequest('products', business, parameters, now),
      phone: undefined,
      labels: [],
      skus,
    });
    const { publicUrl } = service.addresses;
    if (!parameters.return_link) {
      await invite(db, { business, request, products, publicUrl, now });
      return {};
    }
    const link = await linkTo(db, business, request, publicUrl, now);
    return { link, links: Object.fromEntries(skus.map((sku) => [sku, `${link}?sku=${encodeURIComponent(sku)}`])) };
  });

/** However many orders there are: more in a day is a nuisance. */
const MOST_A_DAY = 10;
const DAY_MS = 86_400_000;

/** @throws ApiError `limitExceeded` where an address was asked as often as anybody may be within 24 hours. */
async function refuseTooMany(db: Database, request: ReturnType<typeof toRequest>): Promise<void> {
  const { email, now } = request;
  if (email === undefined || (await countOtherRequests(db, { ...request, email }, now - DAY_MS)) < MOST_A_DAY) return;
  throw refuse('limitExceeded', `This e-mail address was asked for ${MOST_A_DAY} reviews within 24 hours`);
}

type Given = Omit<Parameters<'addReviewRequest'>, 'phone' | 'labels' | 'product_skus'>;

function toRequest(kind: RequestKind, business: BusinessRow, given: Given, now: number) {
  return {
    businessId: business.id,
    kind,
    email: given.email,
    orderId: given.order_id,
    orderDate: given.order_date,
    firstName: given.first_name,
    lastName: given.last_name,
    location: given.location,
    language: given.language,
    now,
  };
}

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

/** A list has commas between its skus, so it cannot name a product whose sku has one. */
async function refuseUnknown(
  db: Database,
  businessId: number,
  sku: string,
  skus: readonly string[],
): Promise<ApiError> {
  const from = skus.slice(skus.indexOf(sku));
  for (let length = 2; length <= from.length; length++) {
    for (const whole of [',', ', '].map((comma) => from.slice(0, length).join(comma)))
      if (await findProductBySku(storeOf(db), businessId, whole))
        return refuse('malformed', `Parameter product_skus cannot name a product whose sku has a comma: ${whole}`);
  }
  return refuse('productNotFound', `Parameter product_skus names a product that does not exist: ${sku}`);
}

/** @throws ApiError `productNotFound`, which names the first unknown sku. */
async function productsToShow(
  db: Database,
  { id, domain }: BusinessRow,
  skus: readonly string[],
): Promise<InvitedProduct[]> {
  const products: InvitedProduct[] = [];
  for (const sku of skus) {
    const product = await findProductBySku(storeOf(db), id, await currentSku(storeOf(db), id, sku));
    if (!product) throw await refuseUnknown(db, id, sku, skus);
    products.push({
      sku: product.sku,
      title: product.title ?? product.sku,
      picture: pictureOf(domain, toProduct(product)),
    });
  }
  return products;
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
