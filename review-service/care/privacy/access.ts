/** Everything that is stored about a person, in the categories of the API. */
import { formatRfc } from '../../../contract/entities/dates.ts';
import type { ProductReview, Review } from '../../../contract/entities/entities.ts';
import {
  CustomerRecords,
  Identifiers,
  NOTHING,
  nothingIn,
  PersonalData,
  type Purchase,
} from '../../../contract/entities/personal-data.ts';
import { findAuthorsByEmail, type AuthorRow } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { listProductReviewsBy } from '../../../review-store/reviews/product-reviews.ts';
import { findProductBySku } from '../../../review-store/products/products.ts';
import { listReviewsBy } from '../../../review-store/reviews/reviews.ts';
import type { AddressBook } from '../../letters/addresses.ts';
import { productsOf, requestsTo, type RequestRow } from '../../letters/requests/requests.ts';
import { storeOf, type Database } from '../../data/tables.ts';

export interface PersonToAccess {
  readonly business: BusinessRow;
  readonly email: string;
  readonly addresses: AddressBook;
}

export async function accessPerson(
  db: Database,
  { business, email, addresses }: PersonToAccess,
): Promise<PersonalData> {
  const known = await knownBy(db, business.id, email);
  if (known.authors.length === 0 && known.requests.length === 0) return nothingIn(PersonalData);
  return (await readKnown(db, business, known, addresses)).categories;
}

/** A person of a business: each of their authors, and all that they were asked. */
export interface Known {
  /** Null where they left none. */
  readonly email: string | null;
  readonly authors: readonly AuthorRow[];
  readonly requests: readonly RequestRow[];
}

export const knownBy = async (db: Database, businessId: number, email: string): Promise<Known> => ({
  email: email.toLowerCase(),
  authors: await findAuthorsByEmail(storeOf(db), businessId, email),
  requests: await requestsTo(db, businessId, email),
});

/** Their reviews, and the categories of the API. */
export async function readKnown(
  db: Database,
  business: BusinessRow,
  { email, authors, requests }: Known,
  addresses: AddressBook,
): Promise<Omit<Content, 'requests'> & { readonly categories: PersonalData }> {
  const ids = authors.map(({ id }) => id);
  const reviews = (await listReviewsBy(storeOf(db), business.id, ids)).map((review) => addresses.review(review));
  const productReviews = (await listProductReviewsBy(storeOf(db), business.id, ids)).map((review) =>
    addresses.productReview(review),
  );
  const name = joined([...authors, ...requests].map(nameOf));
  const purchases = [
    ...(await requestedPurchases(db, business, requests)),
    ...reviewedPurchases(business, { requests, reviews, productReviews }),
  ];
  const categories: PersonalData = {
    ...nothingIn(PersonalData),
    Identifiers: {
      ...nothingIn(Identifiers),
      name,
      email: email ?? NOTHING,
      accountName: joined(authors.map(({ username }) => username)),
      uniqueIdentifier: joined(ids.map(String)),
    },
    'Customer records information': {
      ...nothingIn(CustomerRecords),
      name,
      phone: joined(requests.map(({ phone }) => phone)),
    },
    'Commercial info': purchases.length > 0 ? { productsOrServicesPurchased: withoutRepetition(purchases) } : NOTHING,
    'Internet or electronic activity': {
      browsingHistory: NOTHING,
      searchHistory: NOTHING,
      consumerInteractions: [business.domain],
    },
    'Geolocation data': joined([...productReviews, ...reviews].map((review) => review.user_location)),
    'Audio, electric, visual, thermal, olfactory': joined(
      [...productReviews, ...reviews].flatMap(({ images }) => images.map(({ original }) => original)),
    ),
  };
  return { categories, reviews, productReviews };
}

const nameOf = ({ first_name, last_name }: Pick<AuthorRow, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim();

/** Each text once, or a note that there is none. */
function joined(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter(Boolean))].join(', ') || NOTHING;
}

/** Purchases that the shop wanted reviewed. */
async function requestedPurchases(
  db: Database,
  { id, domain, name }: BusinessRow,
  requests: readonly RequestRow[],
): Promise<Purchase[]> {
  const bought: Purchase[] = [];
  for (const request of requests) {
    const order = { website: domain, orderId: request.order_id, orderDate: formatRfc(request.order_date) };
    const products = await productsOf(db, request.id);
    for (const { sku } of products)
      bought.push({ ...order, title: (await findProductBySku(storeOf(db), id, sku))?.title ?? sku });
    if (products.length === 0) bought.push({ ...order, title: name });
  }
  return bought;
}

interface Content {
  readonly requests: readonly RequestRow[];
  readonly reviews: readonly Review[];
  readonly productReviews: readonly ProductReview[];
}

/** Purchases that were reviewed under an order. Its day is known if the shop asked for the review. */
function reviewedPurchases({ domain, name }: BusinessRow, { requests, reviews, productReviews }: Content): Purchase[] {
  const days = new Map(requests.map((request) => [request.order_id, formatRfc(request.order_date)]));
  return [
    ...productReviews.map((review) => ({
      orderId: review.order_id,
      title: review.product?.title ?? review.product?.sku ?? name,
    })),
    ...reviews.map((review) => ({ orderId: review.order_id, title: name })),
  ].flatMap(({ orderId, title }) =>
    orderId === null ? [] : [{ website: domain, title, orderId, orderDate: days.get(orderId) ?? NOTHING }],
  );
}

const withoutRepetition = (purchases: readonly Purchase[]): Purchase[] => [
  ...new Map(purchases.map((one) => [`${one.orderId}\n${one.title}`, one])).values(),
];
