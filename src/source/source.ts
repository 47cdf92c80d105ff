import type { AnswerOf, QueryOf, ShopperOperation, ShopperWrite } from '../../contract/shopper/shopper.ts';

/** The operations that elements read with. */
export type Asked = Exclude<ShopperOperation, ShopperWrite | 'getReview'>;

/** Gives an element its data and takes its writes; the element does not know how. */
export interface Source {
  /** Base of relative URLs in answers; its path ends in a slash. */
  readonly proxy: string;
  readonly business: string;
  /**
   * @param signal aborted once the answer is no longer needed
   * @param customer customer token, if the answer is about a customer
   * @throws Failure
   */
  ask<Name extends Asked>(
    operation: Name,
    query: QueryOf<Name>,
    signal?: AbortSignal,
    customer?: string,
  ): Promise<AnswerOf<Name>>;
  /** Keeps an answer that arrived with the page. */
  put<Name extends Asked>(operation: Name, query: QueryOf<Name>, answer: AnswerOf<Name>): void;
  /** Drops the answers that are kept, so that the next ones are new. */
  forget?(): void;
  /**
   * @param key idempotency key: the same key with the same body is the same write, however often it is sent
   * @param customer customer token, if the shop vouches for who writes
   * @throws Failure
   */
  send<Name extends ShopperWrite>(
    operation: Name,
    body: QueryOf<Name>,
    key: string,
    customer?: string | null,
  ): Promise<AnswerOf<Name>>;
}
