/** The name of a picture: of its file in `pictures/products/` or `pictures/customers/`, without `.webp`. */
export type ImageKey = string;

export type Rating = 1 | 2 | 3 | 4 | 5;

/** Where an invitation to review came from; the codes of the API's `source`. */
export type Source = 'BCC' | 'CSV' | 'WEBHOOK' | 'CHECKOUT_WIDGET' | 'API' | 'WEB' | 'QUICK_REQUEST' | 'OTHER';

/** Everything that a demo service is filled with. Every time is in epoch milliseconds. */
export interface DemoData {
  businesses: DemoBusiness[];
}

export interface DemoAddress {
  streetAddress: string;
  streetAddress2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

export interface DemoBusiness {
  domain: string;
  name: string;
  phone: string;
  email: string;
  address: DemoAddress;
  authors: DemoAuthor[];
  products: DemoProduct[];
  productReviews: DemoProductReview[];
  reviews: DemoReview[];
  productQuestions: DemoProductQuestion[];
  questions: DemoQuestion[];
}

export interface DemoAuthor {
  /** Unique in its business; reviews, questions and answers name their author by it. */
  key: string;
  username: string;
  firstName: string;
  /** One letter. */
  lastInitial: string;
  email: string;
  location: string | null;
  numHelpfulVotes: number;
}

/** What a reviewer of this product is asked besides the stars. */
export interface DemoProductAttribute {
  name: string;
  type: 'select';
  required: boolean;
  options: string[];
}

export interface DemoProduct {
  sku: string;
  itemGroup: string | null;
  gtin: string;
  mpn: string;
  brand: string;
  title: string;
  description: string;
  category: string;
  price: number;
  retailPrice: number | null;
  currency: string;
  images: ImageKey[];
  attributes: DemoProductAttribute[];
  createdAt: number;
}

export interface DemoReviewImage {
  image: ImageKey;
  caption: string;
}

export interface DemoProductReview {
  sku: string;
  authorKey: string;
  rating: Rating;
  title: string;
  content: string;
  userLocation: string | null;
  orderId: string | null;
  attributes: { name: string; value: string }[];
  images: DemoReviewImage[];
  solicited: boolean;
  source: Source | null;
  positiveVotes: number;
  negativeVotes: number;
  createdAt: number;
  publishedAt: number;
  removedAt: number | null;
}

/** Stars by aspect; null where the customer did not rate it. */
export interface DemoRatings {
  overall: number;
  service: number | null;
  value: number | null;
  shipping: number | null;
  returns: number | null;
  quality: number | null;
}

/** What a customer wrote before updating a review. */
export interface DemoEarlierReview {
  title: string;
  content: string;
  ratings: DemoRatings;
  createdAt: number;
  publishedAt: number;
}

/** Of the shop. */
export interface DemoComment {
  content: string;
  createdAt: number;
  activated: boolean;
}

export interface DemoReview {
  authorKey: string;
  title: string;
  content: string;
  tip: string | null;
  orderId: string | null;
  ratings: DemoRatings;
  images: DemoReviewImage[];
  positiveVotes: number;
  negativeVotes: number;
  createdAt: number;
  /** Null while the review waits to be published. */
  publishedAt: number | null;
  editedAt: number | null;
  removedAt: number | null;
  updatedFor: DemoEarlierReview | null;
  source: Source | null;
  /** The code of the site the review was written on; null for the business's own. */
  datasource: string | null;
  labels: string[];
  comments: DemoComment[];
}

export interface DemoAnswer {
  authorKey: string;
  content: string;
  createdAt: number;
  positiveVotes: number;
  negativeVotes: number;
}

export interface DemoProductQuestion {
  sku: string;
  authorKey: string;
  content: string;
  createdAt: number;
  /** Null while the question waits to be published. */
  publishedAt: number | null;
  removedAt: number | null;
  sumVotes: number;
  answers: DemoAnswer[];
}

export interface DemoQuestion {
  slug: string;
  authorKey: string;
  content: string;
  createdAt: number;
  sumVotes: number;
  answers: DemoAnswer[];
}
