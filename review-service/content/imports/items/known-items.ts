/** Comments and questions that imports brought, each known by what it is called there. */
import type { Database } from '../../../data/tables.ts';

export type ItemKind = 'comment' | 'question' | 'product_question';

export interface KnownItem {
  readonly id: number;
  /** See `Said`; '' where an earlier version brought it, or a file. */
  readonly said: string;
  readonly seen: number;
  /** When it came, in milliseconds since 1970. */
  readonly since: number;
}

interface Noting {
  readonly businessId: number;
  readonly importId: number;
  readonly kind: ItemKind;
  /** Of a server; a file has neither. */
  readonly from?: { readonly vendor: string; readonly seen: number };
}

/** @returns those that an import brought before, by their keys. */
export async function readKnown(
  db: Database,
  businessId: number,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownItem>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_item')
    .innerJoin('review_import', (join) =>
      join
        .onRef('review_import.business_id', '=', 'imported_item.business_id')
        .onRef('review_import.id', '=', 'imported_item.import_id'),
    )
    .select(['key_hash', 'item_id as id', 'said', 'seen', 'started_at as since'])
    .where('imported_item.business_id', '=', businessId)
    .where('key_hash', 'in', keys)
    .execute();
  return new Map(rows.map(({ key_hash: key, ...known }) => [key, known]));
}

/** Notes what was brought, and what was said of one that was brought before. */
export async function noteItems(
  db: Database,
  { businessId, importId, kind, from }: Noting,
  items: readonly { readonly key: string; readonly id: number; readonly said?: string }[],
): Promise<void> {
  if (items.length === 0) return;
  const by = { business_id: businessId, import_id: importId, kind, ...from };
  await db
    .insertInto('imported_item')
    .values(items.map(({ key, id, said = '' }) => ({ ...by, key_hash: key, item_id: id, said })))
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'key_hash']).doUpdateSet((eb) => ({
        said: eb.ref('excluded.said'),
        seen: eb.ref('excluded.seen'),
        vendor: eb.ref('excluded.vendor'),
      })),
    )
    .execute();
}

/** The numbers of products by their skus. */
export async function productIds(
  db: Database,
  businessId: number,
  skus: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (skus.length === 0) return new Map();
  const rows = await db
    .selectFrom('product')
    .select(['id', 'sku'])
    .where('business_id', '=', businessId)
    .where('sku', 'in', [...new Set(skus)])
    .execute();
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}
