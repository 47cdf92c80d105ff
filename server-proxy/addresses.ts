/**
 * The addresses in answers. A picture that the review service keeps itself is a path in here, as in its own store, and
 * is completed as an answer goes out: whatever was mirrored, a new public address of the service holds for all of it.
 * Nothing but http and https goes out, whatever the API says.
 */

/** Fields with the address of a picture; so is `url` in a list of `images`. */
const pictures: ReadonlySet<string> = new Set(['original', 'normal', 'large', 'small', 'thumbnail', 'user_photo']);
/** Fields with another address; so is each value of `links`. */
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

/**
 * Makes paths of pictures at the service's own address, as a body of the API is used and mirrored here.
 * @param body - changed in place: a page of a thousand items is not made twice.
 */
export function toPaths(body: unknown, own: string, parent = ''): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value !== 'string') toPaths(value, own, Array.isArray(body) ? parent : name);
    else if (isPicture(name, parent) && value.startsWith(`${own}/`)) fields[name] = value.slice(own.length);
  }
}

const isPicture = (name: string, parent: string): boolean =>
  pictures.has(name) || (name === 'url' && parent === 'images');

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
