/** The fields of the set-up's forms, and the mistakes in them. */
import { readDomain } from '../../../../contract/domains.ts';
import { LONGEST_LINE, LONGEST_LINK } from '../../../../contract/endpoints/limits.ts';
import type { RawParameters } from '../../../../contract/endpoints/read-parameters.ts';
import { fill } from '../../../../contract/texts/texts.ts';
import { isMailAddress } from '../../../letters/mail/address.ts';
import { readField, type Mistakes } from '../../../pages/frame/review-form.ts';
import { secretIn } from '../../entrance/proof.ts';
import { words } from '../../words/index.ts';

const { shop, websites, products } = words.setUp;

export type TypedShop = Readonly<Record<(typeof shopFields)[number]['name'], string>>;

/** In order, each as a text field. */
export const shopFields = [
  { name: 'domain', autocomplete: 'url' },
  { name: 'name', autocomplete: 'organization' },
  { name: 'email', type: 'email', autocomplete: 'username' },
  { name: 'password', type: 'password', autocomplete: 'new-password' },
] as const;

export const readShop = (fields: RawParameters): TypedShop => ({
  domain: readField(fields, 'domain'),
  name: readField(fields, 'name'),
  email: readField(fields, 'email'),
  password: secretIn(fields),
});

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
  const wrong = {
    domain: domainOf(domain) === null,
    name: name === '',
    email: !isMailAddress(email),
    password: password === '',
  };
  const mistakes: Record<string, string> = {};
  if (/\p{Cc}/u.test(name) || name.length > LONGEST_LINE) mistakes['name'] = fill(shop.tooLong, { most: LONGEST_LINE });
  for (const field of shopFields) if (wrong[field.name]) mistakes[field.name] = shop.fields[field.name].wrong;
  return mistakes;
}

/** @returns null for what is no address of a feed. */
export function readFeedAddress(typed: string): string | null {
  const url = typed.length <= LONGEST_LINK && URL.canParse(typed) ? new URL(typed) : null;
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** @param nothing - said where there is neither an address nor a file. */
export function findCatalogueMistakes(feed: string, hasFile: boolean, nothing: string): Mistakes {
  if (feed === '') return hasFile ? {} : { feed: nothing };
  return readFeedAddress(feed) === null ? { feed: products.noAddress } : {};
}

const MOST_ORIGINS = 50;

/** @returns exact origins; none where something is `wrong`. */
export function readOriginLines(typed: string): { readonly origins: readonly string[]; readonly wrong?: string } {
  const wrong = (text: string) => ({ origins: [], wrong: text });
  const origins = new Set<string>();
  for (const line of typed.split(/[\s,]+/).filter(Boolean)) {
    const url = URL.canParse(line) ? new URL(line) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/` || line.includes('*'))
      return wrong(fill(websites.noOrigin, { line: line.slice(0, 100) }));
    origins.add(url.origin);
  }
  if (origins.size === 0) return wrong(websites.none);
  if (origins.size > MOST_ORIGINS) return wrong(fill(websites.tooMany, { most: MOST_ORIGINS }));
  return { origins: [...origins] };
}
