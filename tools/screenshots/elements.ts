/** Every element in every state: all of one state on one page, of which each gets its part of the picture. */
import type { BrowserContext, Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { AnswerOf } from '../../contract/shopper/shopper.ts';
import { pictureOf, samples, tagsIn, type Viewer, type Picture, type State } from './plan.ts';
import { summaries } from './summaries.ts';

/** As high as all elements together may be, so that each is near the window from the start. */
const TALL_PX = 9_000;
/** An element that is not ready by then is in the picture as it is. */
const PATIENCE_MS = 15_000;
/** Words that appear once loading takes long are there by then. */
const LONG_MS = 1_500;
/** Around an element, in CSS pixels. */
const MARGIN_PX = 12;

const skus: Readonly<Record<State, string>> = {
  ready: 'DEMO-001',
  loading: 'DEMO-001',
  empty: 'DEMO-024',
  failed: 'DEMO-001',
};

const envelope = { status: 'OK', success: true, count: 0, start: 0, total: 0 };
/** The answers for a shop without reviews of its own; for products there is one in the demo. */
const emptyAnswers: ReadonlyArray<readonly [path: RegExp, answer: object]> = [
  [/\/product\/reviews\/top-rated$/, { ...envelope, products: [] }],
  [/\/businesses\/[^/]+\/reviews$/, { ...envelope, reviews: [] }],
  [/\/product\/questions$/, { ...envelope, questions: [], can_ask: true }],
];
const refusal = { status: 'ERROR', success: false, errorCode: 399, errorReason: 'Out of order' };

/** Stands in for the answers of the proxy where a state asks for it. */
async function answer(route: Route, state: State): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url());
  // Until the page is closed.
  if (state === 'loading') return;
  if (state === 'failed') return route.fulfill({ status: 502, json: refusal });
  if (pathname.endsWith('/edit-link/get'))
    return route.fulfill({ json: { ...envelope, link: 'https://reviews.example/edit' } });
  if (state === 'ready' && searchParams.has('digest')) return summarise(route);
  const empty = state === 'empty' && emptyAnswers.find(([path]) => path.test(pathname));
  return empty ? route.fulfill({ json: empty[1] }) : route.continue();
}

/** Passes on the answer of the proxy, with what a language model would have added. */
async function summarise(route: Route): Promise<void> {
  const response = await route.fetch();
  const answer: AnswerOf<'listProductReviews'> = await response.json();
  await route.fulfill({ response, json: { ...answer, digest: answer.digest && { ...answer.digest, summaries } } });
}

function pageWith(tags: readonly string[], state: State, { language, scheme }: Viewer): string {
  const elements = tags.map((tag) => {
    const attributes = Object.entries(samples[tag]!.attributes).map(
      ([name, value]) => ` ${name}="${value === 'SKU' ? skus[state] : value}"`,
    );
    // The shop's own text is shown while it loads; without it, the element draws its placeholder.
    const children = state === 'loading' ? '' : 'What the shop has put here.';
    return `<div class="box"><${tag}${attributes.join('')}>${children}</${tag}></div>`;
  });
  const colours = scheme === 'dark' ? '#1b1714; color: #f2e9da' : '#fff; color: #23201d';
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Elements</title><link rel="icon" href="data:,"><style>
:root { color-scheme: ${scheme}; background: ${colours}; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 } .box { display: flow-root; padding: ${MARGIN_PX}px }
</style><script type="module" src="/plaudit.js"></script></head><body>${elements.join('\n')}</body></html>`;
}

/** Marks each element with what it says of itself. */
function watch(): void {
  for (const name of ['plaudit-ready', 'plaudit-error'])
    addEventListener(name, ({ target }) => ((target as HTMLElement).dataset['said'] = name), true);
}

async function settle(page: Page, state: State): Promise<void> {
  const said = { ready: 'plaudit-ready', empty: 'plaudit-ready', failed: 'plaudit-error' };
  if (state === 'loading') return page.waitForTimeout(LONG_MS);
  const awaited = `.box > :not([data-said='${said[state]}'])`;
  await page
    .waitForFunction((those) => !document.querySelector(those), awaited, { timeout: PATIENCE_MS })
    .catch(() => {
      // It is seen in the picture.
    });
  // Then come words, photos, the overview.
  await page.waitForLoadState('networkidle');
}

/** @returns the pictures taken, with their files written by `write`. */
export async function shootElements(
  context: BrowserContext,
  { shop, state, viewer }: { shop: string; state: State; viewer: Viewer },
  write: (picture: Picture, png: Buffer) => Promise<void>,
): Promise<void> {
  const tags = tagsIn(state);
  await using page = await context.newPage();
  await page.setViewportSize({ width: viewer.width, height: TALL_PX });
  await page.addInitScript(watch);
  const address = `${shop}/every-element`;
  await page.route('**/*', (route) =>
    route.request().url() === address
      ? route.fulfill({ contentType: 'text/html', body: pageWith(tags, state, viewer) })
      : route.request().url().includes('/v1/')
        ? answer(route, state)
        : route.continue(),
  );
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await settle(page, state);
  const boxes = await page.evaluate(() =>
    [...document.querySelectorAll('.box')].map((box) => {
      const { top, height } = box.getBoundingClientRect();
      return { top: Math.round(top), height: Math.max(1, Math.round(height)) };
    }),
  );
  const whole = await page.screenshot({ fullPage: true });
  for (const [index, tag] of tags.entries()) {
    const part = sharp(whole).extract({ left: 0, width: viewer.width, ...boxes[index]! });
    await write(pictureOf(tag, viewer, state), await part.png().toBuffer());
  }
}
