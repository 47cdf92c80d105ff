import type { Kysely } from 'kysely';
import { engineOf } from './databases/engine.ts';

/** Leaves nothing on the disk of what was deleted. */
export const shredDeleted = <Tables>(db: Kysely<Tables>): Promise<void> => engineOf(db).shredDeleted(db);
