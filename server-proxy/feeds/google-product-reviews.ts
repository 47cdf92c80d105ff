/** The feed of reviews that Google Merchant Center fetches. */
import { createHmac } from 'node:crypto';
import { toGoogleProductReviews, type GoogleReview } from '../../exchange/reviews/google-product-reviews.ts';
import { readLanguages } from '../../insights/terms/gist-rows.ts';
import { findBusiness } from '../../review-store/content/businesses.ts';
import type { MirroredBusiness } from '../mirror/parts/parts.ts';
import { storeOf } from '../state/open.ts';
import type { Feed } from './feeds.ts';
import { readPublished, type PublishedReview, type ReadingTools } from './published.ts';

export interface GoogleTools extends ReadingTools {
  /** Makes pseudonyms. */
  readonly key: Buffer;
}

export const googleProductReviews = (tools: GoogleTools): Feed => ({
  name: 'google-product-reviews',
  needs: ['productReviews', 'products', 'business'],
  async *write(business) {
    const row = await findBusiness(storeOf(tools.db), business.domain);
    yield* toGoogleProductReviews(readReviews(tools, business), { name: row?.name.trim() || business.domain });
  },
});

async function* readReviews(tools: GoogleTools, business: MirroredBusiness): AsyncGenerator<GoogleReview> {
  for await (const reviews of readPublished(tools, business)) {
    const ids = reviews.map(({ shown }) => shown.id);
    const languages = await readLanguages(tools.db, business.id, 'productReviews', ids);
    for (const review of reviews)
      if (review.shown.product) yield toGoogle(review, languages.get(review.shown.id) ?? null, tools.key);
  }
}

function toGoogle({ shown, orderId }: PublishedReview, language: string | null, key: Buffer): GoogleReview {
  const { user, product } = shown;
  return {
    id: shown.id,
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    reviewerId: user?.username ?? null,
    verified: shown.verified,
    incentivised: shown.incentivised,
    createdAt: Date.parse(shown.createdRFC),
    title: shown.title,
    content: shown.content,
    language,
    country: countryOf(shown.user_location),
    photos: shown.images.map(({ original, large }) => original || large),
    rating: shown.rating,
    product: {
      sku: product!.sku,
      gtin: product!.gtin,
      mpn: product!.mpn,
      brand: product!.brand,
      title: product!.title,
      url: product!.product_link,
    },
    solicited: shown.solicited === 'Yes',
    transactionId: orderId === null ? null : createHmac('sha256', key).update(`order ${orderId}`).digest('base64url'),
  };
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Where the location is nothing but the code of a country. */
const countryOf = (location: string | null): string | null =>
  location !== null && /^[A-Z]{2}$/.test(location) && regions.of(location) !== undefined ? location : null;
