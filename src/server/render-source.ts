import type { RenderOrder } from '../../contract/rendering.ts';
import type { AnswerOf, QueryOf } from '../../contract/shopper.ts';
import type { Asked, Source } from '../source/source.ts';
import type { Answer } from '../page/take-over.ts';
import { lists } from './plain.ts';

/** The source of one element that is rendered: asks the proxy itself, and notes every answer for whoever takes over. */
export class RenderSource implements Source {
  /** What is rendered knows no address of the proxy: images and links in answers are absolute, or left out. */
  readonly proxy = 'http://proxy.invalid/';
  readonly business: string;
  readonly answers: Answer[] = [];
  /** What went wrong last, also where the element does without. */
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

  /** The first answer of an operation; undefined where it was not asked for. */
  find<Name extends Asked>(operation: Name): AnswerOf<Name> | undefined {
    return this.answers.find(([name]) => name === operation)?.[2] as AnswerOf<Name> | undefined;
  }

  send(): Promise<never> {
    return Promise.reject(new Error('Nothing is written while an element is rendered'));
  }
}
