/** A widget in the page, and the HTML to paste for it, both from one description. */
import { escapeHtml, raw, type Html } from './html.ts';
import { shop } from './shop.ts';
import type { Wording } from './wording/index.ts';

export interface Widget {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** Markup shown until the element is ready, and without JavaScript. */
  readonly fallback: readonly string[];
}

/** The shop's first language is that of the page as well, and needs no attribute. */
const inLanguage = ({ root, language }: Wording): Widget['attributes'] => (root === '' ? {} : { locale: language });

export const stars = (sku: string, words: Wording): Widget => ({
  tag: 'plaudit-stars',
  attributes: { sku, ...inLanguage(words) },
  fallback: [words.widgets.stars],
});

export const summary = (sku: string, words: Wording): Widget => ({
  tag: 'plaudit-star-summary',
  attributes: { sku, ...inLanguage(words) },
  fallback: [`<p>${words.widgets.summary}</p>`],
});

export const shopSummary: Widget = {
  tag: 'plaudit-star-summary',
  attributes: {},
  fallback: ['<p>What customers say about the shop, star by star.</p>'],
};

export const reviews = (sku: string, words: Wording): Widget => ({
  tag: 'plaudit-product-reviews',
  attributes: { sku, 'page-size': 10, ...inLanguage(words) },
  fallback: [
    `<p>${words.widgets.reviews}</p>`,
    `<p slot="empty">${words.widgets.noReviews} <a href="#your-review">${words.widgets.writeFirst}</a>.</p>`,
  ],
});

export function form(sku: string, words: Wording): Widget {
  const [before, after] = words.widgets.form.split('{email}');
  return {
    tag: 'plaudit-review-form',
    attributes: { sku, ...inLanguage(words) },
    fallback: [`<p>${before}<a href="mailto:${shop.email}">${shop.email}</a>${after}</p>`],
  };
}

export const questions = (sku: string, words: Wording): Widget => ({
  tag: 'plaudit-questions',
  attributes: { sku, ...inLanguage(words) },
  fallback: [`<p>${words.widgets.questions}</p>`, `<p slot="empty">${words.widgets.noQuestions}</p>`],
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

export const writeLink: Widget = {
  tag: 'plaudit-write-review',
  attributes: {},
  fallback: [`<a href="mailto:${shop.email}">Write to us</a>`],
};

function openTag({ tag, attributes }: Widget): string {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(String(value))}"`);
  return `<${[tag, ...written].join(' ')}>`;
}

export function renderWidget(widget: Widget): Html {
  return raw(`${openTag(widget)}${widget.fallback.join('')}</${widget.tag}>`);
}

export function pasteable(widget: Widget): string {
  const [only = ''] = widget.fallback;
  if (widget.fallback.length === 1 && !only.startsWith('<')) return `${openTag(widget)}${only}</${widget.tag}>`;
  return [openTag(widget), ...widget.fallback.map((line) => `  ${line}`), `</${widget.tag}>`].join('\n');
}
