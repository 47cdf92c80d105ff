/** How much is in no listing, and when that was last counted; in SQL. */
import type { Unlisted } from '../../../contract/entities/transparency.ts';
import type { ProxyDb } from '../../state/tables.ts';

/** The unlisted reviews, as far as the API says it. */
export interface KnownUnlisted {
  /** Null where the API cannot say. */
  readonly business: Unlisted | null;
  readonly products: {
    readonly known: Readonly<Record<string, Unlisted>>;
    /** Of a product that is not among them. */
    readonly others: Unlisted;
  } | null;
}

export interface Moderation {
  /** When it was last counted, in milliseconds since 1970; null for never. */
  readonly readAt: number | null;
}

export async function readModeration(db: ProxyDb, business: string): Promise<Moderation> {
  const row = await db
    .selectFrom('mirror_moderation')
    .select('read_at')
    .where('business', '=', business)
    .executeTakeFirst();
  return { readAt: row?.read_at ?? null };
}

/** Null until it is known. */
export async function readUnlisted(db: ProxyDb, business: string): Promise<KnownUnlisted | null> {
  const text = await readText(db, business);
  return text === null ? null : (JSON.parse(text) as KnownUnlisted);
}

async function readText(db: ProxyDb, business: string): Promise<string | null> {
  const row = await db
    .selectFrom('mirror_moderation')
    .select('unlisted')
    .where('business', '=', business)
    .executeTakeFirst();
  return row?.unlisted ?? null;
}

/**
 * @param unlisted - null where it is not known yet, or is what it was.
 * @returns whether more or less is in no listing than before.
 */
export async function writeModeration(
  db: ProxyDb,
  business: string,
  readAt: number,
  unlisted: KnownUnlisted | null,
): Promise<boolean> {
  const text = unlisted === null ? null : JSON.stringify(unlisted);
  const before = await readText(db, business);
  const row = { last_change: 0, read_at: readAt, unlisted: text ?? before };
  await db
    .insertInto('mirror_moderation')
    .values({ business, ...row })
    .onConflict((conflict) => conflict.column('business').doUpdateSet(row))
    .execute();
  return row.unlisted !== before;
}
