/**
 * Sends what a shopper does. Most only read: this is loaded with the first vote or the first form, and free of
 * imports, as the lightbox is.
 */
import type { AnswerOf, QueryOf, ShopperHeader, ShopperWrite } from '../../contract/shopper.ts';
import type { Failure } from './failure.ts';

/** What a shopper does. */
export interface Act<Name extends ShopperWrite> {
  readonly operation: Name;
  readonly body: QueryOf<Name>;
  /** The same key with the same body is the same act. */
  readonly key: string;
  /** Name under which the browser keeps who votes and writes. */
  readonly visitorKey: string;
}

/** An upload of photos over a slow line takes this many milliseconds at most. */
const UPLOAD_DEADLINE_MS = 300_000;

let visitor: string | undefined;

/** Who votes and writes: an opaque id. It comes into being at the first such act, whose key it is, never before. */
function visitorId({ visitorKey, key }: Act<ShopperWrite>): string {
  try {
    localStorage.setItem(visitorKey, (visitor ??= localStorage.getItem(visitorKey) ?? key));
  } catch {
    // Storage may be off; the id then lasts as long as the page.
  }
  return (visitor ??= key);
}

export async function send<Name extends ShopperWrite>(
  act: Act<Name>,
  fetch: (init: RequestInit, deadlineMs?: number) => Promise<AnswerOf<Name>>,
): Promise<AnswerOf<Name>> {
  const isUpload = act.operation === 'addProductReview';
  const body = isUpload ? new FormData() : new URLSearchParams();
  // Files are among the values of an upload alone.
  for (const [name, value] of Object.entries(act.body)) body.append(name, value as string);
  const headers: Partial<Record<ShopperHeader, string>> = {
    'Plaudit-Visitor': visitorId(act),
    'Idempotency-Key': act.key,
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
