import type { Image } from '../../contract/entities/entities.ts';
import type { Database } from '../data/tables.ts';
import { keysOf } from './erase-images.ts';

/**
 * Stops serving pictures, or serves them again. Their addresses were public, so it is not enough that nothing shows
 * them. Pictures of the demo data are shared by many reviews, and are always served.
 */
export async function hideImages(
  db: Database,
  images: readonly Pick<Image, 'original'>[],
  hidden: 0 | 1,
): Promise<void> {
  const keys = keysOf(images);
  if (keys.length === 0) return;
  await db.updateTable('image_file').set({ hidden }).where('key', 'in', keys).where('shared', '=', 0).execute();
}
