import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { engineOf } from './engine.ts';
import { StoreUnreachable } from './errors.ts';
import type { Storage } from './storage-watch.ts';

/** A database that answers later than this is not ready. */
const DEADLINE_MS = 2_000;

/**
 * Whether a database can be read, and written: what `/readyz` says of it.
 * @throws whatever the database says where it cannot be read, or says nothing in time.
 */
export async function readStorage<Tables>(db: Kysely<Tables>): Promise<Storage> {
  const late = Promise.withResolvers<never>();
  using _timer = setTimeout(() => late.reject(new StoreUnreachable('The database does not answer')), DEADLINE_MS);
  return await Promise.race([ask(db), late.promise]);
}

async function ask<Tables>(db: Kysely<Tables>): Promise<Storage> {
  await sql`select 1`.execute(db);
  return engineOf(db).storage(db);
}

/** The time of the machine that the database runs on, in milliseconds since 1970; null if it is this one. */
export const readDatabaseClock = <Tables>(db: Kysely<Tables>): Promise<number | null> => engineOf(db).clock(db);
