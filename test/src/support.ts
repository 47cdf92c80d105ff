/** What the element tests share: a proxy that they script, and ways to wait for a condition. */
import { HttpResponse, http } from 'msw';
import { setupWorker } from 'msw/browser';
import type { ShownProductReview } from '../../contract/entities/digest.ts';
import type {
  Comment,
  Product,
  ProductQuestion,
  ProductReview,
  Question,
  Review,
  User,
} from '../../contract/entities/entities.ts';

export function ok(value: unknown, message: string): asserts value {
  if (!value) throw new Error(message);
}

/** Lists and plain objects are compared by what they hold, all else by identity: `undefined` is neither `null` nor absent. */
export function equal(actual: unknown, expected: unknown, message = 'differs'): void {
  if (!same(actual, expected)) throw new Error(`${message}: ${shown(actual)} instead of ${shown(expected)}`);
}

function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && value.constructor === Object);

const shown = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (part === undefined ? '(undefined)' : part));

/** Ends what would wait for ever; longer than a busy machine takes. */
const PATIENCE_MS = 60_000;

/** Waits until the condition holds; a test that never gets there fails with this name. */
export async function until<Value>(condition: () => Value, what = String(condition)): Promise<NonNullable<Value>> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = condition();
    if (value) return value as NonNullable<Value>;
    if (performance.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The next such event. Listen before what may fire it: one that has passed is waited for in vain. */
export const event = <Name extends keyof GlobalEventHandlersEventMap>(target: EventTarget, name: Name) =>
  new Promise<GlobalEventHandlersEventMap[Name]>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Waited in vain: ${name}`)), PATIENCE_MS);
    const hear = (found: Event) => {
      clearTimeout(late);
      resolve(found as GlobalEventHandlersEventMap[Name]);
    };
    target.addEventListener(name, hear, { once: true });
  });

export interface Call {
  readonly method: string;
  /** Below the business. */
  readonly path: string;
  readonly url: string;
  readonly query: Record<string, string>;
  readonly headers: Headers;
  readonly form: FormData | null;
  /** When it came, in milliseconds. */
  readonly at: number;
}

/** What the proxy answers, or a promise of it. */
type Answer = (call: Call) => unknown;

export class TestProxy {
  static #count = 0;
  /** One of its own for each test: nothing is cached from another. */
  readonly url = `${location.origin}/proxy-${++TestProxy.#count}-${Math.random().toString(36).slice(2)}/`;
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, Answer>();

  constructor(answers: Record<string, Answer> = {}) {
    for (const [path, answer] of Object.entries({ ...usual, ...answers })) this.#answers.set(path, answer);
    worker.use(
      http.all(`${this.url}v1/*`, async ({ request }) => {
        const at = performance.now();
        const url = new URL(request.url);
        const path = url.pathname
          .replace(/^.*?\/v1\/(businesses\/[^/]+\/?)?/, '')
          .replace(/^partners\/[^/]+/, 'partners/-');
        const posted = request.method === 'POST';
        const form = posted ? await request.formData() : null;
        const call = {
          method: request.method,
          path,
          url: request.url,
          query: Object.fromEntries(url.searchParams),
          headers: request.headers,
          form,
          at,
        };
        this.calls.push(call);
        const answer = this.#answers.get(path);
        const body = answer ? await answer(call) : refusal(399, 404);
        return body instanceof Response
          ? body
          : HttpResponse.json({ status: 'OK', success: true, ...(body as object) });
      }),
    );
  }

  on(path: string, answer: Answer): this {
    this.#answers.set(path, answer);
    return this;
  }

  asked(path: string): Call[] {
    return this.calls.filter((call) => call.path === path);
  }
}

/** Whether there was a second between the first call and the next, less what a timer is too early by. On a busy machine there is more, never less. */
export const waitedASecond = ([first, next]: readonly Call[]): boolean => next!.at - first!.at >= 990;

export const refusal = (errorCode: number, status: number, headers: Record<string, string> = {}) =>
  HttpResponse.json(
    { status: 'ERROR', success: false, errorCode, errorReason: `error ${errorCode}` },
    { status, headers },
  );

export const stats = (total: number) => ({
  total,
  average_rating: total ? 4.3 : 0,
  ratings: Object.fromEntries(
    [1, 2, 3, 4, 5].map((rating) => [rating, { num_reviews: total ? rating * 10 : 0, rating }]),
  ),
});

export const statsOf =
  (total: number): Answer =>
  ({ query }) =>
    query['skus'] === undefined
      ? { product_reviews_stats: stats(total) }
      : { stats: Object.fromEntries(query['skus'].split(',').map((sku) => [sku, stats(total)])) };

export const pageOf =
  (all: readonly ProductReview[]): Answer =>
  ({ query }) => {
    let found = [...all];
    if (query['ratings']) found = found.filter(({ rating }) => query['ratings']!.split(',').includes(String(rating)));
    if (query['only_photos']) found = found.filter(({ images }) => images.length > 0);
    if (query['q']) found = found.filter(({ title, content }) => `${title} ${content}`.includes(query['q']!));
    const start = Number(query['start'] ?? 0);
    return {
      product_reviews: found.slice(start, start + Number(query['count'])),
      total: found.length,
      count: 0,
      start,
      order: query['order'] ?? 'created',
    };
  };

const pixel = Uint8Array.from(atob('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='), (character) =>
  character.charCodeAt(0),
);
export const photo = (caption: string, address = `${location.origin}/__photo.gif?${caption}`) => ({
  id: 1,
  caption,
  original: address,
  normal: address,
  large: address,
  small: address,
  created: null,
  createdRFC: null,
});

export function review(id: number, changes: Partial<ShownProductReview> = {}): ShownProductReview {
  return {
    id,
    title: `Title ${id}`,
    content: `Content ${id}`,
    rating: (id % 5) + 1,
    order_id: null,
    user: {
      username: `user${id}`,
      firstName: 'Ann',
      lastName: 'B',
      thumbnail: '',
      profilePage: '',
      numReviews: 1,
      numHelpfulVotes: 0,
      email: null,
      user_photo: null,
    },
    user_location: 'Lisbon',
    attributes: [],
    images: id % 4 === 0 ? [photo(`Photo ${id}`)] : [],
    solicited: id % 2 ? 'Yes' : 'No',
    verified: id % 2 === 1,
    incentivised: null,
    reply: null,
    collected_by: null,
    votes: 3,
    num_positive_votes: 2,
    num_negative_votes: 1,
    published: null,
    publishedRFC: '2026-01-02T10:00:00+00:00',
    created: '2026-01-01 10:00:00',
    createdRFC: '2026-01-01T10:00:00+00:00',
    product: null,
    removedRFC: null,
    language: null,
    ...changes,
  };
}

export const reviews = (count: number, changes?: (id: number) => Partial<ShownProductReview>) =>
  Array.from({ length: count }, (_, index) => review(index + 1, changes?.(index + 1)));

const author = (firstName: string): User => ({
  username: firstName.toLowerCase(),
  firstName,
  lastName: 'B',
  thumbnail: '',
  profilePage: '',
  numReviews: 1,
  numHelpfulVotes: 0,
  email: null,
  user_photo: null,
});
const created = { created: '2026-01-01 10:00:00', createdRFC: '2026-01-01T10:00:00+00:00' };

/** A review of the business. */
export function shopReview(reviewNo: number, changes: Partial<Review> = {}): Review {
  return {
    reviewNo,
    rating: [
      { type: 'overall', rating: (reviewNo % 5) + 1 },
      { type: 'service', rating: 4 },
      { type: 'value', rating: null },
    ],
    title: `Title ${reviewNo}`,
    content: `Content ${reviewNo}`,
    tip: null,
    order_id: null,
    images: reviewNo % 4 === 0 ? [photo(`Photo ${reviewNo}`)] : [],
    positive_votes: 2,
    negative_votes: 0,
    ...created,
    published: '2026-01-02 10:00:00',
    publishedRFC: '2026-01-02T10:00:00+00:00',
    edited: null,
    editedRFC: null,
    removedRFC: null,
    source: reviewNo % 2 ? 'API' : null,
    datasource: null,
    labels: [],
    author: author('Ann'),
    user_location: null,
    attributes: [],
    verified: reviewNo % 2 === 1,
    incentivised: null,
    collected_by: null,
    updated_for: null,
    ...changes,
  };
}
export const shopReviews = (count: number, changes?: (no: number) => Partial<Review>) =>
  Array.from({ length: count }, (_, index) => shopReview(index + 1, changes?.(index + 1)));

export const comment = (reviewNo: number, content: string, changes: Partial<Comment> = {}): Comment => ({
  reviewNo,
  content,
  num_votes: 0,
  activated: true,
  ...created,
  modified: null,
  modifiedRFC: null,
  published: null,
  publishedRFC: null,
  datasource: null,
  author: author('Tomas'),
  ...changes,
});

export const answer = (id: number, content: string, num_positive_votes = 0): ProductQuestion['answers'][number] => ({
  id,
  content,
  ...created,
  published: null,
  publishedRFC: null,
  num_votes: num_positive_votes,
  num_positive_votes,
  num_negative_votes: 0,
  author: author('Kim'),
});
export const question = (id: number, changes: Partial<ProductQuestion> = {}): ProductQuestion => ({
  id,
  content: `Question ${id}?`,
  ...created,
  published: null,
  publishedRFC: null,
  removed: false,
  num_answers: 0,
  sum_votes: 0,
  answers: [answer(id, `Answer ${id}`)],
  product: null,
  author: author('Eve'),
  ...changes,
});
export const questions = (count: number, changes?: (id: number) => Partial<ProductQuestion>) =>
  Array.from({ length: count }, (_, index) => question(index + 1, changes?.(index + 1)));

export const product = (id: number, changes: Partial<Product> = {}): Product & { category_name: string } => ({
  id,
  sku: `P-${id}`,
  item_group: null,
  gtin: null,
  mpn: null,
  brand: null,
  title: `Product ${id}`,
  description: null,
  categories: [],
  price: 24,
  retail_price: null,
  currency: 'EUR',
  product_link: `https://shop.example/${id}`,
  images: [{ id, url: photo('').small }],
  attributes: [],
  num_reviews: 12,
  average_rating: 4.4,
  created: null,
  createdRFC: null,
  category_name: 'Kitchen',
  ...changes,
});
export const products = (count: number, changes?: (id: number) => Partial<Product>) =>
  Array.from({ length: count }, (_, index) => product(index + 1, changes?.(index + 1)));

/** Answers one page of a list as the proxy does. */
export const listOf =
  (key: string, all: readonly unknown[]): Answer =>
  ({ query }) => {
    const start = Number(query['start'] ?? 0);
    const items = all.slice(start, start + Number(query['count'] ?? 10));
    return { [key]: items, count: items.length, start, total: all.length };
  };

/** What a proxy answers where a test says nothing else. */
export const usual: Record<string, Answer> = {
  '': () => ({
    averageRating: [
      { type: 'overall', rating: 4.6 },
      { type: 'service', rating: 4.2 },
      { type: 'value', rating: null },
    ],
    numReviews: [
      { type: 'total', rating: 400 },
      { type: 'fiveStars', rating: 300 },
    ],
  }),
  'product/reviews/stats': statsOf(300),
  'product/reviews': pageOf(reviews(30)),
  'product/reviews/top-rated': listOf('products', products(4)),
  'product/questions': listOf('questions', questions(12)),
  questions: listOf('questions', questions(12) as unknown as Question[]),
  reviews: listOf('reviews', shopReviews(30)),
  'review/comments': listOf('comments', []),
  products: listOf('products', [product(1)]),
  'partners/-/write-link/get': () => ({ url: 'https://reviews.example/write', hash: 'x' }),
  'partners/-/edit-link/get': () => ({ link: 'https://reviews.example/edit' }),
};

export const worker = setupWorker(
  // What is still on its way when a test ends.
  http.all('*/proxy-*', () => new Response(null, { status: 404 })),
  // Without `fetch`: a photo that is still on its way when a test ends would ask the next one's.
  http.get('*/__photo.gif', () => new Response(pixel, { headers: { 'Content-Type': 'image/gif' } })),
);

before(async () => {
  await worker.start({
    quiet: true,
    onUnhandledFrame: 'bypass',
    serviceWorker: { url: '/mockServiceWorker.js' },
  } as never);
});

beforeEach(() => {
  scrollTo(0, 0);
});

afterEach(() => {
  document.body.replaceChildren();
  document.head.querySelectorAll('script[type="application/ld+json"]').forEach((script) => script.remove());
  worker.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

let skus = 0;
export const newSku = () => `SKU-${++skus}`;

/** Puts an element on the page; text of the children is the fallback. */
export function mount<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  proxy: TestProxy,
  attributes: Record<string, string> = {},
  parent: Element = document.body,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.setAttribute('proxy', proxy.url);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append('Fallback');
  parent.append(element);
  return element;
}

export async function mountReady<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  proxy: TestProxy,
  attributes: Record<string, string> = {},
): Promise<HTMLElementTagNameMap[Tag]> {
  const element = mount(tag, proxy, attributes);
  // Nothing loads far below the viewport.
  const ready = event(element, 'plaudit-ready');
  element.scrollIntoView();
  await ready;
  return element;
}

export const find = <Found extends HTMLElement = HTMLElement>(element: Element, selector: string): Found => {
  const found = element.shadowRoot?.querySelector<Found>(selector);
  if (!found) throw new Error(`${selector} is not in ${element.localName}`);
  return found;
};
export const findAll = (element: Element, selector: string): HTMLElement[] => [
  ...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];
export const button = (element: Element, name: RegExp): HTMLButtonElement => {
  const found = findAll(element, 'button').find((each) =>
    name.test(`${each.ariaLabel ?? ''} ${each.textContent}`.replace(/\s+/g, ' ').trim()),
  );
  if (!found) throw new Error(`No button ${name}`);
  return found as HTMLButtonElement;
};
export const text = (element: Element): string => (element.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();
/** Whether the children of the element are shown. */
export const showsFallback = (element: Element): boolean =>
  findAll(element, 'slot:not([name])').some(
    (slot) => slot.getClientRects().length > 0 || (slot as HTMLSlotElement).assignedNodes().length > 0,
  );

/** An answer that comes when the test says so. */
export function gate<Value>(): { readonly promise: Promise<Value>; readonly open: (value: Value) => void } {
  const { promise, resolve } = Promise.withResolvers<Value>();
  return { promise, open: resolve };
}

/** Once an element shows what it was told last: Lit says when, a line of stars takes no more than a microtask. */
export const settled = (element: Element): Promise<unknown> =>
  'updateComplete' in element ? (element.updateComplete as Promise<unknown>) : Promise.resolve();
