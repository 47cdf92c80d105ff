/** Whether a database can be read, and written: what `/readyz` says of it. */
import { writeFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { isUnwritable } from './unavailable.ts';

export type Storage = 'writable' | 'read-only';

/** A database that answers later than this is not ready, in milliseconds. */
const DEADLINE_MS = 2_000;
/** Room for a few reviews: with less left, some writes would be refused and others not. */
const ROOM_BYTES = 256 * 1024;
const room = Buffer.alloc(ROOM_BYTES);

/** Remembers that a database could not be written, until it can be again. */
export class StorageWatch {
  #hasFailed = false;
  readonly #tryIt: () => Promise<void>;
  readonly #always: boolean;

  /**
   * @param tryIt - writes, leaves nothing, and throws where it cannot.
   * @param always - it costs so little that it is worth knowing before the first write fails.
   */
  constructor(tryIt: () => Promise<void>, { always }: { always: boolean }) {
    this.#tryIt = tryIt;
    this.#always = always;
  }

  /** To be told of every statement that failed. */
  noteFailure(error: unknown): void {
    this.#hasFailed ||= isUnwritable(error);
  }

  async state(): Promise<Storage> {
    if (!this.#hasFailed && !this.#always) return 'writable';
    try {
      await this.#tryIt();
      this.#hasFailed = false;
      return 'writable';
    } catch (error) {
      if (isUnwritable(error)) return 'read-only';
      throw error;
    }
  }
}

/** Beside a database of files: writes where they are. */
export async function writeBeside(directory: string): Promise<void> {
  const file = join(directory, '.room');
  try {
    await writeFile(file, room, { mode: 0o600 });
  } finally {
    await unlink(file).catch(() => {});
  }
}

/** In PostgreSQL, whose disk is elsewhere. */
export async function writeTemporary<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`create temporary table room on commit drop as select repeat(md5(line::text), 32) as filling from generate_series(1, 1000) as line`.execute(transaction);
  });
}

const watches = new WeakMap<object, StorageWatch>();

export function setWatch(db: object, watch: StorageWatch): void {
  watches.set(db, watch);
}

/** @throws whatever the database says where it cannot be read, or says nothing in time. */
export async function readStorage<Tables>(db: Kysely<Tables>): Promise<Storage> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('The database does not answer')), DEADLINE_MS);
  try {
    return await Promise.race([ask(db), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask<Tables>(db: Kysely<Tables>): Promise<Storage> {
  await sql`select 1`.execute(db);
  return (await watches.get(db)?.state()) ?? 'writable';
}
