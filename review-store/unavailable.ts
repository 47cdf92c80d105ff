/** What a database or its disk says when it is not to be had, and what a client is told of it. */
import { ApiError, refuse } from '../contract/errors.ts';
import { StoreBusy } from './turns.ts';

/** Seconds. */
const RETRY_AWAY = 2;
/** Somebody has to free space first. */
const RETRY_UNWRITABLE = 10;

/** Result codes of SQLite (https://sqlite.org/rescode.html); the lower eight bits are the kind. */
const sqlite = { busy: 5, locked: 6, readOnly: 8, ioError: 10, full: 13, cannotOpen: 14 } as const;
const unwritableResults: ReadonlySet<number> = new Set([sqlite.readOnly, sqlite.ioError, sqlite.full]);
const unavailableResults: ReadonlySet<number> = new Set(Object.values(sqlite));

/** A disk that is full, read-only or broken, in the words of the system and of PostgreSQL. */
const unwritableCodes = /^(ENOSPC|EDQUOT|EROFS|EFBIG|EIO|53100|58030|25006)$/;
/** Connection and server states of PostgreSQL (classes 08, 53, 57), and of the sockets to it. */
const unavailableCodes = /^(08...|57P0[1-5]|57014|25P03|53[23]00|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const unavailableMessages = /connection terminated|not queryable|connection has been discarded|timeout exceeded when trying to connect|timeout expired|the database system is/i;

/** True where nothing can be written, though what is there may be read. */
export function isUnwritable(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return (typeof errcode === 'number' && unwritableResults.has(errcode & 0xff)) || (typeof code === 'string' && unwritableCodes.test(code));
}

function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return unavailableResults.has(errcode & 0xff);
  return error instanceof StoreBusy || (typeof code === 'string' && unavailableCodes.test(code)) || unavailableMessages.test(error.message);
}

/**
 * The 503 for an error which says that the database cannot be reached, or written, just now; null for every other one.
 * @param program - what cannot reach its data.
 */
export function toUnavailable(error: unknown, program: 'service' | 'proxy'): ApiError | null {
  if (error instanceof ApiError) return null;
  if (isUnwritable(error)) return refuse('unavailable', `The ${program} can take nothing new at the moment`, { retryAfter: RETRY_UNWRITABLE, cause: error });
  return isAway(error) ? refuse('unavailable', `The ${program} cannot reach its data at the moment`, { retryAfter: RETRY_AWAY, cause: error }) : null;
}
