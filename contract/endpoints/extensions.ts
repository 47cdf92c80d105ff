/**
 * Extensions of our own service beyond the specification. It names them in a header of its answers, and callers of
 * another server of the API do without those that it does not name.
 *
 *   ask           shoppers ask questions about products; `getWriteLink` says where, as `ask_url`
 *   answer        shoppers and the business answer them
 *   report        reviews of products can be reported
 *   reply         the shop replies to reviews of products, and each says it: `replyToProductReview`
 *   revote        a vote can be taken back or replaced within its day: `vote=none`, `replace=1`
 *   verified      the shop can vouch for a purchase: `verified=1` where product reviews are added, and each says it
 *   hold          the shop holds what a shopper wrote, and says why: `hold=REASON` where something is added
 *   all-changes   all that shoppers may see, and what of it is gone, in the order of its changes: `listChanges`
 *   transparency  how many reviews were received, and what became of them: `getTransparency`
 */
export const extensionNames = [
  'ask',
  'answer',
  'report',
  'reply',
  'revote',
  'verified',
  'hold',
  'all-changes',
  'transparency',
] as const;
export type Extension = (typeof extensionNames)[number];

/** By which a proxy names a storefront whose pages ask it, by its origin. Lower case, as all names of headers here. */
export const STOREFRONT_HEADER = 'plaudit-storefront';
/** Lower case, as Node has the names of headers. */
export const EXTENSIONS_HEADER = 'plaudit-extensions';

/**
 * The header with the address where the service is reached: pictures that it keeps begin with it. A holder of a copy
 * of its answers learns by it that it has moved.
 */
export const ADDRESS_HEADER = 'plaudit-address';

/**
 * By which a proxy says of a write how long it has waited, in milliseconds: nobody is there any more who could be told
 * of a refusal. Our service erases one whose author was erased meanwhile, and answers with the same header, `erased`.
 */
export const WAITED_HEADER = 'plaudit-waited';

/** In UTF-16 code units. A header that is longer names nothing. */
const LONGEST_HEADER = 1_000;

/** The extensions that a header names, in our order. Names that we do not know are left out. */
export function readExtensions(header: unknown): Extension[] {
  if (typeof header !== 'string' || header.length > LONGEST_HEADER) return [];
  const named = new Set(header.split(',').map((name) => name.trim().toLowerCase()));
  return extensionNames.filter((name) => named.has(name));
}
