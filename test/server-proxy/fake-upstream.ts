/**
 * A server of the API as it is met in the wild: numbers as strings, dates with slashes, statistics as an array, errors
 * with HTTP 200, `count` that is no total, a login that ends the session before it, limits that are enforced. It can be
 * told to misbehave, and it remembers every call.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataSources } from '../../contract/datasources.ts';
import { formatDateTime } from '../../contract/entities/dates.ts';

/** Values that no shopper may ever see, wherever they are put. */
export const planted = {
  email: 'planted.person@private.example',
  phone: '+1 415 555 0132',
  bareDigits: '4155550132',
  orderId: 'ORDER-PLANTED-77',
  clientToken: 'client-token-planted-1234',
  password: 'password-planted-1234',
  lastName: 'Plantedsurname',
} as const;

export const account = {
  clientToken: planted.clientToken,
  email: 'account@private.example',
  password: planted.password,
};

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** By the clock of the fake, in milliseconds. */
  readonly at: number;
}

type Item = Record<string, unknown>;

export interface Content {
  products: Item[];
  productReviews: Item[];
  reviews: Item[];
  comments: Item[];
  productQuestions: Item[];
  questions: Item[];
}

/** Answers a call itself, or leaves it to the fake by answering false. */
export type Fault = (call: Call, response: ServerResponse) => boolean | void | Promise<boolean | void>;

export interface FakeOptions {
  now?: () => number;
  /** Calls that a window takes: ten, or more for a clock that leaps while some are on their way. */
  burst?: number;
  content?: Partial<Content>;
  /** Our own service counts voters apart, and says so in a header. */
  knowsVoters?: boolean;
  /** Our own service honours `Idempotency-Key`. */
  knowsKeys?: boolean;
  /** Our own service names what it does beyond the specification. What that is, this server takes and forgets. */
  extensions?: string;
  /** New reviews wait for a moderator, and are in no listing until then. */
  holdsReviews?: boolean;
}

const BURST = 10;
const BURST_WINDOW = 10_000;
const HOURLY = 1_000;
const DAY = 86_400_000;

export class FakeUpstream {
  readonly calls: Call[] = [];
  readonly content: Content;
  /** When each voter's last vote was counted. */
  readonly votes = new Map<string, number>();
  /** What the privacy export tells of names, by address. */
  readonly accountNames = new Map<string, string>();
  /** Addresses of users that no answer names, by user name. */
  readonly unsaidEmails = new Map<string, string>();
  /** What was said with each report of a review. */
  readonly flags: string[] = [];
  /** Calls that came in although the limit was used up. */
  violations = 0;
  /** The largest number of calls in any window. */
  peak = 0;
  logins = 0;
  fault: Fault | null = null;
  /** Calls that take effect and are cut off before they are answered. */
  loseAnswer: ((call: Call) => boolean) | null = null;
  /** What a login answers instead of a token. */
  loginError: number | null = null;
  token: string | null = null;
  readonly #options: FakeOptions;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #times: number[] = [];
  #forgotAt = -Infinity;
  readonly #keys = new Set<string>();

  constructor(options: FakeOptions = {}) {
    this.#options = options;
    this.content = { ...makeContent(), ...options.content };
  }

  /** @param port - that it is expected at; by default any. */
  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get burst(): number {
    return this.#options.burst ?? BURST;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Calls of one path, login included. */
  callsOf(suffix: string): Call[] {
    return this.calls.filter((call) => call.path.endsWith(suffix));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { extensions } = this.#options;
    if (extensions !== undefined) response.setHeader('plaudit-extensions', extensions);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://upstream');
    const call: Call = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString('latin1'),
      at: this.#options.now?.() ?? Date.now(),
    };
    this.calls.push(call);
    // Our own service does not count it.
    if (!call.path.endsWith('/changes') && !this.#count(call.at))
      return send(
        response,
        429,
        { status: 'ERROR', success: false, errorCode: '429', errorReason: 'Too many requests' },
        { 'retry-after': '2' },
      );
    if (this.fault && (await this.fault(call, response)) !== false) return;
    // The work is done, and nobody learns of it.
    if (this.loseAnswer?.(call)) response.end = () => response.destroy();
    this.#serve(call, response);
  }

  /**
   * Counts calls anew: a clock that leaps forward takes the proxy's log of them with it, those included that are on
   * their way at that moment and arrive in the window that begins now.
   */
  forgetCalls(): void {
    this.#times.length = 0;
    this.#forgotAt = this.#options.now?.() ?? Date.now();
  }

  #count(now: number): boolean {
    while (this.#times.length > 0 && this.#times[0]! <= now - 3_600_000) this.#times.shift();
    const inWindow = this.#times.filter((time) => time > now - BURST_WINDOW).length + 1;
    const onTheirWay = now < this.#forgotAt + BURST_WINDOW ? this.burst : 0;
    this.peak = Math.max(this.peak, inWindow - onTheirWay);
    if (inWindow > this.burst + onTheirWay || this.#times.length >= HOURLY) {
      this.violations += 1;
      return false;
    }
    this.#times.push(now);
    return true;
  }

  #serve(call: Call, response: ServerResponse): void {
    if (call.query.get('client_token') !== account.clientToken) return refuse(response, 101);
    if (call.path === '/v1/login') return this.#login(call, response);
    if (this.token === null || call.headers['user_token'] !== this.token) return refuse(response, 203);
    const match = /^\/v1\/(?:businesses|partners)\/([^/]+)(\/.*)?$/.exec(call.path);
    if (match?.[1] !== 'shop.example') return refuse(response, 301);
    this.#operation(call, match[2] ?? '', response);
  }

  #login(call: Call, response: ServerResponse): void {
    this.logins += 1;
    const form = new URLSearchParams(call.body);
    if (this.loginError !== null) return refuse(response, this.loginError);
    if (form.get('email') !== account.email || form.get('password') !== account.password) return refuse(response, 201);
    this.token = `user-token-${randomUUID()}`;
    send(response, 200, {
      token: this.token,
      expire: '2099/01/01 00:00:00',
      user: user(1),
      status: 'OK',
      success: true,
    });
  }

  #operation(call: Call, operation: string, response: ServerResponse): void {
    const { content } = this;
    switch (`${call.method} ${operation}`) {
      case 'GET ':
        return send(response, 200, { ...businessUrl(), status: 'OK', success: true });
      case 'GET /questions':
        return list(response, call, 'questions', content.questions, { url: businessUrl(), query: '' });
      case 'GET /reviews':
        return this.#reviews(call, response);
      case 'GET /review': {
        const review = content.reviews.find((one) => String(one['reviewNo']) === call.query.get('review_no'));
        return review ? send(response, 200, { review, status: 'OK', success: true }) : refuse(response, 305);
      }
      case 'GET /review/comments':
        return this.#comments(call, response);
      case 'GET /products':
        return this.#products(call, response);
      case 'GET /product/questions':
        return list(response, call, 'questions', content.productQuestions, { url: businessUrl(), sku: false });
      case 'GET /product/reviews':
        return this.#productReviews(call, response);
      case 'GET /product/reviews/stats':
        return this.#stats(call, response);
      case 'GET /product/reviews/top-rated':
        return send(response, 200, {
          products: content.products.slice(0, 1).map((one) => ({ ...one, category_name: 'Mugs' })),
          status: 'OK',
          success: true,
        });
      case 'GET /write-link/get':
        return send(response, 200, {
          url: 'https://reviews.example/write/abc',
          hash: 'abc',
          expire: '2099-01-01 00:00:00',
          status: 'OK',
          success: true,
        });
      case 'GET /edit-link/get':
        return send(response, 200, {
          link: `https://reviews.example/edit/${call.query.get('email') === planted.email ? 'theirs' : 'unknown'}`,
          status: 'OK',
          success: true,
        });
      case 'GET /messages':
        return list(
          response,
          call,
          'messages',
          [
            {
              subject: 'Hello',
              body: mentions,
              review: null,
              created: slashDate(1),
              recipient: user(1),
              sender: user(2),
            },
          ],
          {},
        );
      case 'GET /privacy/access':
        return send(response, 200, {
          categories: {
            Identifiers: {
              email: call.query.get('email'),
              accountName: this.accountNames.get(String(call.query.get('email')).toLowerCase()) ?? 'N/A',
            },
            'Biometric info': 'N/A',
          },
          status: 'OK',
          success: true,
        });
      case 'POST /review/comments/add': {
        content.comments.push({
          ...content.comments[0],
          reviewNo: fieldOf(call, 'review_no'),
          content: fieldOf(call, 'text'),
          created: formatDateTime(call.at),
        });
        return send(response, 200, { status: 'OK', success: true });
      }
      case 'POST /reviews/publish':
        return this.#publish(call, response);
      case 'POST /reviews/flag':
        return this.#keepOnce(call, response, () => {
          this.flags.push(fieldOf(call, 'message') ?? '');
          send(response, 200, { status: 'OK', success: true });
        });
      case 'POST /review/request/add':
        return send(response, 200, { link: 'https://reviews.example/request/1', status: 'OK', success: true });
      case 'POST /review/request/remove':
        return send(response, 200, { removed_order_ids: [4711], status: 'OK', success: true });
      case 'POST /products/remove': {
        content.products = content.products.filter((one) => one['id'] !== fieldOf(call, 'product_id'));
        return send(response, 200, { status: 'OK', success: true });
      }
      case 'POST /product/images/add':
      case 'POST /message/send':
        return send(response, 200, { status: 'OK', success: true });
      case 'POST /privacy/remove': {
        this.#erase(fieldOf(call, 'email')!.toLowerCase());
        return send(response, 200, { status: 'OK', success: true });
      }
      case 'POST /product/reviews/add':
        return this.#keepOnce(call, response, () => this.#add(call, response));
      case 'POST /product/reviews/vote':
        return this.#vote(call, response);
      case 'POST /product/questions/add':
      case 'POST /product/questions/answer':
      case 'POST /product/reviews/flag':
        if (this.#options.extensions !== undefined) return send(response, 200, { status: 'OK', success: true });
        return refuse(response, 399);
      default:
        return send(response, 404, {
          status: 'ERROR',
          success: false,
          errorCode: 399,
          errorReason: 'Unexpected error',
        });
    }
  }

  #erase(email: string): void {
    const { content, unsaidEmails } = this;
    const isTheirs = (item: Item) => {
      const { username, email: said } = (item['user'] ?? item['author']) as Item;
      return said === email || unsaidEmails.get(String(username)) === email;
    };
    const reviewNos = new Set(content.reviews.filter(isTheirs).map((item) => item['reviewNo']));
    content.comments = content.comments.filter((item) => !reviewNos.has(item['reviewNo']));
    for (const kind of ['productReviews', 'reviews', 'comments', 'productQuestions', 'questions'] as const)
      content[kind] = content[kind].filter((item) => !isTheirs(item));
  }

  #publish(call: Call, response: ServerResponse): void {
    const review = this.content.reviews.find((one) => String(one['reviewNo']) === fieldOf(call, 'review_no'));
    if (!review) return refuse(response, 305);
    review['published'] = slashDate(1);
    send(response, 200, { status: 'OK', success: true });
  }

  /** Our own service does a thing once for each key; others have never heard of keys. */
  #keepOnce(call: Call, response: ServerResponse, work: () => void): void {
    const key = String(call.headers['idempotency-key']);
    if (this.#options.knowsKeys) response.setHeader('idempotency-key', 'accepted');
    if (this.#options.knowsKeys && this.#keys.has(key)) return send(response, 200, { status: 'OK', success: true });
    this.#keys.add(key);
    work();
  }

  #products(call: Call, response: ServerResponse): void {
    const { sku, product_id: id } = Object.fromEntries(call.query);
    list(
      response,
      call,
      'products',
      this.content.products.filter((one) => (!sku || one['sku'] === sku) && (!id || one['id'] === id)),
      { query: '' },
    );
  }

  #reviews(call: Call, response: ServerResponse): void {
    const { start, count } = pageOf(call);
    const items = this.content.reviews.filter((one) => call.query.has('unpublished') || one['published'] !== 'pending');
    // Without an envelope.
    send(response, 200, items.slice(start, start + count));
  }

  /** Oldest first: the API names no order. */
  #comments(call: Call, response: ServerResponse): void {
    const from = call.query.get('date_from')?.replaceAll('-', '/') ?? '';
    const reviewNo = call.query.get('review_no');
    list(
      response,
      call,
      'comments',
      this.content.comments.filter(
        (one) => String(one['created']) >= from && (!reviewNo || one['reviewNo'] === reviewNo),
      ),
    );
  }

  #productReviews(call: Call, response: ServerResponse): void {
    const sku = call.query.get('sku');
    const isWanted = (one: Item) =>
      one['published'] !== 'pending' && Boolean(one['removedRFC']) === (call.query.get('deleted') === '1');
    const items = this.content.productReviews.filter(
      (one) => (!sku || (one['product'] as Item)['sku'] === sku) && isWanted(one),
    );
    list(response, call, 'product_reviews', items, { query: '' });
  }

  #stats(call: Call, response: ServerResponse): void {
    const sku = call.query.get('sku');
    const found = this.content.productReviews.filter((one) => !sku || (one['product'] as Item)['sku'] === sku);
    const stars = found.map((one) => Number(one['rating']));
    const average = stars.reduce((sum, star) => sum + star, 0) / (stars.length || 1);
    const ratings = Object.fromEntries(
      [1, 2, 3, 4, 5].map((star) => [
        star,
        { num_reviews: String(stars.filter((one) => one === star).length), rating: String(star) },
      ]),
    );
    // An array of one, its average a text.
    send(response, 200, {
      status: 'OK',
      product_reviews_stats: [{ total: String(stars.length), average_rating: average.toFixed(2), ratings }],
      success: true,
    });
  }

  #add(call: Call, response: ServerResponse): void {
    const id = 100_000 + this.content.productReviews.length;
    const field = (name: string) => fieldOf(call, name);
    const product = this.content.products.find((one) => one['sku'] === field('sku'));
    if (!product) return refuse(response, 401);
    const review = {
      ...productReview(id, product),
      created: formatDateTime(call.at),
      published: this.#options.holdsReviews ? 'pending' : formatDateTime(call.at),
      title: field('title') ?? '',
      content: field('content') ?? '',
      rating: field('rating') ?? '',
      images: [...call.body.matchAll(/name="(image\d+)"; filename=/g)].map(([, name], index) => ({
        id: index + 1,
        caption: field(`caption${name!.slice(5)}`) ?? '',
        original: `/images/${name}.jpg`,
        normal: '',
        large: '',
        small: '',
      })),
    };
    this.content.productReviews.unshift(review);
    send(response, 200, { product_review: review, status: 'OK', success: true });
  }

  #vote(call: Call, response: ServerResponse): void {
    const id = fieldOf(call, 'review_id') ?? '';
    const { knowsVoters } = this.#options;
    const headers: Record<string, string> = knowsVoters ? { 'plaudit-voter': 'accepted' } : {};
    const review = this.content.productReviews.find((one) => String(one['id']) === id);
    if (!review) return refuse(response, 403, headers);
    const voter = `${id} ${knowsVoters ? String(call.headers['plaudit-voter']) : 'the user'}`;
    if (call.at < (this.votes.get(voter) ?? -Infinity) + DAY) return refuse(response, 404, headers);
    this.votes.set(voter, call.at);
    const column = fieldOf(call, 'vote') === 'positive' ? 'num_positive_votes' : 'num_negative_votes';
    for (const count of [column, 'votes']) review[count] = String(Number(review[count]) + 1);
    send(response, 200, { status: 'OK', success: true }, headers);
  }
}

/** A field of a plain or a multipart form. */
export function fieldOf(call: Call, name: string): string | null {
  if (!call.headers['content-type']?.startsWith('multipart')) return new URLSearchParams(call.body).get(name);
  const match = new RegExp(`name="${name}"\r\n\r\n([^]*?)\r\n--`).exec(call.body);
  return match ? Buffer.from(match[1]!, 'latin1').toString('utf8') : null;
}

function pageOf(call: Call): { start: number; count: number } {
  return { start: Number(call.query.get('start') ?? 0), count: Number(call.query.get('count') ?? 10) };
}

function list(response: ServerResponse, call: Call, key: string, items: readonly Item[], beside: Item = {}): void {
  const { start, count } = pageOf(call);
  // `count` is what was asked for: no total, and not what is here either.
  send(response, 200, {
    ...beside,
    [key]: items.slice(start, start + count),
    count: String(count),
    start: String(start),
    status: 'OK',
    success: true,
  });
}

/** As many servers do it: HTTP 200, and the refusal in the body. Its reason names somebody. */
function refuse(response: ServerResponse, errorCode: number, headers: Record<string, string> = {}): void {
  send(
    response,
    200,
    {
      status: 'ERROR',
      success: false,
      errorCode: String(errorCode),
      errorReason: `No ${planted.email} with ${planted.clientToken}`,
    },
    headers,
  );
}

export function send(
  response: ServerResponse,
  http: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(http, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body).replaceAll('/', '\\/'));
}

// ---- content ------------------------------------------------------------------------------------------------------

const slashDate = (day: number): string =>
  `2026/0${1 + (Math.floor(day / 28) % 9)}/${String(1 + (day % 28)).padStart(2, '0')} 10:00:00`;
const mentions = `Write to ${planted.email} or call ${planted.phone}, also ${planted.bareDigits}.`;

export function user(id: number): Item {
  return {
    username: `user-${id}`,
    firstName: `Name ${planted.email}`,
    lastName: planted.lastName,
    thumbnail: `avatar.png?owner=${planted.email}`,
    profilePage: `https://reviews.example/u/${encodeURIComponent(planted.email)}`,
    numReviews: '3',
    numHelpfulVotes: '1',
    email: planted.email,
  };
}

export function businessUrl(): Item {
  return {
    name: 'Shop',
    urlAddress: 'https://shop.example',
    displayAddress: 'shop.example',
    urlProfilePage: 'https://reviews.example/shop.example',
    averageRating: [
      { type: 'overall', rating: '4.5' },
      { type: 'service', rating: '0' },
    ],
    numReviews: [
      { type: 'total', rating: '4' },
      { type: 'fiveStars', rating: '4' },
    ],
    phone: planted.phone,
    email: planted.email,
    address: { city: 'Town', completeAddress: `Town, ${planted.phone}` },
  };
}

export function product(id: number): Item {
  return {
    id: String(id),
    sku: `SKU-${id}`,
    item_group: 'group',
    title: `Product ${id}`,
    description: mentions,
    categories: ['Mugs'],
    price: '19.90',
    currency: 'USD',
    images: [{ url: '/p.jpg' }],
    num_reviews: '2',
    average_rating: '4.50',
    created: slashDate(id),
  };
}

export function productReview(id: number, of: Item, day = id): Item {
  return {
    id: String(id),
    title: `Review ${id}`,
    content: `${id}: ${mentions}`,
    rating: String(1 + (id % 5)),
    order_id: planted.orderId,
    user: user(id),
    user_location: planted.email,
    attributes: [{ name: 'Fit', value: planted.email }],
    images: [
      {
        caption: mentions,
        original: '/i.jpg',
        normal: '/i.jpg',
        large: '/i.jpg',
        small: '/i.jpg',
        created: slashDate(1),
      },
    ],
    solicited: '1',
    votes: '0',
    num_positive_votes: '0',
    num_negative_votes: '0',
    published: slashDate(day),
    publishedRFC: null,
    created: slashDate(day),
    product: { sku: of['sku'], title: of['title'], description: mentions },
  };
}

export function review(reviewNo: number, extra: Item = {}): Item {
  return {
    reviewNo: String(reviewNo),
    rating: [
      { type: 'overall', rating: '5' },
      { type: 'value', rating: 0 },
    ],
    title: `About us ${reviewNo}`,
    content: mentions,
    tip: mentions,
    order_id: planted.orderId,
    images: [],
    positive_votes: '2',
    negative_votes: 0,
    created: slashDate(reviewNo),
    published: slashDate(reviewNo),
    edited: '',
    labels: [planted.email],
    source: 'API',
    author: user(reviewNo),
    ...extra,
  };
}

export function comment(reviewNo: number, content: string, extra: Item = {}): Item {
  const created = slashDate(reviewNo);
  return {
    reviewNo: String(reviewNo),
    content: `${content} ${mentions}`,
    num_votes: '0',
    activated: '1',
    created,
    published: created,
    author: user(reviewNo),
    ...extra,
  };
}

function question(id: number, extra: Item): Item {
  return {
    id: String(id),
    content: mentions,
    created: slashDate(id),
    published: slashDate(id),
    num_answers: '1',
    sum_votes: '0',
    slug: 'q',
    business: 'shop.example',
    author: user(id),
    answers: [{ id: '9', content: mentions, created: slashDate(id), num_votes: '0', author: user(id) }],
    ...extra,
  };
}

/** Small enough for one page of each listing. */
export function makeContent(): Content {
  const products = [product(1), product(2), product(3)];
  return {
    products,
    productReviews: [8, 7, 6, 5].map((id) => productReview(id, products[id % 2]!)),
    reviews: [
      review(14, { updated_for: review(10) }),
      review(13, { published: 'pending' }),
      review(12, { datasource: Object.keys(dataSources)[0] }),
      review(11),
    ],
    comments: [
      comment(11, 'Thank you.'),
      comment(14, 'Not activated', { activated: '0' }),
      comment(14, 'Not published', { published: 'pending', created: '2026/05/01 10:00:00' }),
      comment(13, 'On a review that is not published'),
      comment(12, 'From elsewhere', { datasource: Object.keys(dataSources)[0] }),
    ],
    productQuestions: [question(21, { product: { sku: 'SKU-1', title: 'Product 1' } })],
    questions: [question(31, {})],
  };
}
