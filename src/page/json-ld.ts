import type * as Lit from 'lit';
import type { Repeating } from '../../contract/digest.ts';
import type { ProductReview } from '../../contract/entities.ts';
import type { Statistics } from '../../contract/shopper.ts';

/** What the page has loaded already. */
interface Told {
  safeUrl(this: void, address: unknown): string | null;
  /** The shown average: what search engines say is what the page says. */
  roundAverage(this: void, average: number): number;
}

/** Whether the page already describes this product; a description without a SKU counts as a match. */
function isDescribed(sku: string | null): boolean {
  let described = false;
  for (const { text } of document.querySelectorAll<HTMLScriptElement>('script[type="application/ld+json"]')) {
    try {
      JSON.parse(text, (_, node: { '@type'?: unknown; sku?: unknown } | null) => {
        if ([node?.['@type']].flat().includes('Product') && (!sku || !node!.sku || node!.sku === sku)) described = true;
        return node;
      });
    } catch {
      // Invalid JSON-LD is the shop's to fix.
    }
  }
  return described;
}

/**
 * A product and its displayed reviews as a schema.org `Product`. Search engines reject products without ratings, so
 * these get no description.
 * @param sku null for a group of products
 */
export function productData(
  sku: string | null,
  { total, average_rating: average }: Statistics,
  reviews: readonly (ProductReview & Repeating)[],
  { safeUrl, roundAverage }: Told,
): object | undefined {
  const product = reviews.find((review) => review.product?.title)?.product;
  if (!total || !product) return undefined;
  const rating = (ratingValue: number) => ({ '@type': 'Rating', ratingValue, bestRating: 5 });
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: product.title,
    sku: sku ?? undefined,
    image: product.images?.map(({ url }) => safeUrl(url)).filter(Boolean),
    aggregateRating: { ...rating(roundAverage(average)), '@type': 'AggregateRating', reviewCount: total },
    review: reviews.map((review) => ({
      '@type': 'Review',
      author: { '@type': 'Person', name: review.user?.firstName || 'Anonymous' },
      datePublished: review.createdRFC,
      name: review.title_repeats ? undefined : review.title,
      reviewBody: review.content,
      reviewRating: rating(review.rating),
    })),
  };
}

/** Parses our own HTML through Lit's Trusted Types policy, the only one that a strict page has to allow. */
function parse({ html, render }: Pick<typeof Lit, 'html' | 'render'>, text: string): Element {
  const strings = Object.assign([text], { raw: [text] });
  const parent = document.createElement('div');
  render(html(strings), parent);
  return parent.firstElementChild!;
}

/**
 * Describes a product to search engines, unless the page does. Loaded once the reviews are displayed, and free of
 * imports (its dependencies are parameters) like the lightbox.
 * @returns a function that removes the description
 */
export function describeProduct(
  sku: string | null,
  statistics: Statistics,
  reviews: readonly ProductReview[],
  told: Told & Pick<typeof Lit, 'html' | 'render'>,
): (() => void) | undefined {
  const data = productData(sku, statistics, reviews, told);
  if (!data || isDescribed(sku)) return undefined;
  // Parsed as HTML, because Trusted Types forbid setting the text of a script. The text cannot close the script.
  const script = parse(
    told,
    `<script type="application/ld+json">${JSON.stringify(data).replace(/</g, '\\u003c')}</script>`,
  );
  document.head.append(script);
  return () => script.remove();
}
