/** Scrolls to something so that it can be seen, whatever the page keeps at the top. Loaded when needed. */
import { outwards } from './around.ts';

const hasScrolled = (element: Element): boolean =>
  element.scrollTop > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Between a header and what is scrolled to, in pixels. */
const GAP = 8;
/** When to look again, in milliseconds: some headers come once the page has scrolled, and some slide in. */
const LOOKS_MS = [60, 400];

/** What is on show at a point of the window. */
function topmostAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let inner; (inner = hit?.shadowRoot?.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
  return hit;
}

/** Where what sticks over the upper edge of an element ends, in pixels from the top of the window; 0 for nothing. */
function endOfCover(target: Element): number {
  const { top, left, right } = target.getBoundingClientRect();
  if (top < -1) return 0;
  const own = new Set(outwards(target));
  let end = 0;
  const middle = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  for (const element of outwards(topmostAt(middle, Math.max(top, 0) + 1))) {
    // What sticks inside of it is no cover.
    if (own.has(element)) return element === target ? 0 : end;
    if (!/fixed|sticky/.test(getComputedStyle(element).position)) continue;
    const { bottom } = element.getBoundingClientRect();
    // What covers half of the window is no header: the shopper closes it first.
    if (bottom < innerHeight / 2) end = Math.max(end, bottom);
  }
  return end;
}

/**
 * Scrolls to an element and opens what it is folded in. What sticks to the top of the window does not cover it, nor
 * does what the page names with `scroll-padding` or `--plaudit-sticky-top`.
 */
export async function reveal(target: Element, block: ScrollLogicalPosition): Promise<void> {
  for (const element of outwards(target)) if (element instanceof HTMLDetailsElement) element.open = true;
  target.scrollIntoView({ block, behavior: 'instant' });
  const [, ...holders] = outwards(target);
  const scroller = holders.find(hasScrolled) ?? document.scrollingElement!;
  const uncover = () => {
    const hidden = endOfCover(target) - target.getBoundingClientRect().top;
    if (hidden > 0) scroller.scrollBy({ top: -hidden - GAP, behavior: 'instant' });
  };
  uncover();
  for (const ms of LOOKS_MS) {
    const { scrollTop } = scroller;
    await new Promise((resolve) => setTimeout(resolve, ms));
    // From here on, the shopper scrolls.
    if (scroller.scrollTop !== scrollTop) return;
    uncover();
  }
}
