import { VISITOR, address, client, type Json, type Path, type Source } from './client.ts';
import { later } from './later.ts';

let visitor: string | undefined;

/** `crypto.randomUUID` exists in secure contexts alone; shops are still tested over plain http. */
export const randomId = (): string => crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)));

/** Who votes and writes: an opaque id that comes into being here, at the first such act, and never before. */
function visitorId(): string {
  try {
    localStorage.setItem(VISITOR, (visitor ??= localStorage.getItem(VISITOR) ?? randomId()));
  } catch {
    // Storage may be off; the id then lasts as long as the page.
  }
  return (visitor ??= randomId());
}

/**
 * Sends what a shopper wrote. The same key with the same body is the same act, however often it is sent.
 * @returns the answer; `queued` says that it waits at the proxy to be delivered
 */
export async function write(source: Source, path: Path, body: BodyInit, idempotencyKey: string, deadlineMs: number): Promise<Json> {
  const headers = { 'Plaudit-Visitor': visitorId(), 'Idempotency-Key': idempotencyKey };
  const post = () => client.send(source, address(source, path), { method: 'POST', body, headers }, deadlineMs);
  const first = await post();
  const answer = first['challenge'] ? await (await later.proof()).prove(first, headers, post) : first;
  client.forget();
  return answer;
}
