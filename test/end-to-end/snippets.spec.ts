import type { BrowserContext, Page } from '@playwright/test';
import { reservations } from '../../demo/components/snippet.ts';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';
import { shiftsOf, slowDown, sumOf, watchShifts, type Shift } from './support/shifts.ts';

const MOST = 0.01;

/** Each element as it is pasted, with something to show and with nothing. */
const pasted: ReadonlyArray<readonly [tag: string, attributes: string]> = [
  ['plaudit-stars', 'sku=DEMO-001'],
  ['plaudit-star-summary', 'sku=DEMO-001'],
  ['plaudit-star-summary', 'sku=DEMO-024'],
  ['plaudit-star-summary', ''],
  ['plaudit-product-reviews', 'sku=DEMO-001'],
  ['plaudit-product-reviews', 'sku=DEMO-024'],
  ['plaudit-questions', 'sku=DEMO-001'],
  ['plaudit-questions', 'sku=DEMO-024'],
  ['plaudit-review-form', 'sku=DEMO-001'],
  ['plaudit-review-list', ''],
  ['plaudit-top-rated', ''],
  ['plaudit-write-review', ''],
];

const page = (proxy: string, tag: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mug</title><link rel="icon" href="data:,"><style>${reservations[tag]}</style><script type="module" src="${proxy}/plaudit.js"></script></head><body><h1>Mug</h1>${body}<h2>Also in this shop</h2><p>Bowls and plates.</p></body></html>`;

async function visit(context: BrowserContext, address: string, tag: string): Promise<readonly Shift[]> {
  const tab = await context.newPage();
  await slowDown(tab);
  await watchShifts(tab);
  await tab.addInitScript(() =>
    addEventListener('plaudit-ready', ({ target }) => ((target as HTMLElement).dataset['ready'] = ''), true),
  );
  await tab.goto(address, { waitUntil: 'commit' });
  await expect(tab.locator(`${tag}[data-ready]`)).toHaveCount(1);
  // Frames in which the last of it is drawn.
  await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
  return shiftsOf(tab);
}

for (const width of [360, 1280]) {
  test(`what is pasted as documented moves nothing over a slow line at ${width} px, and nothing at all where it was rendered`, async ({
    browser,
    elsewhere,
  }) => {
    test.setTimeout(600_000);
    const look = async ([tag, query]: (typeof pasted)[number]): Promise<void> => {
      const attributes = query.replace(/=(.*)/, '="$1"');
      const bare = elsewhere.put(`/bare-${tag}-${query}`, {
        html: page(elsewhere.proxy, tag, `<${tag} ${attributes}>Reviews</${tag}>`),
      });
      const rendered = elsewhere.put(`/rendered-${tag}-${query}`, {
        html: page(elsewhere.proxy, tag, await elsewhere.include(`/render/${tag}?${query}`)),
      });
      const context = await browser.newContext({ viewport: { width, height: 780 } });
      const moved = sumOf(await visit(context, bare, tag));
      const movedRendered = await visit(context, rendered, tag);
      await context.close();
      expect(moved, `${tag} ${query}`).toBeLessThanOrEqual(MOST);
      expect(movedRendered, `rendered ${tag} ${query}`).toEqual([]);
    };
    const rest = [...pasted];
    // A few at a time: they wait for the line, not for the processor.
    while (rest.length > 0) await Promise.all(rest.splice(0, 4).map(look));
  });
}

/**
 * Writes a fragment into a page as if it arrived tag by tag, with a frame after each until the window is full.
 * @returns what moved: what the browser counts, and each element that had been elsewhere before the rest arrived
 */
const arrive = (tab: Page, fragment: string): Promise<readonly string[]> =>
  tab.evaluate(async (html) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const moved = new Set<string>();
    const seenAt = new Map<Element, { left: number; top: number; after: string }>();
    let arrived = '';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { currentRect: DOMRect }[] })[])
        for (const { currentRect: to } of entry.sources)
          moved.add(`something to ${to.left} ${to.top} before ${arrived.slice(-80)}`);
    }).observe({ type: 'layout-shift' });
    document.open();
    document.write('<!doctype html><meta name="viewport" content="width=device-width"><h1>Mug</h1>');
    // Not between a tag and its own text: letters make room for themselves.
    const pieces = html.split(/(?<=>)(?=\s*<)/);
    let begun = false;
    let full = false;
    for (const piece of pieces) {
      document.write(piece);
      arrived += piece;
      begun ||= piece.includes('class="base');
      if (!begun || full) continue;
      await frame();
      const root = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot).find(Boolean)!;
      const elements = [...root.querySelectorAll('.base *')];
      // The last is not whole.
      for (const element of elements.slice(0, -1)) {
        if (seenAt.has(element)) continue;
        const { left, top, width, height } = element.getBoundingClientRect();
        if (width * height > 0 && getComputedStyle(element).position !== 'absolute')
          seenAt.set(element, { left, top, after: arrived.slice(-80) });
      }
      full = (elements.at(-1)?.getBoundingClientRect().top ?? 0) > innerHeight;
    }
    document.close();
    await frame();
    await frame();
    for (const [element, { left, top, after }] of seenAt) {
      const end = element.getBoundingClientRect();
      const seen = end.width * end.height > 0 && getComputedStyle(element).position !== 'absolute';
      // What stands below the window moves nothing in it.
      if (seen && end.top < innerHeight && Math.hypot(left - end.left, top - end.top) > 0.5)
        moved.add(
          `${element.localName}.${element.getAttribute('class')} from ${left} ${top} to ${end.left} ${end.top} after ${after}`,
        );
    }
    return [...moved];
  }, fragment);

for (const width of [360, 1280])
  test(`rendered HTML that arrives tag by tag has everything where it will be at ${width} px`, async ({
    page: tab,
    elsewhere,
  }) => {
    test.setTimeout(300_000);
    await tab.setViewportSize({ width, height: 780 });
    for (const [tag, query] of pasted) {
      await tab.goto(
        elsewhere.put('/pieces', { html: '<!doctype html><title>Mug</title><link rel="icon" href="data:,"><body>' }),
      );
      const fragment = await elsewhere.include(`/render/${tag}?${query}`);
      expect(fragment, `${tag} ${query}`).toContain('class="base');
      expect(await arrive(tab, fragment), `${tag} ${query}`).toEqual([]);
    }
  });
