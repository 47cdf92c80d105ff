import { html, render } from 'lit';
import { roundAverage } from '../../../contract/averages.ts';
import { descriptionsIn, judge, markedItems, markingAttributes } from '../../../contract/described.ts';
import type { Repeating } from '../../../contract/entities/digest.ts';
import type { ProductReview } from '../../../contract/entities/entities.ts';
import type { Statistics } from '../../../contract/shopper/shopper.ts';
import { toJson } from '../../source/json.ts';
import { safeUrl } from '../../source/url.ts';

const jsonLd = 'script[type^="application/ld+json" i]';
const marked = markingAttributes.map((name) => `[${name}]`).join();

/** All that the page says of products, but for what we have added ourselves. */
function itemsOfPage(own: Element | null): unknown[] {
  const items: unknown[] = markedItems<Element>({
    elements: document.querySelectorAll(marked),
    attribute: (element, name) => element.getAttribute(name),
    owner: (element) => element.parentElement?.closest('[itemscope],[typeof]') ?? null,
    text: (element) => element.textContent,
  });
  for (const script of document.querySelectorAll<HTMLScriptElement>(jsonLd)) {
    try {
      if (script !== own) items.push(JSON.parse(script.text));
    } catch {
      // Invalid JSON-LD is the shop's to fix.
    }
  }
  return items;
}

/** Whether a description may have come or gone. */
function concernsUs({ target, addedNodes, removedNodes }: MutationRecord): boolean {
  const selector = `${jsonLd},${marked}`;
  return [target, ...addedNodes, ...removedNodes].some(
    (node) =>
      node instanceof Element && (node.matches(selector) || (node !== target && node.querySelector(selector) !== null)),
  );
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
function parse(text: string): Element {
  const strings = Object.assign([text], { raw: [text] });
  const parent = document.createElement('div');
  render(html(strings), parent);
  return parent.firstElementChild!;
}

/**
 * Describes a product to search engines, unless the page does, now or later. Where the page describes it without a
 * rating, this adds one to what the page says. Loaded once the reviews are displayed.
 * @returns a function that removes the description
 */
export function describeProduct(
  sku: string | null,
  statistics: Statistics,
  reviews: readonly ProductReview[],
): (() => void) | undefined {
  const data = productData(sku, statistics, reviews);
  if (!data) return undefined;
  let script: Element | null = null;
  let shown = '';
  const update = (): void => {
    const judged = judge(descriptionsIn(itemsOfPage(script)), sku);
    const isOurs = judged.does === 'describe' || judged.does === 'join';
    const wanted = isOurs ? toJson({ ...data, '@id': judged.does === 'join' ? judged.id : undefined }) : '';
    if (wanted === shown) return;
    script?.remove();
    shown = wanted;
    // Parsed as HTML, because Trusted Types forbid setting the text of a script. The text cannot close the script.
    script = wanted ? parse(`<script type="application/ld+json">${wanted.replace(/</g, '\\u003c')}</script>`) : null;
    if (script) document.head.append(script);
  };
  const observer = new MutationObserver((records) => {
    if (records.some(concernsUs)) update();
  });
  observer.observe(document, { childList: true, subtree: true });
  update();
  return () => {
    observer.disconnect();
    script?.remove();
  };
}
