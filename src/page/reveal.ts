/** Scrolls to something so that it can be seen, whatever the page keeps at the top. Loaded when needed. */
import { outwards } from './around.ts';

const hasScrolled = (element: Element): boolean =>
  element.scrollTop > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Between a header and what is scrolled to, in pixels. */
const GAP = 8;
/** How finely its end is looked for: what a closed shadow root holds says nothing of itself. */
const STEP = 4;
/** When to look again, in milliseconds: some headers come once the page has scrolled, and some slide in. */
const LOOKS_MS = [60, 400];

function topmostAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (let inner; (inner = hit?.shadowRoot?.elementFromPoint(x, y)) && inner !== hit;) hit = inner;
  return hit;
}

/** Where what lies over the upper edge of an element ends, in pixels from the top of the window; 0 for nothing. */
function endOfCover(target: Element): number {
  const { top, left, right } = target.getBoundingClientRect();
  if (top < -1) return 0;
  const own = new Set(outwards(target));
  const middle = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  // A cover of half the window is no header: the shopper closes it first.
  for (let y = Math.max(top, 0); y < innerHeight / 2; y += STEP) {
    const hit = topmostAt(middle, y + 1);
    // Neither the target's own content nor its containers cover it.
    if (!hit || own.has(hit) || [...outwards(hit)].includes(target)) return y;
  }
  return 0;
}

/**
 * Scrolls to an element and opens what it is folded in. Headers that stick to the top of the window do not cover it,
 * nor does what the page names with `scroll-padding` or `--plaudit-sticky-top`.
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
