/** Links to pages for one person: random, stored as hashes, and gone after a while. */
import { hashSecret, newSecret } from '../../people/accounts/secrets.ts';
import type { Database, PageLinkTable } from '../../data/tables.ts';

const DAY_MS = 86_400_000;

export type Purpose = PageLinkTable['purpose'];

/** How long links work. */
export const lifetimeDays = {
  request: 90,
  edit: 7,
  /** A mail may be found again long after it came, and must still allow its reader to stop further ones. */
  stop: 365,
} as const satisfies Record<Purpose, number>;

/** For this long an old link is told from one that never existed. */
const REMEMBERED_MS = 30 * DAY_MS;

/** The target of a link: a request, or everything that belongs to an e-mail address. */
export type Target = { readonly requestId: string } | { readonly email: string };

export interface NewLink {
  readonly businessId: number;
  readonly purpose: Purpose;
  readonly target: Target;
  readonly now: number;
}

/** @returns the random part of the link, which is stored nowhere. */
export async function makeLink(db: Database, { businessId, purpose, target, now }: NewLink): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('page_link')
    .values({
      token_hash: hashSecret(token),
      business_id: businessId,
      purpose,
      request_id: 'requestId' in target ? target.requestId : null,
      email: 'email' in target ? target.email.toLowerCase() : null,
      created_at: now,
      expires_at: now + lifetimeDays[purpose] * DAY_MS,
    })
    .execute();
  return token;
}

export async function forgetLinks(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('page_link')
    .where('expires_at', '<', now - REMEMBERED_MS)
    .execute();
}

export interface LinkToOpen {
  readonly businessId: number;
  readonly purpose: Purpose;
  readonly token: string;
  readonly now: number;
}

/** The target of a link, or why there is none. */
export async function openLink(
  db: Database,
  { businessId, purpose, token, now }: LinkToOpen,
): Promise<Target | 'unknown' | 'expired'> {
  const link = await db
    .selectFrom('page_link')
    .select(['request_id', 'email', 'expires_at'])
    .where('token_hash', '=', hashSecret(token))
    .where('business_id', '=', businessId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!link) return 'unknown';
  if (link.expires_at <= now) return 'expired';
  return link.request_id === null ? { email: link.email! } : { requestId: link.request_id };
}

/** Path of the page behind a link, below the public address of the service. */
export const linkPath = (purpose: Purpose, domain: string, token: string): string =>
  `/${purpose}/${encodeURIComponent(domain)}/${token}`;
