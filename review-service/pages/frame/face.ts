/** The face that all pages of a shop have in common: its look, and the language that they speak. */
import type { FastifyRequest } from 'fastify';
import type { Service } from '../../context.ts';
import { readLook, type Look } from '../../letters/look/look.ts';
import { chooseWording, knowsLanguage, type Wording } from '../../letters/wording/index.ts';

export interface Face {
  readonly look: Look;
  /** Where browsers load the logo; null if there is none. */
  readonly logoUrl: string | null;
}

export async function faceOf({ db, addresses }: Pick<Service, 'db' | 'addresses'>, businessId: number): Promise<Face> {
  const look = await readLook(db, businessId);
  return { look, logoUrl: look.logo && addresses.publicUrl + look.logo.path };
}

interface OpenedShop {
  readonly name: string;
  readonly face: Face;
}

const opened = new WeakMap<FastifyRequest, OpenedShop>();

/** Notes whose page was opened, so that what then goes wrong is said in the shop's own look. */
export const noteShop = (request: FastifyRequest, shop: OpenedShop): void => void opened.set(request, shop);

/** Undefined if the link led to no shop. */
export const shopOf = (request: FastifyRequest): OpenedShop | undefined => opened.get(request);

/**
 * The language of a page: that of its link, of the request that it answers, of the browser, of the shop.
 * @param known - the language of the person whom the page is for, if the shop named it.
 */
export function wordingFor(request: FastifyRequest, face?: Face, known: string | null = null): Wording {
  return chooseWording(linkLanguage(request) ?? known, request.headers['accept-language'], face?.look.locale);
}

export function languageQuery(request: FastifyRequest): string {
  const language = linkLanguage(request);
  return language === null ? '' : `?lang=${language}`;
}

/** The same for the page that thanks: it says whether what was written waits for the shop. */
export function thanksQuery(request: FastifyRequest, held: boolean): string {
  const language = languageQuery(request);
  if (!held) return language;
  return language === '' ? '?held=1' : `${language}&held=1`;
}

/** Whether the page that thanks was reached by what waits. */
export const isHeld = ({ query }: FastifyRequest): boolean => (query as { held?: unknown }).held === '1';

/** The language that the address of a page names; null where it names none. */
export function linkLanguage({ query }: FastifyRequest): string | null {
  const { lang, locale = lang } = query as { lang?: unknown; locale?: unknown };
  return typeof locale === 'string' && knowsLanguage(locale) ? locale : null;
}
