import type { RenderOrder } from '../../contract/shopper/rendering.ts';
import type { AnswerOf, QueryOf } from '../../contract/shopper/shopper.ts';
import type { Asked, Source } from '../source/source.ts';
import type { Answer } from '../page/take-over.ts';
import { lists } from './plain/lists.ts';

/** Source of one rendered element: asks the proxy directly, and records the answers for the take-over. */
export class RenderSource implements Source {
  /** Rendering does not know the URL of the proxy, so URLs in answers are absolute or omitted. */
  readonly proxy = 'http://proxy.invalid/';
  readonly business: string;
  readonly answers: Answer[] = [];
  /** The last error, even if the element tolerates it. */
  failure: unknown;
  readonly #order: RenderOrder;

  constructor(order: RenderOrder) {
    this.#order = order;
    this.business = order.attributes['business'] ?? '-';
  }

  async ask<Name extends Asked>(operation: Name, query: QueryOf<Name>): Promise<AnswerOf<Name>> {
    const { tag, plain, ask } = this.#order;
    const list = lists[tag];
    const narrowed = list?.operations.some((name) => name === operation) ? list.narrow(plain) : {};
    const given = Object.entries<unknown>({ ...query, ...narrowed }).flatMap(([name, value]) =>
      value === null ? [] : [[name, `${value as string}`]],
    );
    try {
      const answer = await ask(operation, Object.fromEntries(given));
      this.put(operation, query, answer);
      return answer;
    } catch (error) {
      throw (this.failure = error);
    }
  }

  put<Name extends Asked>(...answer: Answer<Name>): void {
    this.answers.push(answer as Answer);
  }

  /** The first answer of an operation, or undefined if the element did not request it. */
  find<Name extends Asked>(operation: Name): AnswerOf<Name> | undefined {
    return this.answers.find(([name]) => name === operation)?.[2] as AnswerOf<Name> | undefined;
  }

  send(): Promise<never> {
    return Promise.reject(new Error('Nothing is written while an element is rendered'));
  }
}
