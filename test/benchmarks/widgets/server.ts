/** Serves the pages of the benchmark, the scripts of each contender, and the same reviews to all of them. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { everything, type Renderer } from '../../../contract/shopper/rendering.ts';
import type { AnswerOf, ShopperOperation } from '../../../contract/shopper/shopper.ts';
import { artalkAnswer, marked, plauditAnswer, walineAnswer } from './content.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
};

const answers: { readonly [Name in ShopperOperation]?: AnswerOf<Name> } = {
  getProductReviewStats: { product_reviews_stats: { total: 987, average_rating: 3, ratings: null } },
  listProductReviews: {
    product_reviews: [{ ...marked, language: null }],
    count: 1,
    start: 0,
    total: 1,
    query: '',
    order: 'created',
  },
};

/** HTML of an element of ours with one review. */
async function render(tag: string): Promise<string> {
  const { renderer } = (await import(join(root, 'dist', 'server', 'render.js'))) as { renderer: Renderer };
  const rendered = await renderer.render({
    tag,
    attributes: { sku: 'MUG' },
    locale: 'en',
    plain: everything,
    link: () => 'http://shop.example/',
    askUrl: () => null,
    ask: async (operation) => answers[operation]!,
  });
  return rendered!.html;
}

function withMarks(html: string, marks: readonly string[]): string {
  for (const mark of marks)
    if (!html.includes(`{{${mark}}}`))
      throw new Error(`The HTML of an element has changed: there is no place for ${mark}`);
  return html;
}

/** HTML of a line of stars as ours has it, with marks where its values go. */
async function readStarShape(): Promise<object> {
  const [, style, line] = /<style>(.*?)<\/style>(.*?)<script/s.exec(await render('plaudit-stars'))!;
  const filled = line!.replace('3.0 out of', '{{average}} out of').replace('width="60"', 'width="{{width}}"');
  return { style, line: withMarks(filled.replaceAll('987', '{{total}}'), ['average', 'width', 'total']) };
}

/** HTML of a review as ours has it, with marks where its values go. */
async function readShape(): Promise<object> {
  const html = (await render('plaudit-product-reviews'))
    .replace(/<noscript>.*?<\/noscript>/gs, '')
    .replace(/<script.*/s, '');
  const [, style, before, article, after] = /<style>(.*?)<\/style>(.*?)(<article.*?<\/article>)(.*)/s.exec(html)!;
  const filled = article!
    .replace('aria-hidden="true">{<', 'aria-hidden="true">{{monogram}}<')
    .replace('3 out of 5 stars', '{{rating}}')
    .replace('width="60"', 'width="{{width}}"')
    .replace('2001-02-03T12:00:00+00:00', '{{moment}}')
    .replace('Feb 3, 2001', '{{day}}')
    .replace('987,654', '{{votes}}');
  const marks = [
    'monogram',
    'rating',
    'width',
    'moment',
    'day',
    'votes',
    'title',
    'content',
    'author',
    'place',
    'size',
  ];
  return { style, before, article: withMarks(filled, marks), after };
}

/** Files of a contender, by the first part of their address. */
const folders: Readonly<Record<string, string>> = {
  plaudit: 'dist/widgets',
  waline: 'node_modules/@waline/client/dist',
  artalk: 'node_modules/artalk/dist',
  bench: 'test/benchmarks/widgets',
};

/** Lines of stars on a category page. */
export const LINES = 60;

/** A page whose `start(count)` shows so many reviews, its scripts loaded before. */
export const contenders: Readonly<
  Record<string, { readonly head: string; readonly start: string; readonly shown: string }>
> = {
  plaudit: {
    head: '<script type="module" src="/plaudit/plaudit.all.js"></script>',
    start: `const element = document.createElement('plaudit-product-reviews'); Object.assign(element, { sku: 'MUG', proxy: location.origin + '/answers/' + count + '/' }); place.append(element);`,
    shown: `document.querySelector('plaudit-product-reviews').shadowRoot?.querySelectorAll('article').length`,
  },
  vanilla: {
    head: '<script src="/shape.js"></script><script type="module" src="/bench/vanilla.js"></script>',
    start: `const element = document.createElement('vanilla-reviews'); element.setAttribute('src', '/answers/' + count + '/v1/businesses/-/product/reviews'); place.append(element);`,
    shown: `document.querySelector('vanilla-reviews').shadowRoot?.querySelectorAll('article').length`,
  },
  'plaudit-stars': {
    // As pages have it, and the vanilla line: the script knows where answers come from, and each line its product.
    head: `<script type="module" src="/plaudit/plaudit.all.js" data-proxy="/answers/${LINES}/"></script>`,
    start: `place.append(...Array.from({ length: count }, (_, at) => { const line = document.createElement('plaudit-stars'); line.setAttribute('sku', 'MUG-' + at); return line; }));`,
    shown: `[...place.children].filter(({ shadowRoot }) => shadowRoot?.querySelector('.stars')).length`,
  },
  'vanilla-stars': {
    head: '<script src="/shape.js"></script><script type="module" src="/bench/vanilla-stars.js"></script>',
    start: `globalThis.starAnswers = '/answers/${LINES}/v1/businesses/-/product/reviews/stats'; place.append(...Array.from({ length: count }, (_, at) => { const line = document.createElement('vanilla-stars'); line.setAttribute('sku', 'MUG-' + at); return line; }));`,
    shown: `[...place.children].filter(({ shadowRoot }) => shadowRoot?.querySelector('.stars')).length`,
  },
  waline: {
    head: `<link rel="stylesheet" href="/waline/waline.css"><script type="module">import { init } from '/waline/waline.js'; globalThis.init = init;</script>`,
    start: `init({ el: place, serverURL: location.origin + '/answers/' + count, path: '/mug', pageSize: count, lang: 'en' });`,
    shown: `document.querySelectorAll('.wl-card-item').length`,
  },
  artalk: {
    head: `<link rel="stylesheet" href="/artalk/Artalk.css"><script src="/artalk/Artalk.iife.js"></script>`,
    start: `Artalk.init({ el: place, server: location.origin + '/answers/' + count, site: 'shop', pageKey: '/mug', locale: 'en', useBackendConf: false, pagination: { pageSize: count, readMore: true, autoLoad: false }, heightLimit: { content: 0, children: 0 } });`,
    shown: `document.querySelectorAll('.atk-comment').length`,
  },
};

/** What a shop's page has around its reviews, so that the first text and the first controls of a tab are nobody's cost. */
const shop =
  '<header><a href="/">Shop</a> <input type="search" placeholder="Search"></header><h1>Mug</h1><p>Thrown by hand in <b>Lisbon</b>, glazed twice · 0.3 l.</p><form><select><option>Small</option><option>Large</option></select> <button type="button">Add to basket</button></form>';

const page = (head: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mug</title><link rel="icon" href="data:,">${head}</head><body>${shop}<div id="place">${body}</div></body></html>`;

function answer(path: string, shapes: string): { body: string | Buffer; type: string } | null {
  const parts = path.split('/').slice(1);
  const contender = contenders[parts[1] ?? ''];
  if (parts[0] === 'page' && contender) return { body: page(contender.head), type: 'text/html; charset=utf-8' };
  if (parts[0] === 'stars') {
    const lines = Array.from({ length: 24 }, (_, at) => `<plaudit-stars sku="MUG-${at}">Reviews</plaudit-stars>`).join(
      '',
    );
    return {
      body: page('<script type="module" src="/plaudit/plaudit.js" data-proxy="/answers/24/"></script>', lines),
      type: 'text/html; charset=utf-8',
    };
  }
  if (parts[0] === 'shape.js') return { body: shapes, type: 'text/javascript' };
  if (parts[0] === 'answers') {
    const count = Number(parts[1]);
    const body = path.endsWith('/product/reviews')
      ? plauditAnswer(count)
      : path.endsWith('/stats')
        ? {
            success: true,
            stats: Object.fromEntries(
              Array.from({ length: count }, (_, at) => [
                `MUG-${at}`,
                { total: at + 2, average_rating: 4, ratings: null },
              ]),
            ),
          }
        : path.endsWith('/api/comment')
          ? walineAnswer(count)
          : path.endsWith('/api/v2/comments')
            ? artalkAnswer(count)
            : path.endsWith('/user/status')
              ? { is_admin: false, is_login: false }
              : {};
    return { body: JSON.stringify(body), type: 'application/json' };
  }
  const folder = folders[parts[0]!];
  const file = folder && join(root, folder, ...parts.slice(1));
  return file && !path.includes('..') && existsSync(file)
    ? { body: readFileSync(file), type: types[extname(file)] ?? 'application/octet-stream' }
    : null;
}

export async function startServer(): Promise<{ url: string; server: Server }> {
  const shapes = `globalThis.shape = ${JSON.stringify(await readShape())}; globalThis.starShape = ${JSON.stringify(await readStarShape())};`;
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url!, 'http://localhost').pathname, shapes);
    response
      .writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain', 'cache-control': 'no-store' })
      .end(found?.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
