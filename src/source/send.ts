/** Sends the writes of a shopper. */
import type { endpoints } from '../../contract/endpoints/endpoints.ts';
import type { AnswerOf, QueryOf, ShopperHeader, ShopperWrite } from '../../contract/shopper/shopper.ts';
import type { Failure } from './failure.ts';

/** Where each write goes, as in the API's table. */
export const writePaths: { readonly [Name in ShopperWrite]: (typeof endpoints)[Name]['path'] } = {
  addProductReview: '/businesses/{business}/product/reviews/add',
  voteOnProductReview: '/businesses/{business}/product/reviews/vote',
  flagProductReview: '/businesses/{business}/product/reviews/flag',
  addProductQuestion: '/businesses/{business}/product/questions/add',
  answerProductQuestion: '/businesses/{business}/product/questions/answer',
  flagReview: '/businesses/{business}/reviews/flag',
};

/** A write of a shopper. */
export interface Act<Name extends ShopperWrite> {
  readonly operation: Name;
  readonly body: QueryOf<Name>;
  /** Idempotency key: the same key with the same body is the same write. */
  readonly key: string;
  /** Token by which the shop vouches for who writes. */
  readonly customer: string | null | undefined;
  /** Storage key of the visitor id. */
  readonly visitorKey: string;
}

/** Time limit for uploading photos over a slow connection, in milliseconds. */
const UPLOAD_DEADLINE_MS = 300_000;

let visitor: string | undefined;

/** Opaque id of the visitor, created at the first write, never before; the key of that write becomes the id. */
function visitorId({ visitorKey, key }: Act<ShopperWrite>): string {
  try {
    localStorage.setItem(visitorKey, (visitor ??= localStorage.getItem(visitorKey) ?? key));
  } catch {
    // Storage may be disabled; the id then lasts as long as the page.
  }
  return (visitor ??= key);
}

export async function send<Name extends ShopperWrite>(
  act: Act<Name>,
  fetch: (init: RequestInit, deadlineMs?: number) => Promise<AnswerOf<Name>>,
): Promise<AnswerOf<Name>> {
  const isUpload = act.operation === 'addProductReview';
  const body = isUpload ? new FormData() : new URLSearchParams();
  // Only uploads have files among their values.
  for (const [name, value] of Object.entries(act.body)) body.append(name, value as string);
  const headers: Partial<Record<ShopperHeader, string>> = {
    'Plaudit-Visitor': visitorId(act),
    'Idempotency-Key': act.key,
    ...(act.customer ? { 'Plaudit-Customer': act.customer } : {}),
  };
  const post = () => fetch({ method: 'POST', body, headers }, isUpload ? UPLOAD_DEADLINE_MS : undefined);
  try {
    return await post();
  } catch (error) {
    const { challenge } = error as Failure;
    if (!challenge) throw error;
    return (await import('./proof/proof.ts')).prove(challenge, headers, post);
  }
}
