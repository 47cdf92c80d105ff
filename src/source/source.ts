import type { AnswerOf, QueryOf, ShopperOperation, ShopperWrite } from '../../contract/shopper.ts';

/** What elements ask for. */
export type Asked = Exclude<ShopperOperation, ShopperWrite | 'getReview'>;

/** Where an element's data come from, and where what a shopper does goes: an element asks, and never knows how. */
export interface Source {
  /** What relative addresses in answers are below; its path ends in a slash. */
  readonly proxy: string;
  readonly business: string;
  /**
   * @param signal aborted once nobody waits for the answer
   * @param customer the token of the customer whom the answer is about, where it is about one
   * @throws Failure
   */
  ask<Name extends Asked>(
    operation: Name,
    query: QueryOf<Name>,
    signal?: AbortSignal,
    customer?: string,
  ): Promise<AnswerOf<Name>>;
  /** Keeps an answer that came with the page. */
  put<Name extends Asked>(operation: Name, query: QueryOf<Name>, answer: AnswerOf<Name>): void;
  /**
   * @param key of the act: the same key with the same body is the same act, however often it is sent
   * @throws Failure
   */
  send<Name extends ShopperWrite>(operation: Name, body: QueryOf<Name>, key: string): Promise<AnswerOf<Name>>;
}
