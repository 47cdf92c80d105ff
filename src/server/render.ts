/**
 * The elements as HTML, by the same classes and templates that run in the browser. Built to one file that the proxy
 * imports; it asks for data through the order that it is given, and for nothing else.
 */
import { render as renderTemplate, type ElementRenderer } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import type { CSSResultGroup } from 'lit';
import type { ProductReview } from '../../contract/entities.ts';
import type { RenderedElement, Renderer, RenderOrder } from '../../contract/rendering.ts';
import { chunks } from '../chunks.ts';
import { client, readStats, STATS, type Json, type Path, type Query, type Source } from '../client.ts';
import type { PlauditElement } from '../element.ts';
import { loadWords } from '../i18n.ts';
import { productData } from '../json-ld.ts';
import { languages } from '../locales/index.ts';
import type { Answers } from '../take-over.ts';
import { safeUrl } from '../url.ts';
import { lists, plainStyle, renderPages, renderFilters, renderNoMatch } from './plain.ts';

type ElementClass = (new () => PlauditElement) & { readonly observedAttributes: readonly string[]; readonly elementStyles: readonly CSSResultGroup[] };

/** The source of an element that is rendered here, by which the client finds the order again. */
interface OrderedSource extends Source {
  ask(path: Path, query: Query): Promise<Json>;
}

// The one client of a page asks over HTTP; here each element asks through its own order.
client.get = (source, path, query) => (source as OrderedSource).ask(path, query);
client.ratings = async (source, sku, itemGroup) =>
  readStats((await client.get(source, STATS, itemGroup ? { item_group: itemGroup } : { sku }))['product_reviews_stats']);

await Promise.all(Object.values(chunks).map((load) => load()));
const classes: Readonly<Record<string, ElementClass>> = Object.fromEntries(Object.keys(chunks).map((tag) => [tag, customElements.get(tag) as unknown as ElementClass]));

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);
/** JSON that can neither end the script that it stands in nor begin a comment. */
const embed = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c');
/** Lit's notes for its own way of taking over, which is not ours. */
const withoutNotes = (html: string): string => html.replace(/<!--\/?lit-[^<>]*-->|<!--\?-->|<\?>/g, '');
/** Stands for the element whose shadow root a template fills: without one the renderer refuses slots. */
const host = {} as ElementRenderer;
const toHtml = (template: unknown): string => withoutNotes(collectResultSync(renderTemplate(template, { customElementHostStack: [host] })));

async function render(order: RenderOrder): Promise<RenderedElement | null> {
  const { tag, attributes, locale } = order;
  const open = `<${tag}${Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('')}>`;
  // Whose review it is, no shared answer may know.
  if ('customer' in classes[tag]!.prototype) return { html: `${open}</${tag}>`, styles: [] };
  await loadWords(locale);
  const { element, answers } = await load(order);
  if (!element) return null;

  const list = lists[tag];
  const listed = list && (answers.find(([path]) => list.paths.includes(path))?.[2] as Json | undefined);
  const noMatch = list && isNarrowed(order) && !(listed?.[list.items] as unknown[] | undefined)?.length;
  const style = classes[tag]!.elementStyles.map(String).join('');
  const content = toHtml(noMatch ? renderNoMatch(element) : element.render());
  const filters = list ? toHtml(renderFilters(element, order, list)) : '';
  const pages = list && listed ? toHtml(renderPages(element, order, list, listed['total'] as number | null)) : '';
  // A page of a list that was narrowed by links is no answer to what the element will ask for.
  const data = isNarrowed(order) ? '' : `<script type="application/json">${embed(answers)}</script>`;
  const html = `${open}<template shadowrootmode="open"><style>${style}</style><noscript><style>${plainStyle}</style>${filters}</noscript>${content}<noscript>${pages}${tag === 'plaudit-review-form' ? '<slot></slot>' : ''}</noscript>${data}</template>${describe(order, answers)}</${tag}>`;
  return { html, styles: [style, plainStyle] };
}

const isNarrowed = ({ plain: { start, rating, photos, text } }: RenderOrder): boolean => start > 0 || rating !== null || photos || text !== '';

/** An element with all that it shows, and what was asked for to that end. */
async function load(order: RenderOrder): Promise<{ element: PlauditElement | null; answers: Answers }> {
  const { tag, attributes, locale, plain } = order;
  const answers: (readonly [Path, Query, Json])[] = [];
  let failure: unknown;
  const ask = async (path: Path, query: Query): Promise<Json> => {
    const given = Object.entries({ ...query, ...(lists[tag]?.paths.includes(path) ? lists[tag].narrow(plain) : {}) }).flatMap(([name, value = null]) => (value === null ? [] : [[name, String(value)]]));
    try {
      const answer = await order.ask(path, Object.fromEntries(given));
      answers.push([path, query, answer]);
      return answer;
    } catch (error) {
      throw (failure = error);
    }
  };
  const element = new classes[tag]!();
  const source: OrderedSource = { proxy: 'http://proxy.invalid/', business: attributes['business'] ?? '-', ask };
  Object.defineProperties(element, { source: { value: source }, isConnected: { value: true } });
  for (const [name, value] of Object.entries({ ...attributes, locale })) {
    element.setAttribute(name, value);
    element.attributeChangedCallback(name, null, value);
  }
  element.near = true;
  element['willUpdate']();
  for (const controller of element.loads) controller.hostUpdate();
  for (const { done } of element.loads) await done;
  if (failure) throw failure;
  if (tag === 'plaudit-product-reviews') await client.ratings(source, attributes['sku'] ?? null, attributes['item-group']).catch(() => {});
  return { element: element.loads.length > 0 && element.loads.every(({ phase }) => phase === 'idle') ? null : element, answers };
}

/** Product JSON-LD; for the reviews of a product alone, so that a page that also shows its stars has no second one. */
function describe({ tag, attributes }: RenderOrder, answers: Answers): string {
  if (tag !== 'plaudit-product-reviews') return '';
  const find = (key: string) => answers.find(([, , answer]) => key in answer)?.[2][key];
  const reviews = (find('product_reviews') ?? []) as readonly ProductReview[];
  const sku = attributes['item-group'] ? null : (attributes['sku'] ?? null);
  const data = productData(sku, readStats(find('product_reviews_stats')), reviews, safeUrl);
  return data ? `<script type="application/ld+json">${embed(data)}</script>` : '';
}

export const renderer: Renderer = {
  attributes: Object.fromEntries(Object.entries(classes).map(([tag, { observedAttributes }]) => [tag, observedAttributes])),
  languages: ['en', ...Object.keys(languages)],
  render,
};
