/** Everything that is stored about a person, in the categories of the API. */
import type { ProductReview, Review } from '../../contract/entities.ts';
import { NOTHING, type PersonalData, type Purchase } from '../../contract/personal-data.ts';
import { findAuthorsByEmail, type AuthorRow } from '../../review-store/authors.ts';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { listProductReviewsBy } from '../../review-store/product-reviews.ts';
import { listReviewsBy } from '../../review-store/reviews.ts';
import type { AddressBook } from '../addresses.ts';
import { storeOf, type Database } from '../tables.ts';

export interface PersonToAccess {
  readonly business: BusinessRow;
  readonly email: string;
  readonly addresses: AddressBook;
}

export async function accessPerson(db: Database, { business, email, addresses }: PersonToAccess): Promise<PersonalData> {
  const authors = await findAuthorsByEmail(storeOf(db), business.id, email);
  if (authors.length === 0) return nothing;
  const ids = authors.map(({ id }) => id);
  const reviews = (await listReviewsBy(storeOf(db), business.id, ids)).map((review) => addresses.review(review));
  const productReviews = (await listProductReviewsBy(storeOf(db), business.id, ids)).map((review) => addresses.productReview(review));
  return {
    ...nothing,
    Identifiers: {
      ...noIdentifiers,
      name: joined(authors.map(nameOf)),
      email: email.toLowerCase(),
      accountName: joined(authors.map(({ username }) => username)),
      uniqueIdentifier: joined(ids.map(String)),
    },
    'Customer records information': { ...noRecords, name: joined(authors.map(nameOf)) },
    'Commercial info': purchases(business, reviews, productReviews),
    'Internet or electronic activity': { browsingHistory: NOTHING, searchHistory: NOTHING, consumerInteractions: [business.domain] },
    'Geolocation data': joined(productReviews.map((review) => review.user_location)),
    'Audio, electric, visual, thermal, olfactory': joined([...productReviews, ...reviews].flatMap(({ images }) => images.map(({ original }) => original))),
  };
}

const nameOf = ({ first_name, last_name }: AuthorRow): string => `${first_name} ${last_name}`.trim();

/** Each text once, or that there is none. */
function joined(texts: readonly (string | null)[]): string {
  return [...new Set(texts.filter(Boolean))].join(', ') || NOTHING;
}

/** What was bought, as far as orders were named. */
function purchases({ domain, name }: BusinessRow, reviews: readonly Review[], productReviews: readonly ProductReview[]): PersonalData['Commercial info'] {
  const bought = [
    ...productReviews.map((review) => ({ orderId: review.order_id, title: review.product?.title ?? review.product?.sku ?? name })),
    ...reviews.map((review) => ({ orderId: review.order_id, title: name })),
  ].flatMap(({ orderId, title }): Purchase[] => (orderId === null ? [] : [{ website: domain, title, orderId, orderDate: NOTHING }]));
  return bought.length > 0 ? { productsOrServicesPurchased: bought } : NOTHING;
}

const noIdentifiers = {
  name: NOTHING, email: NOTHING, address: NOTHING, SSN: NOTHING, accountName: NOTHING, passportNumber: NOTHING, driversLicense: NOTHING,
  alias: NOTHING, uniqueIdentifier: NOTHING, onlineIdentifier: NOTHING, ipAddress: NOTHING,
};

const noRecords = {
  name: NOTHING, address: NOTHING, phone: NOTHING, signature: NOTHING, SSN: NOTHING, passportNumber: NOTHING, driversLicense: NOTHING,
  stateCard: NOTHING, insurance: NOTHING, education: NOTHING, employment: NOTHING, bankAccountNumber: NOTHING, creditDebitCards: NOTHING,
  medicalInfo: NOTHING, healthInsurance: NOTHING,
};

const nothing: PersonalData = {
  Identifiers: NOTHING,
  'Customer records information': NOTHING,
  'Protected classification info (race, gender)': NOTHING,
  'Commercial info': NOTHING,
  'Biometric info': NOTHING,
  'Internet or electronic activity': NOTHING,
  'Geolocation data': NOTHING,
  'Audio, electric, visual, thermal, olfactory': NOTHING,
  'Professional or employment related': NOTHING,
  'Education info': NOTHING,
  Inferences: NOTHING,
};
