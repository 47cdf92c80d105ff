/**
 * Google's product review feed, version 2.4. Its schema knows one order of elements and no empty one, and a file that
 * breaks either is refused whole, so both are settled here. The feed is always the full one: Google deletes what a
 * later one leaves out.
 */
import { isOnTheWeb } from '../../contract/web-address.ts';

/** Texts as people may read them: masked and completed by the caller. */
export interface GoogleReview {
  readonly id: number;
  /** Empty where nobody is to know. */
  readonly name: string;
  /** The same for all reviews of one person; null where that is not known. */
  readonly reviewerId: string | null;
  /** Null where nobody says. */
  readonly verified: boolean | null;
  readonly incentivised: boolean | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly title: string;
  readonly content: string;
  /** ISO 639-1; null where it is not known. */
  readonly language: string | null;
  /** ISO 3166-1 in two capitals; null where it is not known. */
  readonly country: string | null;
  /** URLs. */
  readonly photos: readonly string[];
  /** 1 to 5. */
  readonly rating: number;
  readonly product: GoogleProduct;
  readonly solicited: boolean;
  /** Says nothing of the order; null where there is none. */
  readonly transactionId: string | null;
}

/** Names and numbers of the catalogue; null or empty where it has none. */
export interface GoogleProduct {
  readonly sku: string;
  readonly gtin: string | null;
  readonly mpn: string | null;
  readonly brand: string | null;
  readonly title: string | null;
  readonly url: string | null;
}

export interface GooglePublisher {
  readonly name: string;
  /** The URL of a picture. */
  readonly favicon?: string | undefined;
}

/** The reasons why a review is not in the feed. */
export type Unfit = 'no text' | 'product without a URL' | 'product without an identifier';

/** Null for a review that the feed can hold. */
export function whyUnfit({ content, product }: Pick<GoogleReview, 'content' | 'product'>): Unfit | null {
  if (fit(content) === '') return 'no text';
  if (!isOnTheWeb(product.url ?? '')) return 'product without a URL';
  return identifiers(product) === '' ? 'product without an identifier' : null;
}

const beginning = (publisher: GooglePublisher): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  '<feed xmlns:vc="http://www.w3.org/2007/XMLSchema-versioning"' +
  ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xsi:noNamespaceSchemaLocation=' +
  '"http://www.google.com/shopping/reviews/schema/product/2.4/product_reviews.xsd">\n' +
  '<version>2.4</version>\n' +
  `${element('publisher', element('name', escaped(publisher.name)) + link('favicon', publisher.favicon))}\n` +
  '<reviews>\n';

/** The file, in pieces of a review each. Reviews that it cannot hold are left out: `whyUnfit` names them. */
export async function* toGoogleProductReviews(
  reviews: AsyncIterable<GoogleReview> | Iterable<GoogleReview>,
  publisher: GooglePublisher,
): AsyncGenerator<string> {
  yield beginning(publisher);
  for await (const review of reviews) if (whyUnfit(review) === null) yield `${toReview(review)}\n`;
  yield '</reviews>\n</feed>\n';
}

const toReview = (review: GoogleReview): string =>
  element(
    'review',
    element('review_id', String(review.id)) +
      toReviewer(review) +
      flag('is_verified_purchase', review.verified) +
      flag('is_incentivized_review', review.incentivised) +
      element('review_timestamp', `${new Date(review.createdAt).toISOString().slice(0, 19)}Z`) +
      element('title', escaped(review.title)) +
      element('content', escaped(review.content)) +
      element('review_language', escaped(review.language ?? '')) +
      element('review_country', escaped(review.country ?? '')) +
      link('review_url', review.product.url, ' type="group"') +
      element('reviewer_images', review.photos.map((url) => element('reviewer_image', link('url', url))).join('')) +
      element('ratings', element('overall', String(review.rating), ' min="1" max="5"')) +
      element('products', toProduct(review.product)) +
      element('collection_method', review.solicited ? 'post_fulfillment' : 'unsolicited') +
      element('transaction_id', escaped(review.transactionId ?? '')),
  );

function toReviewer({ name, reviewerId }: GoogleReview): string {
  const shown = escaped(name);
  return element(
    'reviewer',
    (shown === '' ? element('name', 'Anonymous', ' is_anonymous="true"') : element('name', shown)) +
      element('reviewer_id', escaped(reviewerId ?? '')),
  );
}

const toProduct = (product: GoogleProduct): string =>
  element(
    'product',
    element('product_ids', identifiers(product)) +
      element('product_name', escaped(product.title ?? '')) +
      link('product_url', product.url),
  );

const identifiers = ({ gtin, mpn, sku, brand }: GoogleProduct): string =>
  element('gtins', element('gtin', escaped(gtin ?? ''))) +
  element('mpns', element('mpn', escaped(mpn ?? ''))) +
  element('skus', element('sku', escaped(sku))) +
  element('brands', element('brand', escaped(brand ?? '')));

/** Nothing where there is no content. @param content - XML. */
const element = (name: string, content: string, attributes = ''): string =>
  content === '' ? '' : `<${name}${attributes}>${content}</${name}>`;

const link = (name: string, url: string | null | undefined, attributes = ''): string =>
  element(name, isOnTheWeb(url ?? '') ? escaped(new URL(url!).href) : '', attributes);

const flag = (name: string, value: boolean | null): string => element(name, value === null ? '' : String(value));

/** Characters that XML cannot hold. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const unfitForXml = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\ufffe\uffff]/g;
const fit = (text: string): string => text.toWellFormed().replace(unfitForXml, '').trim();

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => fit(text).replace(/[&<>"]/g, (sign) => entities[sign]!);
