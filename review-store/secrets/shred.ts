import type { Kysely } from 'kysely';
import { engineOf } from '../databases/engine.ts';

/**
 * Leaves nothing on the disk of what was deleted.
 * @returns false where another program reads the data just then: `shredding` makes up for it, in whatever process.
 */
export const shredDeleted = <Tables>(db: Kysely<Tables>): Promise<boolean> => engineOf(db).shredDeleted(db);

/** How often a server repeats `shredding`, in milliseconds. */
export const SHRED_EVERY_MS = 10_000;

/** The message after an erasure whose traces are left for now. */
export const NOT_SHREDDED =
  'another program reads the data, so the disk still holds what was erased: it goes once that has finished';

/** The message where that cannot be done now. */
export const CANNOT_SHRED = 'what was erased could not be shredded, which is tried again';

/**
 * Shreds what is left to shred, whoever deleted it; every server repeats it from its start on. The first time it does
 * so in any case, for an erasure whose process was killed.
 */
export function shredding<Tables>(db: Kysely<Tables>): () => Promise<void> {
  let isFirst = true;
  return async () => {
    if (isFirst || engineOf(db).isShreddingLeft()) await shredDeleted(db);
    isFirst = false;
  };
}
