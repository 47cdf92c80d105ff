/**
 * Reasons why a database cannot do just now what it was asked to, by name: the connections of both databases throw
 * these, with the database's own error as their cause. Every other error passes as it is.
 */

abstract class DatabaseTrouble extends Error {
  /** @param said - the error of the database, or words of ours where it says nothing. */
  constructor(said: Error | string) {
    if (typeof said === 'string') super(said);
    else super(said.message, { cause: said });
  }
}

/** Somebody else is writing, and has been for as long as a write may wait. */
export class StoreBusy extends DatabaseTrouble {
  override readonly name = 'StoreBusy';
}

/** Two writers met. Nothing was changed, and another attempt will see what the other one did. */
export class WriteConflict extends DatabaseTrouble {
  override readonly name: string = 'WriteConflict';
}

/** Nothing can be written, though what is there may be read: the disk is full, read-only or broken. */
export class StoreUnwritable extends DatabaseTrouble {
  override readonly name = 'StoreUnwritable';
}

/** The database is not there, or does not answer. */
export class StoreUnreachable extends DatabaseTrouble {
  override readonly name = 'StoreUnreachable';
}

/** PostgreSQL's code for a row that is there already. */
const UNIQUE = '23505';

/** True where the database refuses what it was given, and would again; trouble of its own may be over soon. */
export function isRefusal(error: unknown): error is Error {
  if (!(error instanceof DatabaseTrouble)) return error instanceof Error;
  return error.cause instanceof Error && (error.cause as { code?: unknown }).code === UNIQUE;
}

/** A disk that is full, read-only or broken, in the words of the system. */
const diskCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO']);

/** True of a database that cannot be written, and of a file beside it. */
export const isUnwritable = (error: unknown): boolean =>
  error instanceof StoreUnwritable || (error instanceof Error && diskCodes.has((error as NodeJS.ErrnoException).code));
