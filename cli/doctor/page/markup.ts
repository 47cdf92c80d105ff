/** What of a page's HTML concerns the elements. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5';

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

export function readMarkup(html: string): Markup {
  const scripts: Tag[] = [];
  const elements: Tag[] = [];
  const jsonLd: string[] = [];
  const policies: string[] = [];
  let base: string | null = null;
  let language: string | null = null;
  let isRendered = false;
  for (const node of walk(parse(html))) {
    if (!('tagName' in node)) continue;
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    const tag = { name: node.tagName, attributes };
    if (node.tagName === 'html') language ??= attributes['lang'] ?? null;
    else if (node.tagName === 'base') base ??= attributes['href'] ?? null;
    else if (node.tagName === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
      policies.push(attributes['content'] ?? '');
    else if (node.tagName === 'script' && attributes['type'] === 'application/ld+json') jsonLd.push(textOf(node));
    else if (node.tagName === 'script') scripts.push(tag);
    else if (node.tagName.startsWith('plaudit-')) {
      elements.push(tag);
      isRendered ||= node.childNodes.some((child) => child.nodeName === 'template');
    }
  }
  return { scripts, elements, jsonLd, policies, base, language, isRendered };
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

const textOf = (element: DefaultTreeAdapterTypes.Element): string =>
  element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
