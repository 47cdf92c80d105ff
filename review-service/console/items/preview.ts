/**
 * A reply as shoppers would see it: the shop's own element in the shop's look, as a page for a frame. Its data stand in
 * the page, as in what `/render` answers, so nothing of it is asked for; without a script the words are plain.
 */
import { createHash } from 'node:crypto';
import { formatDateTime, formatRfc } from '../../../contract/entities/dates.ts';
import { typedText } from '../../../contract/entities/typed-text.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { getReview } from '../../../review-store/reviews/reviews.ts';
import type { Service } from '../../context.ts';
import type { Subject } from '../../data/events.ts';
import { storeOf } from '../../data/tables.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { escaped, html, trusted, type Markup } from '../../letters/html.ts';
import { readLook } from '../../letters/look/look.ts';
import { pageStyles } from '../../letters/look/page-styles.ts';
import { businessUser } from '../../people/authors.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, PageCall } from '../frame/page.ts';
import { textIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

/** A question of an element, with the answer; see `src/page/take-over.ts`. */
type Known = readonly [operation: string, query: object, answer: object];

interface Previewed {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly known: readonly Known[];
}

/** As many as elements ask for by themselves. */
const COUNT = 10;

export async function previewReply(service: Service, call: PageCall, about: Subject): Promise<Answer> {
  const { db, proxyUrl } = service;
  const { business } = call.session;
  const text = typedText(textIn(call.form));
  const shown: Previewed = await (about.subject === 'review' ? ofShop : ofProduct)(
    service,
    business,
    about.number,
    text,
  );
  const look = await readLook(db, business.id);
  const sheet = pageStyles(look) + styles;
  const proxy = proxyUrl();
  const origin = proxy === null ? '' : new URL(proxy).origin;
  const program = proxy !== null && html`<script type="module" src="${proxy}/plaudit.js"></script>`;
  const page = html`<!doctype html>
<html lang="${look.locale ?? 'en'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.item.preview}</title><style>${trusted(sheet)}</style>${program}</head>
<body>${elementOf(shown, { ...shown.attributes, business: business.domain }, text)}
${proxy === null && html`<p>${words.item.noProxy}</p>`}</body>
</html>
`;
  const style = createHash('sha256').update(sheet).digest('base64');
  const policy =
    `default-src 'none'; style-src 'sha256-${style}'; img-src 'self' https: ${origin}; ` +
    `script-src ${origin || "'none'"}; connect-src ${origin || "'none'"}; form-action 'none'; ` +
    "base-uri 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html";
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    content: page.text,
  };
}

/** The element shows one review: its list has nothing to choose from. */
const styles = `
:root { --plaudit-accent: var(--action); --plaudit-star-color: var(--star); }
/* The reply is at the end, and in view. */
body {
  display: flex; flex-direction: column-reverse; height: 100vh; box-sizing: border-box; overflow: auto; margin: 0;
  padding: 1rem; background: var(--paper); color: var(--ink);
}
body > * { margin-bottom: auto; }
::part(toolbar), ::part(foot), ::part(votes) { display: none; }
.words { white-space: pre-line; }
`;

function elementOf({ tag, known }: Previewed, attributes: Readonly<Record<string, string>>, text: string): Markup {
  const given = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  const data = JSON.stringify(known).replaceAll('<', '\\u003c');
  const root = `<slot></slot><script type="application/json">${data}</script>`;
  const open = `<${tag} ${given.join(' ')}><template shadowrootmode="open">${root}</template>`;
  return html`${trusted(open)}<p>${words.item.theReply}</p>
<p class="words" dir="auto">${text}</p>${trusted(`</${tag}>`)}`;
}

const writtenAt = (now: number) => ({ created: formatDateTime(now), createdRFC: formatRfc(now) });
/** Shoppers see none of it. */
const without = { order_id: null, language: null };

async function ofProduct({ db, addresses, now }: Service, { id }: BusinessRow, number: number, text: string) {
  const found = await getProductReview(storeOf(db), id, number);
  if (!found) throw unknown();
  const { user, product, ...review } = new AddressBook(addresses).productReview(found);
  const sku = product?.sku ?? '';
  const shown = {
    ...review,
    ...(found.published === 'pending' ? { rating: null } : {}),
    user: user && { ...user, email: null },
    ...without,
    reply: text === '' ? null : { content: text, ...writtenAt(now()), modified: null, modifiedRFC: null },
  };
  const list = { product_reviews: [shown], count: 1, start: 0, total: 1, query: '', order: 'created' };
  const known: Known[] = [
    ['listProductReviews', { sku, count: COUNT, order: 'created', digest: 1 }, list],
    // Search engines are told nothing of it.
    ['getProductReviewStats', { sku }, { product_reviews_stats: { total: 0, average_rating: null, ratings: {} } }],
  ];
  return { tag: 'plaudit-product-reviews', attributes: { sku }, known };
}

async function ofShop({ db, addresses, now }: Service, business: BusinessRow, number: number, text: string) {
  const found = await getReview(storeOf(db), business.id, number);
  if (!found) throw unknown();
  const { author, ...review } = new AddressBook(addresses).review(found);
  const shown = {
    ...review,
    ...(found.published === 'pending' ? { rating: [], updated_for: null } : {}),
    author: author && { ...author, email: null },
    ...without,
  };
  const by = { activated: true, author: businessUser(business), by_business: true };
  const comments = text === '' ? [] : [{ reviewNo: number, content: text, ...by, ...writtenAt(now()) }];
  const total = comments.length;
  const known: Known[] = [
    [
      'listReviews',
      { count: COUNT, order: 'DESC', transparency: 1 },
      { reviews: [shown], count: 1, start: 0, total: 1 },
    ],
    ['listComments', { count: 100 }, { comments, count: total, start: 0, total }],
  ];
  return { tag: 'plaudit-review-list', attributes: {}, known };
}
