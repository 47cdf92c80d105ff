/**
 * Renders the elements as HTML with the classes and templates of the browser. The build makes one file of it, which the
 * proxy imports. All data comes through the render order.
 */
import { render as renderTemplate, type ElementRenderer } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { everything, type RenderedElement, type Renderer, type RenderOrder } from '../../contract/shopper/rendering.ts';
import { chunks } from '../chunks.ts';
import type { LoadController } from '../controllers/load.ts';
import type { PlauditElement } from '../element/element.ts';
import type { Shown } from '../element/list.ts';
import { overviewStyles } from '../elements/product-reviews/overview/styles.ts';
import { Stars } from '../elements/stars/stars.ts';
import { lineStyles } from '../elements/stars/styles.ts';
import { statementStyles } from '../elements/transparency/styles.ts';
import { loadWords } from '../locales/i18n.ts';
import { languages } from '../locales/index.ts';
import { productQuery } from '../page/hub.ts';
import { productData } from '../elements/product-reviews/json-ld.ts';
import { themeOf } from '../page/settings.ts';
import { baseAttributes, lineValues, starLine, type Make } from '../templates/star-line.ts';
import type { Linking } from './address.ts';
import { useWords } from './own-words.ts';
import { renderAsk } from './plain/asking.ts';
import { renderFilters } from './plain/filters.ts';
import { findLinked, renderAlone, renderMissing, renderWayBack } from './plain/linked.ts';
import { isNarrowed, lists, type List } from './plain/lists.ts';
import { renderNoMatch, renderPages, withoutLeaders } from './plain/pages.ts';
import { plainStyle } from './plain/style.ts';
import { readPlainContext } from './plain/context.ts';
import { RenderSource } from './render-source.ts';

/** Any element, as the renderer sees it. */
declare class AnyElement extends PlauditElement {
  protected override renderContent(): unknown;
}
type ElementClass = typeof AnyElement;

/** Adapts an element class to the server: the element is never connected, and its data comes through the order. */
const withoutPage = (Base: ElementClass) =>
  class extends Base implements Linking {
    readonly #source: RenderSource;
    readonly #order: RenderOrder;

    constructor(source: RenderSource, order: RenderOrder, attributes: Readonly<Record<string, string>>) {
      super();
      this.#source = source;
      this.#order = order;
      for (const [name, value] of Object.entries(attributes)) {
        this.setAttribute(name, value);
        this.attributeChangedCallback(name, null, value);
      }
      this.near = true;
      this.isFromServer = true;
    }

    override get source(): RenderSource {
      return this.#source;
    }

    /** On a server, the filters are in the order. */
    get filtered(): boolean {
      const { tag, plain } = this.#order;
      return tag in lists && isNarrowed(lists[tag]!, plain);
    }

    linkTo(id: number): string {
      const { attributes, link } = this.#order;
      return link(attributes, { ...everything, review: id });
    }

    /** @returns whether the element has content */
    async loadAll(): Promise<boolean> {
      this.willUpdate();
      for (const controller of this.loads) controller.start();
      for (const { done } of this.loads) await done;
      return this.loads.length === 0 || this.loads.some(({ phase }) => phase !== 'idle');
    }
  };

/** This element does not use Lit, so `renderStars` renders it. */
const STARS = 'plaudit-stars';

await Promise.all(Object.values(chunks).map(([, load]) => load()));
const classes = Object.fromEntries(
  Object.keys(chunks)
    .filter((tag) => tag !== STARS)
    .map((tag) => [tag, withoutPage(customElements.get(tag) as ElementClass)]),
);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);
/** JSON that can neither close its script nor open a comment. */
const embed = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c');
/** Removes the markers for Lit's hydration, which we do not use. */
const withoutNotes = (html: string): string => html.replace(/<!--\/?lit-[^<>]*-->|<!--\?-->|<\?>/g, '');
/** Stand-in for the host of a shadow root, without which the renderer refuses slots. */
const host = {} as ElementRenderer;
const toHtml = (template: unknown): string =>
  withoutNotes(collectResultSync(renderTemplate(template, { customElementHostStack: [host] })));

/** The counterpart of `makeElement` in elements/stars/stars.ts. */
const makeHtml: Make<string> = (name, attributes, ...children) =>
  `${openTag(name, attributes)}${children.join('')}</${name}>`;

const openTag = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`)
    .join('')}>`;

const shadow = (content: string): string => `<template shadowrootmode="open">${content}</template>`;
const withoutScripts = (content: string): string => `<noscript>${content}</noscript>`;
const dataOf = ({ answers }: RenderSource): string => `<script type="application/json">${embed(answers)}</script>`;

async function renderStars(order: RenderOrder): Promise<RenderedElement | null> {
  const { attributes, locale } = order;
  const { sku = null, 'item-group': itemGroup = null } = attributes;
  if (!sku && !itemGroup) return null;
  const source = new RenderSource(order);
  const query = productQuery({ sku, itemGroup });
  const { product_reviews_stats: statistics } = await source.ask('getProductReviewStats', query);
  const theme = themeOf({ theme: attributes['theme'] ?? null });
  const line = makeHtml('div', baseAttributes(locale, theme), ...starLine(makeHtml, lineValues(locale, statistics)));
  return {
    html: `${openTag(STARS, attributes)}${shadow(`<style>${lineStyles}</style>${line}${dataOf(source)}`)}</${STARS}>`,
    styles: [lineStyles],
  };
}

async function render(order: RenderOrder): Promise<RenderedElement | null> {
  const { tag, attributes, locale } = order;
  await loadWords(locale);
  if (tag === STARS) return renderStars(order);
  const open = openTag(tag, attributes);
  // Fragments are shared, so they must not contain data of a customer.
  if (tag === 'plaudit-edit-review') return { html: `${open}</${tag}>`, styles: [] };
  const source = new RenderSource(order);
  const element = new classes[tag]!(source, order, { ...attributes, locale });
  const shows = await element.loadAll();
  if (source.failure) throw source.failure;
  if (!shows) return null;
  const data = await describe(order, source);

  const list = lists[tag];
  const { above, content, below, isWhole } = list
    ? await renderList(element, order, list, source)
    : { above: '', content: element.render(), below: '', isWhole: true };
  const late = [
    tag === 'plaudit-product-reviews' && (order.plain.review || source.find('listProductReviews')?.digest)
      ? overviewStyles
      : '',
    source.find('getTransparency') ? statementStyles : '',
  ];
  const style = [...classes[tag]!.elementStyles.map(String), ...late].join('');
  const root = [
    `<style>${style}</style>`,
    withoutScripts(`<style>${plainStyle}</style>${above}`),
    toHtml(content),
    withoutScripts(`${below}${tag === 'plaudit-review-form' ? '<slot></slot>' : ''}`),
    // The answers of a narrowed list do not match the queries that the element will make.
    isWhole ? dataOf(source) : '',
  ];
  return { html: `${open}${shadow(root.join(''))}${data}</${tag}>`, styles: [style, plainStyle] };
}

interface RenderedList {
  /** For readers without JavaScript. */
  readonly above: string;
  readonly content: unknown;
  /** For readers without JavaScript. */
  readonly below: string;
  readonly isWhole: boolean;
}

async function renderList(
  element: PlauditElement,
  order: RenderOrder,
  list: List,
  source: RenderSource,
): Promise<RenderedList> {
  const { plain } = order;
  const listed = list.operations.map((operation) => source.find(operation)).find(Boolean);
  const ofProduct = source.find('listProductReviews');
  const context = await readPlainContext(element, order, list, { ofProduct, ofShop: source.find('listReviews') });
  const review = plain.review && list.isOfProduct ? findLinked(ofProduct, plain.review) : null;
  const isMissing = plain.review && list.isOfProduct && !review;
  const narrowed = isNarrowed(list, plain);
  const load = element.loads[0] as LoadController<Shown<unknown>> | undefined;
  const taken = load?.data?.next ?? 0;
  if (load?.data) load.data = { ...load.data, items: withoutLeaders(context, load.data.items) };
  const content = narrowed && !listed?.count ? renderNoMatch(context) : element.render();
  return {
    above: toHtml(
      review ? renderWayBack(context) : [isMissing ? renderMissing(context) : null, renderFilters(context)],
    ),
    content: review && !ofProduct?.digest ? [renderAlone(context, review), content] : content,
    below: toHtml([
      listed ? renderPages(context, listed.total, taken) : null,
      renderAsk(element, order, source.find('listProductQuestions')),
    ]),
    isWhole: !narrowed,
  };
}

/** Product JSON-LD, only for `plaudit-product-reviews`: a page with several elements must not repeat it. */
async function describe({ tag, attributes }: RenderOrder, source: RenderSource): Promise<string> {
  const reviews = tag === 'plaudit-product-reviews' && source.find('listProductReviews');
  if (!reviews) return '';
  const { sku = null, 'item-group': itemGroup = null } = attributes;
  // The description is optional.
  const answer = await source.ask('getProductReviewStats', productQuery({ sku, itemGroup })).catch(() => null);
  const data = answer && productData(itemGroup ? null : sku, answer.product_reviews_stats, reviews.product_reviews);
  return data ? `<script type="application/ld+json">${embed(data)}</script>` : '';
}

export const renderer: Renderer = {
  attributes: {
    [STARS]: Stars.observedAttributes,
    ...Object.fromEntries(Object.entries(classes).map(([tag, { observedAttributes }]) => [tag, observedAttributes])),
  },
  get languages() {
    return ['en', ...Object.keys(languages)];
  },
  useWords,
  render,
};
