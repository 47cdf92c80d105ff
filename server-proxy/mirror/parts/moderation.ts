/** How far the mirror has followed what was edited, hidden and published, and how much is in no listing; in SQL. */
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
  /** The number of the last change of our own service that the mirror has; 0 for none. */
  readonly lastChange: number;
  /** When it was last asked about, in milliseconds since 1970; null for never. */
  readonly readAt: number | null;
}

export const nothingFollowed: Moderation = { lastChange: 0, readAt: null };

export async function readModeration(db: ProxyDb, business: string): Promise<Moderation> {
  const row = await db
    .selectFrom('mirror_moderation')
    .select(['last_change', 'read_at'])
    .where('business', '=', business)
    .executeTakeFirst();
  return row ? { lastChange: row.last_change, readAt: row.read_at } : nothingFollowed;
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
  { lastChange, readAt }: { lastChange: number; readAt: number },
  unlisted: KnownUnlisted | null,
): Promise<boolean> {
  const text = unlisted === null ? null : JSON.stringify(unlisted);
  const before = await readText(db, business);
  const row = { last_change: lastChange, read_at: readAt, unlisted: text ?? before };
  await db
    .insertInto('mirror_moderation')
    .values({ business, ...row })
    .onConflict((conflict) => conflict.column('business').doUpdateSet(row))
    .execute();
  return row.unlisted !== before;
}
