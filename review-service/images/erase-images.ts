import type { Image } from '../../contract/entities/entities.ts';
import { slices } from '../../review-store/databases/slices.ts';
import type { Database } from '../data/tables.ts';

/**
 * Deletes pictures together with what showed them. Each upload has a key of its own, so nothing else shows it. Pictures
 * of the demo data are shared by many reviews, belong to nobody, and stay.
 */
export async function eraseImages(db: Database, images: readonly Pick<Image, 'original'>[]): Promise<void> {
  for (const keys of slices(keysOf(images)))
    await db.deleteFrom('image_file').where('key', 'in', keys).where('shared', '=', 0).execute();
}

/** The keys of those that are kept here. */
export const keysOf = (images: readonly Pick<Image, 'original'>[]): string[] =>
  images.flatMap(({ original }) => /^\/images\/([\w-]{1,64})\//.exec(original)?.[1] ?? []);
