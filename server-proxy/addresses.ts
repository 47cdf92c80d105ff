/**
 * The addresses in answers. A picture that the review service keeps itself is a path in here, as in its own store, and
 * is completed as an answer goes out: whatever was mirrored, a new public address of the service holds for all of it.
 * Nothing but http and https goes out, whatever the API says.
 */
import { isPicture } from '../api-client/picture-paths.ts';

/** Fields with another address than that of a picture; so is each value of `links`. */
const links: ReadonlySet<string> = new Set([
  'product_link',
  'url',
  'urlAddress',
  'urlProfilePage',
  'profilePage',
  'link',
  'ask_url',
]);
/** Without an address these are null, and all others empty. */
const nullable: ReadonlySet<string> = new Set(['product_link']);

function completeAll(value: unknown, own: string, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => completeAll(item, own, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner !== 'string') return [name, completeAll(inner, own, name)];
      if (!isPicture(name, parent) && !links.has(name) && parent !== 'links') return [name, inner];
      return [name, (inner && completed(inner, own)) ?? (nullable.has(name) ? null : '')];
    }),
  );
}

/** An answer as it goes out. @param own - where paths begin. */
export const withAddresses = <Answer extends object>(answer: Answer, own: string): Answer =>
  completeAll(answer, own) as Answer;

/** Null for what no page may link to or show. */
function completed(address: string, own: string): string | null {
  // Most are, and parsing a thousand of them takes a while.
  if (/^https?:\/\/[\w.[-]/i.test(address)) return address;
  if (/^\/(?![/\\])/.test(address)) return own + address;
  const whole = address.startsWith('//') ? `https:${address}` : address;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
