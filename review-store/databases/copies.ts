/**
 * The copies that are kept beside a database before upgrades. They hold everybody who was in the data then, and nothing
 * can be erased from them: they are of the version before.
 */
import type { Kysely } from 'kysely';
import { engineOf } from './engine.ts';

/** An upgrade has proved itself by then. */
const KEPT_MS = 30 * 86_400_000;

/** Once somebody has been erased from the data itself, which also shows that the upgraded data works. */
export const deleteCopies = <Tables>(db: Kysely<Tables>): Promise<number> =>
  engineOf(db).deleteCopies(Number.POSITIVE_INFINITY);

export const forgetOldCopies = <Tables>(db: Kysely<Tables>, now: number): Promise<number> =>
  engineOf(db).deleteCopies(now - KEPT_MS);
