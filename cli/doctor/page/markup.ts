/** Reads the markup that concerns the elements from a page's HTML. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { markedItems, markingAttributes, type MarkedPage } from '../../../contract/described.ts';

export interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Markup {
  readonly scripts: readonly Tag[];
  /** Everything whose name begins with `plaudit-`, also inside of declarative shadow roots. */
  readonly elements: readonly Tag[];
  /** The texts of `application/ld+json`. */
  readonly jsonLd: readonly string[];
  /** The page's microdata and RDFa, as JSON-LD would say them. */
  readonly items: readonly object[];
  /** Policies in `<meta>` tags. */
  readonly policies: readonly string[];
  /** `href` of the first `<base>`. */
  readonly base: string | null;
  /** `lang` of the page. */
  readonly language: string | null;
  /** Whether an element came rendered from the proxy, with its styles. */
  readonly isRendered: boolean;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export function readMarkup(html: string): Markup {
  const scripts: Tag[] = [];
  const elements: Tag[] = [];
  const jsonLd: string[] = [];
  const policies: string[] = [];
  let base: string | null = null;
  let language: string | null = null;
  let isRendered = false;
  const marks = new Marks();
  // The parser ends with an error for a number that is infinite.
  for (const node of walk(parse(html.replace(/&#(?=\w{32})/g, '&amp;#')))) {
    if (!('tagName' in node)) continue;
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    const tag = { name: node.tagName, attributes };
    marks.see(node, attributes);
    if (node.tagName === 'html') language ??= attributes['lang'] ?? null;
    else if (node.tagName === 'base') base ??= attributes['href'] ?? null;
    else if (node.tagName === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
      policies.push(attributes['content'] ?? '');
    else if (node.tagName === 'script' && isJsonLd(attributes['type'])) jsonLd.push(textOf(node));
    else if (node.tagName === 'script') scripts.push(tag);
    else if (node.tagName.startsWith('plaudit-')) {
      elements.push(tag);
      isRendered ||= node.childNodes.some((child) => child.nodeName === 'template');
    }
  }
  return { scripts, elements, jsonLd, items: markedItems(marks), policies, base, language, isRendered };
}

const isJsonLd = (type: string | undefined): boolean => /^application\/ld\+json\b/i.test(type?.trim() ?? '');

/** Longer names of products are cut: they are compared, and said. In nodes of the page. */
const MOST_NODES = 50;

class Marks implements MarkedPage<Element> {
  readonly elements: Element[] = [];
  readonly #attributes = new Map<Element, Tag['attributes']>();
  /** For each element, the item that it is or is in. */
  readonly #items = new Map<unknown, Element | null>();

  /** Every element, those around it before. */
  see(element: Element, attributes: Tag['attributes']): void {
    const isItem = 'itemscope' in attributes || 'typeof' in attributes;
    this.#items.set(element, isItem ? element : this.owner(element));
    if (!markingAttributes.some((name) => name in attributes)) return;
    this.elements.push(element);
    this.#attributes.set(element, attributes);
  }

  attribute(element: Element, name: string): string | null {
    return this.#attributes.get(element)![name] ?? null;
  }

  owner({ parentNode }: Element): Element | null {
    return this.#items.get(parentNode) ?? null;
  }

  text(element: Element): string {
    let text = '';
    let left = MOST_NODES;
    for (const node of walk(element)) {
      if ('value' in node) text += node.value;
      if (--left === 0) break;
    }
    return text;
  }
}

/** Without recursion: a page may be nested as deeply as it likes. */
function* walk(root: Node): Generator<Node> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes.toReversed());
  }
}

const textOf = (element: Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
