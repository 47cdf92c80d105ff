import { shared } from './shared.ts';

/** Open shadow roots of the shop's own components: they hold elements of ours, as the document does. */
const roots = (shared.roots ??= new Set());

/** Notes where an element stands, so that others find it. */
export const noteRoot = (element: Element): unknown => roots.add(element.getRootNode());

/** All elements of a kind on the page, those in the document first. They need not be defined yet. */
export const everywhere = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag][] =>
  [...new Set<Node>([document, ...roots])].flatMap((root) => {
    if (root.isConnected) return [...(root as ParentNode & Node).querySelectorAll(tag)];
    roots.delete(root);
    return [];
  });
