import type { AnswerOf, QueryOf, ShopperWrite } from '../../contract/shopper/shopper.ts';
import { callsOf } from '../../src/page/settings.ts';
import type { Asked, Source } from '../../src/source/source.ts';

type Answers = { [Name in Asked | ShopperWrite]?: (query: QueryOf<Name>) => AnswerOf<Name> | Promise<AnswerOf<Name>> };

/** The source of every element that names this proxy: a test answers by operation, and nothing travels. */
export class ScriptedSource implements Source {
  readonly proxy: string;
  readonly business = '-';
  readonly asked: { readonly operation: Asked; readonly query: object; readonly signal: AbortSignal | undefined }[] =
    [];
  readonly sent: { readonly operation: ShopperWrite; readonly body: object; readonly key: string }[] = [];
  readonly #answers: Answers;

  /** @param proxy its address, ending in a slash */
  constructor(proxy: string, answers: Answers) {
    this.proxy = proxy;
    this.#answers = answers;
    callsOf(this).source = this;
  }

  async ask<Name extends Asked>(operation: Name, query: QueryOf<Name>, signal?: AbortSignal): Promise<AnswerOf<Name>> {
    this.asked.push({ operation, query, signal });
    return this.#answer(operation, query);
  }

  async send<Name extends ShopperWrite>(operation: Name, body: QueryOf<Name>, key: string): Promise<AnswerOf<Name>> {
    this.sent.push({ operation, body, key });
    return this.#answer(operation, body);
  }

  put(): void {}

  #answer<Name extends Asked | ShopperWrite>(operation: Name, query: QueryOf<Name>): Promise<AnswerOf<Name>> {
    const answer = this.#answers[operation];
    if (!answer) throw new Error(`Nothing is scripted for ${operation}`);
    return Promise.resolve(answer(query));
  }
}
