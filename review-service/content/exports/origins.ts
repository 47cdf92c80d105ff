/** Where reviews came from, as exports have it: without the keys of this database, and none of its imports. */
import { PLAUDIT, type WrittenOrigin, type WrittenSource } from '../../../exchange/reviews/plaudit/lines.ts';
import type { Database } from '../../data/tables.ts';
import { nameOf, readCurrent } from '../imports/current.ts';
import { aspects } from '../imports/decide.ts';

const hashes = { words: 'words_hash', state: 'state', reply: 'reply_hash' } as const;

export async function originsOf(
  db: Database,
  businessId: number,
  ofProduct: 0 | 1,
  rows: readonly { readonly id: number }[],
): Promise<(id: number) => { readonly origins: WrittenOrigin[]; readonly sources: WrittenSource[] }> {
  const ids = rows.map(({ id }) => id);
  const known = await db
    .selectFrom('imported_review')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('of_product', '=', ofProduct)
    .where('review_id', 'in', ids)
    .where('vendor', '!=', PLAUDIT)
    .execute();
  const photos = await db
    .selectFrom('import_photo')
    .select(['review_id', 'url', 'caption', 'state', 'reason', 'image_id'])
    .where('business_id', '=', businessId)
    .where('of_product', '=', ofProduct)
    .where('review_id', 'in', ids)
    .orderBy('review_id')
    .orderBy('position')
    .execute();
  const current = await readCurrent(db, businessId, known);
  const origins = Map.groupBy(known, ({ review_id: id }) => id);
  const sources = Map.groupBy(photos, ({ review_id: id }) => id);
  return (id) => ({
    origins: (origins.get(id) ?? [])
      .map((row): WrittenOrigin => {
        const [up = 0, down = 0] = row.votes.split(',').map(Number);
        const here = current.get(nameOf(row))?.fingerprint;
        return {
          vendor: row.vendor,
          number: row.vendor_id,
          votes_up: up,
          votes_down: down,
          changed: aspects.filter((aspect) => here?.[aspect] !== row[hashes[aspect]]),
        };
      })
      .toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1)),
    sources: (sources.get(id) ?? []).map(({ url, caption, state, reason, image_id: picture }) => ({
      url,
      caption,
      state,
      reason,
      picture,
    })),
  });
}

const textOf = ({ vendor, number }: WrittenOrigin): string => JSON.stringify([vendor, number]);
