/** Reviews of products and questions about them, as a server of the API gave them, are stored the same way. */
import type { NestedProduct, User } from '../../contract/entities/entities.ts';
import { saveAuthors } from '../content/authors.ts';
import type { Store } from '../content/ids.ts';
import { idsOfNestedProducts } from './product-changes.ts';

interface AboutProduct {
  readonly id: number;
  readonly product: NestedProduct | null;
}

export interface Placed<Item, Row> {
  readonly item: Item;
  /** Locked; undefined where it is new. */
  readonly before: Row | undefined;
  readonly productId: number;
  readonly authorId: number | null;
}

/** Saves the products and authors of these items. One that names no product belongs nowhere, and is left out. */
export async function place<Item extends AboutProduct, Row extends { readonly author_id: number | null }>(
  db: Store,
  businessId: number,
  rows: { lockAll(db: Store, businessId: number, ids: readonly number[]): Promise<Map<number, Row>> },
  items: readonly Item[],
  userOf: (item: Item) => User | null,
): Promise<Placed<Item, Row>[]> {
  const named = [...new Map(items.map((item) => [item.id, item])).values()].flatMap((item) =>
    item.product === null ? [] : [{ item, product: item.product }],
  );
  const known = await rows.lockAll(
    db,
    businessId,
    named.map(({ item }) => item.id),
  );
  const productIds = await idsOfNestedProducts(
    db,
    businessId,
    named.map(({ product }) => product),
  );
  const authorIds = await saveAuthors(
    db,
    businessId,
    named.map(({ item }) => ({ user: userOf(item), earlier: known.get(item.id)?.author_id ?? null })),
  );
  return named.map(({ item }, at) => ({
    item,
    before: known.get(item.id),
    productId: productIds[at]!,
    authorId: authorIds[at]!,
  }));
}
