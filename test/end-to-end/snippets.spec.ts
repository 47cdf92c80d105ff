import type { BrowserContext, Page } from '@playwright/test';
import { reservations } from '../../demo/parts/snippet.ts';
import { test } from './support/elsewhere.ts';
import { expect } from './support/shop.ts';
import { shiftsOf, slowDown, sumOf, watchShifts, type Shift } from './support/shifts.ts';

const MOST = 0.01;

interface Place {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly seen: boolean;
}

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

/** Where each element of a fragment stands that is on show, as far as it has arrived. */
const placesOf = (tab: Page, fragment: string): Promise<readonly Place[]> =>
  tab.evaluate((html) => {
    document.body.setHTMLUnsafe(html);
    const root = [...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot).find(Boolean);
    return [...(root?.querySelectorAll('.base *') ?? [])].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return {
        name: `${element.localName}.${element.getAttribute('class')}`,
        left,
        top,
        seen: width * height > 0 && getComputedStyle(element).position !== 'absolute',
      };
    });
  }, fragment);

for (const width of [360, 1280])
  test(`rendered HTML, cut after any of its tags, has everything where it will be at ${width} px`, async ({
    page: tab,
    elsewhere,
  }) => {
    test.setTimeout(120_000);
    await tab.setViewportSize({ width, height: 780 });
    await tab.goto(
      elsewhere.put('/pieces', { html: '<!doctype html><title>Mug</title><link rel="icon" href="data:,"><body>' }),
    );
    for (const [tag, query] of pasted) {
      const fragment = await elsewhere.include(`/render/${tag}?${query}`);
      const whole = await placesOf(tab, fragment);
      expect(whole, `${tag} ${query}`).not.toEqual([]);
      const moved = new Set<string>();
      for (let cut = fragment.indexOf('class="base'); cut > 0; cut = fragment.indexOf('>', cut + 1)) {
        const places = await placesOf(tab, fragment.slice(0, cut + 1));
        // The last is not whole. What stands below the window moves nothing in it, nor do facts that go on in the next line.
        places.slice(0, -1).forEach(({ name, left, top, seen }, index) => {
          const end = whole[index]!;
          if (seen && end.seen && end.top < 780 && Math.hypot(left - end.left, top - end.top) > 2)
            moved.add(`${name} after ${fragment.slice(cut - 60, cut + 1)}`);
        });
        if (places.length > 0 && places.at(-1)!.top > 780) break;
      }
      expect([...moved], `${tag} ${query}`).toEqual([]);
    }
  });
