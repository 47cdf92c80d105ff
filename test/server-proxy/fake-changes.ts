/**
 * Lets the fake list changes as our own service does, from its content: for what a service does only where something is
 * wrong, such as an answer that stops in the middle.
 */
import type { ServerResponse } from 'node:http';
import { readListAnswer } from '../../contract/endpoints/answers.ts';
import { nothingUnlisted } from '../../review-store/reviews/transparency.ts';
import { systemClock, type Clock } from '../../server-kit/clock.ts';
import { businessUrl, send, type Call, type Content, type FakeUpstream } from './fake-upstream.ts';

type Kind = 'products' | 'reviews' | 'comments' | 'questions' | 'product_reviews' | 'product_questions';

interface Change {
  readonly kind: Kind;
  readonly id: number;
  /** Null for what is gone. */
  readonly item: object | null;
}

const lists = {
  products: ['products', 'listProducts'],
  product_reviews: ['productReviews', 'listProductReviews'],
  product_questions: ['productQuestions', 'listProductQuestions'],
  reviews: ['reviews', 'listReviews'],
  comments: ['comments', 'listComments'],
  questions: ['questions', 'listQuestions'],
} as const satisfies Record<Kind, readonly [keyof Content, string]>;
const kinds = Object.keys(lists) as Kind[];

export class FakeChanges {
  /** What its answers name; an older service names less, and does not know the listing. */
  extensions = 'ask, answer, all-changes, transparency';
  /** The cursors that were asked for, `null` for the beginning. */
  readonly asked: (string | null)[] = [];
  /** Answers a page of changes in place of the fake. */
  page: ((body: object, response: ServerResponse) => boolean) | null = null;
  /** Items of a page, however many are asked for. */
  most = Infinity;
  /** Of these data: a cursor of others is none. */
  token = 'a';
  readonly #upstream: FakeUpstream;
  readonly #clock: Clock;
  #changes: Change[] = [];

  /** @param clock - by which it holds a request. */
  constructor(upstream: FakeUpstream, clock: Clock = systemClock) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.rebuild();
    upstream.fault = (call, response) => this.#answer(call, response);
  }

  /** Lists everything anew, as it is in the content of the fake. */
  rebuild(): void {
    const { content } = this.#upstream;
    this.#changes = kinds.flatMap((kind) => {
      const [part, operation] = lists[kind];
      return readListAnswer(operation, content[part])!.items.map((item, at) => {
        const { id = at + 1, reviewNo = id } = item as { id?: number; reviewNo?: number };
        const number = kind === 'reviews' ? reviewNo : id;
        return { kind, id: number, item: kind === 'comments' ? { id: number, ...item } : item };
      });
    });
  }

  /** @param item - null where it is gone. */
  change(kind: Kind, id: number, edit: (item: Record<string, unknown>) => object | null): void {
    const at = this.#changes.findIndex((one) => one.kind === kind && one.id === id);
    const [{ item: before } = { item: {} }] = at < 0 ? [] : this.#changes.splice(at, 1, { kind, id: -1, item: null });
    this.#changes.push({ kind, id, item: edit({ ...before }) });
  }

  async #answer(call: Call, response: ServerResponse): Promise<boolean> {
    response.setHeader('plaudit-extensions', this.extensions);
    if (!call.path.endsWith('/changes')) return false;
    if (!this.extensions.includes('all-changes')) return false;
    const after = call.query.get('after');
    this.asked.push(after);
    const [token, number] = after?.split('-') ?? [this.token, '0'];
    if (token !== this.token) return this.#send(this.#body(0, 0, true), response);
    const count = Math.min(this.most, Number(call.query.get('count')));
    const end = this.#clock.elapsed() + Number(call.query.get('wait')) * 1_000;
    while (this.#changes.length <= Number(number) && this.#clock.elapsed() < end && !response.destroyed) {
      await this.#clock.sleep(10);
      if (this.extensions.includes('all-changes') && token === this.token) continue;
      // Another program takes its place.
      response.destroy();
      return true;
    }
    return this.#send(this.#body(Number(number), count, false), response);
  }

  #send(body: object, response: ServerResponse): boolean {
    if (this.page?.(body, response)) return true;
    send(response, 200, body);
    return true;
  }

  #body(after: number, count: number, reset: boolean): object {
    const some = this.#changes.slice(after, after + count);
    const next = after + some.length;
    const more = next < this.#changes.length;
    const of = (kind: Kind) => some.filter((one) => one.kind === kind && one.id >= 0);
    return {
      changes: {
        business: more || some.length === 0 ? null : readBusiness(),
        ...byKind((kind) => of(kind).flatMap(({ item }) => item ?? [])),
      },
      gone: byKind((kind) => of(kind).flatMap(({ id, item }) => (item === null ? [id] : []))),
      earlier_skus: [],
      unlisted: more ? null : { business: nothingUnlisted, products: {} },
      next: reset ? null : `${this.token}-${next}`,
      more,
      reset,
      status: 'OK',
      success: true,
    };
  }
}

const byKind = <Value>(make: (kind: Kind) => Value): Record<Kind, Value> =>
  Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<Kind, Value>;

const readBusiness = () => readListAnswer('getBusinesses', { urls: [businessUrl()] })!.items[0]!;
