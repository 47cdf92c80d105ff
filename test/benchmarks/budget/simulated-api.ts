/**
 * A server of the API in this process, with the clock of the simulation: it enforces the limits, counts what goes
 * over them, and lists a large shop whose reviews are written, edited and removed while it is read.
 */
import { Dispatcher } from 'undici';
import type { VirtualClock } from './virtual-clock.ts';

export interface ShopSize {
  readonly products: number;
  readonly productReviews: number;
}

interface Review {
  readonly id: number;
  readonly product: number;
  title: string;
}

/** Milliseconds that an answer takes. */
const LATENCY = 150;
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const CREATED = '2026-10-01 10:00:00';

export class SimulatedApi extends Dispatcher {
  /** When each call came, in milliseconds. */
  readonly calls: number[] = [];
  refused = 0;
  readonly #clock: VirtualClock;
  readonly #size: ShopSize;
  /** Oldest first. */
  readonly #reviews: Review[] = [];
  readonly #byProduct: Review[][];
  #lastId = 0;

  constructor(clock: VirtualClock, size: ShopSize) {
    super();
    this.#clock = clock;
    this.#size = size;
    this.#byProduct = Array.from({ length: size.products }, () => []);
    // The best-selling tenth has half of all reviews.
    for (let index = 0; index < size.productReviews; index += 1) {
      const popular = index % 2 === 0;
      this.write(popular ? (index * 7) % Math.ceil(size.products / 10) : (index * 13) % size.products);
    }
  }

  write(product: number): number {
    const review: Review = { id: (this.#lastId += 1), product, title: 'Just what I was looking for' };
    this.#reviews.push(review);
    this.#byProduct[product]!.push(review);
    return review.id;
  }

  /** Edits the review at this place of the listing, counted from the oldest. */
  edit(index: number): { id: number; title: string } {
    const review = this.#reviews[index]!;
    review.title = `Edited at ${this.#clock.now()}`;
    return review;
  }

  remove(index: number): number {
    const [review] = this.#reviews.splice(index, 1);
    const ofProduct = this.#byProduct[review!.product]!;
    ofProduct.splice(ofProduct.indexOf(review!), 1);
    return review!.id;
  }

  get numberOfReviews(): number {
    return this.#reviews.length;
  }

  /** The most calls in any window of so many milliseconds. */
  most(window: number): number {
    let first = 0;
    let most = 0;
    for (const [index, time] of this.calls.entries()) {
      while (this.calls[first]! <= time - window) first += 1;
      most = Math.max(most, index - first + 1);
    }
    return most;
  }

  callsSince(time: number): number {
    return this.calls.filter((at) => at > time).length;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    let aborted = false;
    const controller = {
      get aborted() {
        return aborted;
      },
      paused: false,
      reason: null,
      rawHeaders: null,
      rawTrailers: null,
      abort: () => {
        aborted = true;
      },
      pause: () => {},
      resume: () => {},
    };
    handler.onRequestStart?.(controller as unknown as Dispatcher.DispatchController, null);
    const { http, body } = this.#answer(new URL(String(options.path), 'http://api'));
    void this.#clock.sleep(LATENCY).then(() => {
      handler.onResponseStart?.(
        controller as unknown as Dispatcher.DispatchController,
        http,
        { 'content-type': 'application/json' },
        'OK',
      );
      handler.onResponseData?.(
        controller as unknown as Dispatcher.DispatchController,
        Buffer.from(JSON.stringify(body)),
      );
      handler.onResponseEnd?.(controller as unknown as Dispatcher.DispatchController, {});
    });
    return true;
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  override destroy(): Promise<void> {
    return Promise.resolve();
  }

  #answer({ pathname, searchParams: query }: URL): { http: number; body: unknown } {
    const now = this.#clock.now();
    const inWindow = (window: number, limit: number) =>
      this.calls.length >= limit && this.calls.at(-limit)! > now - window;
    const over = inWindow(10 * SECOND, 10) || inWindow(HOUR, 1_000);
    this.calls.push(now);
    if (over) {
      this.refused += 1;
      return { http: 429, body: { status: 'ERROR', success: false, errorCode: 429, errorReason: 'Too many requests' } };
    }
    return { http: 200, body: { ...this.#body(pathname, query), status: 'OK', success: true } };
  }

  #body(path: string, query: URLSearchParams): object {
    const [start, count] = [Number(query.get('start') ?? 0), Number(query.get('count') ?? 10)];
    const empty = { count: 0, start };
    switch (path.replace(/^\/v1\/(businesses\/[^/]+)?/, '')) {
      case 'login':
        return { token: 'token', expire: '2099-01-01 00:00:00', user: {} };
      case '':
        return {
          name: 'Shop',
          urlAddress: 'https://shop.example',
          displayAddress: 'shop.example',
          urlProfilePage: '',
          averageRating: [],
          numReviews: [],
          address: {},
        };
      case '/products':
        return {
          products: range(start, Math.min(count, this.#size.products - start)).map((index) =>
            product(index, this.#byProduct[index]!.length),
          ),
          ...empty,
        };
      case '/product/reviews': {
        const sku = query.get('sku');
        const list = sku === null ? this.#reviews : (this.#byProduct[Number(sku.slice(4))] ?? []);
        return {
          product_reviews: range(start, Math.min(count, list.length - start)).map((index) =>
            review(list[list.length - 1 - index]!),
          ),
          ...empty,
        };
      }
      case '/product/reviews/stats':
        return { product_reviews_stats: statistics(this.#byProduct[Number(query.get('sku')?.slice(4))] ?? []) };
      case '/reviews':
        return { reviews: [], ...empty };
      case '/review/comments':
        return { comments: [], ...empty };
      default:
        return { questions: [], ...empty };
    }
  }
}

const range = (start: number, count: number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_none, index) => start + index);

const product = (index: number, reviews: number) => ({
  id: index + 1,
  sku: `SKU-${index}`,
  title: `Product ${index}`,
  categories: [],
  images: [],
  num_reviews: reviews,
  average_rating: reviews > 0 ? 4 : 0,
  created: CREATED,
});

function statistics(reviews: readonly Review[]) {
  const ratings = range(1, 5).map((rating) => [
    rating,
    { rating, num_reviews: reviews.filter(({ id }) => ratingOf(id) === rating).length },
  ]);
  return { total: reviews.length, average_rating: reviews.length > 0 ? 4 : 0, ratings: Object.fromEntries(ratings) };
}

const ratingOf = (id: number): number => 1 + (id % 5);

function review({ id, product, title }: Review) {
  return {
    id,
    title,
    content: 'It arrived in two days, fits as it should, and the colour is that of the picture.',
    rating: ratingOf(id),
    user: { username: `user-${id % 5_000}`, firstName: 'Ada', lastName: 'L' },
    attributes: [],
    images: [],
    solicited: 'No',
    votes: 0,
    num_positive_votes: 0,
    num_negative_votes: 0,
    published: CREATED,
    created: CREATED,
    product: { id: product + 1, sku: `SKU-${product}`, title: `Product ${product}` },
  };
}
