/** Asks somebody about an order: by the rules of the API's own operations, whoever wants it. */
import { refuse, type ApiError } from '../../../contract/endpoints/errors.ts';
import type { Parameters } from '../../../contract/endpoints/parameters.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { findProductBySku, toProduct } from '../../../review-store/products/products.ts';
import { pictureOf } from '../../images/product-pictures.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { InvitedProduct } from './invitation.ts';
import { invite } from './invite.ts';
import { countOtherRequests, saveRequest, type RequestKind, type RequestRow, type RequestToSave } from './requests.ts';

/** However many orders there are: more in a day is a nuisance. */
export const MOST_A_DAY = 10;
const DAY_MS = 86_400_000;

export interface Asking extends Omit<RequestToSave, 'businessId'> {
  readonly business: BusinessRow;
  /** Whether the customer is mailed; otherwise the caller passes the link on. */
  readonly byMail: boolean;
  /** When the mail leaves; by default at once. */
  readonly mailAt?: number;
}

/** The parameters of a request, as the operations have them; labels and a phone number are for one of the business. */
export const toAsking = (
  kind: RequestKind,
  business: BusinessRow,
  given: Omit<Parameters<'addReviewRequest'>, 'phone' | 'labels' | 'product_skus'>,
  now: number,
) => ({
  business,
  kind,
  email: given.email,
  phone: undefined,
  labels: [],
  orderId: given.order_id,
  orderDate: given.order_date,
  firstName: given.first_name,
  lastName: given.last_name,
  location: given.location,
  language: given.language,
  now,
});

/** @throws ApiError as `checkAsking` does. */
export async function ask(db: Database, { business, byMail, mailAt, ...given }: Asking): Promise<RequestRow> {
  const products = await checkAsking(db, { business, ...given });
  const request = await saveRequest(db, { ...given, businessId: business.id });
  if (byMail) await invite(db, { business, request, products, now: given.now, mailAt });
  return request;
}

/**
 * @param planned - how many more requests to the address are about to be made.
 * @returns the products that the mail shows.
 * @throws ApiError `parameterMissing` without a product, `productNotFound` for an unknown one, `limitExceeded` where
 * the address was asked as often as anybody may be within 24 hours.
 */
export async function checkAsking(
  db: Database,
  {
    business,
    kind,
    email,
    skus,
    orderId,
    now,
  }: Pick<Asking, 'business' | 'kind' | 'email' | 'skus' | 'orderId' | 'now'>,
  planned = 0,
): Promise<InvitedProduct[]> {
  const products = kind === 'products' ? await productsToShow(db, business, skus) : [];
  if (email !== undefined) {
    const others = await countOtherRequests(db, { businessId: business.id, kind, email, orderId }, now - DAY_MS);
    if (others + planned >= MOST_A_DAY)
      throw refuse('limitExceeded', `This e-mail address was asked for ${MOST_A_DAY} reviews within 24 hours`);
  }
  return products;
}

/** @throws ApiError `productNotFound`, which names the first unknown sku. */
async function productsToShow(
  db: Database,
  { id, domain }: BusinessRow,
  skus: readonly string[],
): Promise<InvitedProduct[]> {
  if (skus.length === 0) throw refuse('parameterMissing', 'Parameter product_skus is missing');
  const products: InvitedProduct[] = [];
  for (const sku of skus) {
    const product = await findProductBySku(storeOf(db), id, sku);
    if (!product) throw await refuseUnknown(db, id, sku, skus);
    products.push({
      sku: product.sku,
      title: product.title ?? product.sku,
      picture: pictureOf(domain, toProduct(product)),
    });
  }
  return products;
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
