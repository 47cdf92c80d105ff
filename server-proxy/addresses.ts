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

/** Brings a field that holds an address to what it returns, and leaves all others. */
type Change = (address: string, isPicture: boolean) => string | null;

function changeAddresses(value: unknown, change: Change, parent = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => changeAddresses(item, change, parent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (typeof inner !== 'string') return [name, changeAddresses(inner, change, name)];
      const isPicture = pictures.has(name) || (name === 'url' && parent === 'images');
      if (!isPicture && !links.has(name) && parent !== 'links') return [name, inner];
      return [name, (inner && change(inner, isPicture)) ?? (nullable.has(name) ? null : '')];
    }),
  );
}

/** A body of the API as it is used and mirrored here: pictures at the service's own address are paths. */
export const toPaths = (body: unknown, own: string): unknown =>
  changeAddresses(body, (address, isPicture) =>
    isPicture && address.startsWith(`${own}/`) ? address.slice(own.length) : address,
  );

/** An answer as it goes out. @param own - where paths begin. */
export const withAddresses = <Answer extends object>(answer: Answer, own: string): Answer =>
  changeAddresses(answer, (address) => completed(address, own)) as Answer;

/** Null for what no page may link to or show. */
function completed(address: string, own: string): string | null {
  // Most are, and parsing a thousand of them takes a while.
  if (/^https?:\/\/[\w.[-]/i.test(address)) return address;
  if (/^\/(?![/\\])/.test(address)) return own + address;
  const whole = address.startsWith('//') ? `https:${address}` : address;
  const url = URL.canParse(whole) ? new URL(whole) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
