/** The fields of the set-up's forms, and the mistakes in them. */
import { readDomain } from '../../../../contract/domains.ts';
import { LONGEST_LINE, LONGEST_LINK } from '../../../../contract/endpoints/limits.ts';
import type { RawParameters } from '../../../../contract/endpoints/read-parameters.ts';
import { isMailAddress } from '../../../letters/mail/address.ts';
import { readField, type Mistakes } from '../../../pages/frame/review-form.ts';

export interface TypedShop {
  readonly domain: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const emptyShop: TypedShop = { domain: '', name: '', email: '', password: '' };

export function readShop(fields: RawParameters): TypedShop {
  const { password } = fields;
  return {
    domain: readField(fields, 'domain'),
    name: readField(fields, 'name'),
    email: readField(fields, 'email'),
    // Taken as it is, as it will be when somebody signs in.
    password: typeof password === 'string' ? password : '',
  };
}

/**
 * The site domain of a shop, however somebody writes its address: `https://www.Shop.example/` is `shop.example`.
 * @returns null for what is none.
 */
export function domainOf(typed: string): string | null {
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username } = new URL(address);
  return username === '' ? readDomain(hostname.replace(/^www\./, '')) : null;
}

export function findShopMistakes({ domain, name, email, password }: TypedShop): Mistakes {
  const mistakes: Record<string, string> = {};
  if (domainOf(domain) === null) mistakes['domain'] = 'Give the domain of your shop, such as your-shop.example';
  if (name === '') mistakes['name'] = 'Give the name of your shop';
  else if (/\p{Cc}/u.test(name) || name.length > LONGEST_LINE)
    mistakes['name'] = `Use at most ${LONGEST_LINE} characters, and no invisible ones`;
  if (!isMailAddress(email)) mistakes['email'] = 'Give an e-mail address such as name@example.com';
  if (password === '') mistakes['password'] = 'Choose a password';
  return mistakes;
}

/** @returns null for what is no address of a feed. */
export function readFeedAddress(typed: string): string | null {
  const url = typed.length <= LONGEST_LINK && URL.canParse(typed) ? new URL(typed) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

const MOST_ORIGINS = 50;

/** @returns exact origins; or the first line that is none. */
export function readOriginLines(typed: string): { origins: string[] } | { wrong: string } {
  const lines = typed.split(/[\s,]+/).filter(Boolean);
  const origins = new Set<string>();
  for (const line of lines) {
    const url = URL.canParse(line) ? new URL(line) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || line.includes('*'))
      return { wrong: `“${line.slice(0, 100)}” is not an address such as https://your-shop.example` };
    origins.add(url.origin);
  }
  if (origins.size === 0) return { wrong: 'Give at least one, such as https://your-shop.example' };
  if (origins.size > MOST_ORIGINS) return { wrong: `Give at most ${MOST_ORIGINS}` };
  return { origins: [...origins] };
}
