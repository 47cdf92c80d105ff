/** A widget in the page, and the HTML to paste for it, both from one description. */
import { escapeHtml, raw, type Html } from './html.ts';

export interface Widget {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Markup shown until the element is ready, and without JavaScript. */
  readonly fallback: readonly string[];
}

export const stars = (sku: string): Widget => ({
  tag: 'plaudit-stars',
  attributes: { sku },
  fallback: ['Customer reviews'],
});

export const summary = (sku: string): Widget => ({
  tag: 'plaudit-star-summary',
  attributes: { sku },
  fallback: ['<p>What customers say, star by star.</p>'],
});

export const shopSummary: Widget = {
  tag: 'plaudit-star-summary',
  attributes: {},
  fallback: ['<p>What customers say about the shop, star by star.</p>'],
};

export const reviews = (sku: string): Widget => ({
  tag: 'plaudit-product-reviews',
  attributes: { sku, 'page-size': 10 },
  fallback: [
    '<p>Reviews and photos from customers appear here.</p>',
    '<p slot="empty">No reviews yet. <a href="#your-review">Write the first one</a>.</p>',
  ],
});

export const form = (sku: string, email: string): Widget => ({
  tag: 'plaudit-review-form',
  attributes: { sku },
  fallback: [
    `<p>You can also send your review to <a href="mailto:${email}">${email}</a>, and we put it up for you.</p>`,
  ],
});

export const questions = (sku: string): Widget => ({
  tag: 'plaudit-questions',
  attributes: { sku },
  fallback: [
    '<p>Questions from customers, and our answers, appear here.</p>',
    '<p slot="empty">Nobody has asked anything yet.</p>',
  ],
});

export const shopReviews: Widget = {
  tag: 'plaudit-review-list',
  attributes: { 'page-size': 6 },
  fallback: ['<p>What customers wrote about the shop appears here.</p>'],
};

export const topRated: Widget = {
  tag: 'plaudit-top-rated',
  attributes: {},
  fallback: ['<p>The things that customers liked best appear here.</p>'],
};

export const writeLink = (email: string): Widget => ({
  tag: 'plaudit-write-review',
  attributes: {},
  fallback: [`<a href="mailto:${email}">Write to us</a>`],
});

const openTag = ({ tag, attributes }: Widget): string =>
  `<${[tag, ...Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(String(value))}"`)].join(' ')}>`;

export function renderWidget(widget: Widget): Html {
  return raw(`${openTag(widget)}${widget.fallback.join('')}</${widget.tag}>`);
}

export function pasteable(widget: Widget): string {
  const [only = ''] = widget.fallback;
  if (widget.fallback.length === 1 && !only.startsWith('<')) return `${openTag(widget)}${only}</${widget.tag}>`;
  return [openTag(widget), ...widget.fallback.map((line) => `  ${line}`), `</${widget.tag}>`].join('\n');
}
