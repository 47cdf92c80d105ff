import { StoreBusy, StoreUnreachable, StoreUnwritable } from '../errors.ts';

/** By SQLite's result codes (https://sqlite.org/rescode.html). */
const namedByResult = new Map<number, new (said: Error) => Error>([
  [5 /* SQLITE_BUSY */, StoreBusy],
  [6 /* SQLITE_LOCKED */, StoreUnreachable],
  [8 /* SQLITE_READONLY */, StoreUnwritable],
  [10 /* SQLITE_IOERR */, StoreUnwritable],
  [13 /* SQLITE_FULL */, StoreUnwritable],
  [14 /* SQLITE_CANTOPEN */, StoreUnreachable],
]);

/** The errors of SQLite, by the names of ../errors.ts where it has one. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { errcode } = error as { errcode?: unknown };
  // The lower eight bits are the kind.
  const Named = typeof errcode === 'number' ? namedByResult.get(errcode & 0xff) : undefined;
  return Named ? new Named(error) : error;
}
