/** Reviews as they were before an import changed them, for undoing it. */
import type { Selectable } from 'kysely';
import type { CommentTable } from '../../../review-store/tables.ts';
import type { Database } from '../../data/tables.ts';
import type { Current, ProductReviewRow, ShopReviewRow } from './current.ts';
import type { KnownReview } from './decide.ts';
import type { Fingerprint } from './fingerprints.ts';
import { findShopReply } from './shop-replies.ts';

/** How long an import can be undone. */
export const UNDO_MS = 90 * 86_400_000;

export interface KeptCopy {
  readonly row: ProductReviewRow | ShopReviewRow;
  /** The shop's comment on a review of the shop. */
  readonly reply: Selectable<CommentTable> | null;
  /** The words of the import before about it. */
  readonly known: Pick<KnownReview, 'words_hash' | 'state' | 'reply_hash' | 'votes'>;
  /** The review as this import made it. */
  readonly after: Fingerprint;
}

interface Changing {
  readonly known: KnownReview;
  readonly current: Current;
  readonly after: Fingerprint;
}

/** Of a review that one file changes twice, the first copy stays. */
export async function keepCopy(
  db: Database,
  { businessId, importId, now }: { readonly businessId: number; readonly importId: number; readonly now: number },
  { known, current, after }: Changing,
): Promise<void> {
  const { words_hash, state, reply_hash, votes } = known;
  const copy: KeptCopy = {
    row: current.row,
    reply: known.of_product === 1 ? null : await findShopReply(db, businessId, current.id),
    known: { words_hash, state, reply_hash, votes },
    after,
  };
  const of = db
    .selectFrom('import_copy')
    .select('content')
    .where('business_id', '=', businessId)
    .where('import_id', '=', importId)
    .where('of_product', '=', known.of_product)
    .where('review_id', '=', current.id);
  const kept = await of.executeTakeFirst();
  const content = JSON.stringify(kept ? { ...(JSON.parse(kept.content) as KeptCopy), after } : copy);
  await db
    .insertInto('import_copy')
    .values({
      business_id: businessId,
      import_id: importId,
      of_product: known.of_product,
      review_id: current.id,
      author_id: current.row.author_id,
      made_at: now,
      content,
    })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'import_id', 'of_product', 'review_id']).doUpdateSet({ content }),
    )
    .execute();
}

/** Drops copies that have had their time. */
export async function forgetOldImportCopies(db: Database, now: number): Promise<void> {
  const before = now - UNDO_MS;
  for (const table of ['import_copy', 'import_item_copy'] as const)
    await db.deleteFrom(table).where('made_at', '<=', before).execute();
}
