/** The surroundings of an element on the page. */

/** The element that a node is laid out in, across the borders of shadow roots. */
const around = (element: Element): Element | null =>
  element.assignedSlot ?? element.parentElement ?? ((element.getRootNode() as Partial<ShadowRoot>).host || null);

/** An element and all that it is laid out in, from the inside out. */
export function* outwards(from: Element | null): Generator<Element> {
  for (let element = from; element; element = around(element)) yield element;
}

/** The colour behind an element, as far as the page says so; empty where it is that of the browser. */
export function colourBehind(host: Element): string {
  for (const element of outwards(host)) {
    const { backgroundColor } = getComputedStyle(element);
    // Not what shines through, as the usual `rgba(0, 0, 0, 0)` does.
    if (!/rgba|\//.test(backgroundColor)) return backgroundColor;
  }
  return '';
}
