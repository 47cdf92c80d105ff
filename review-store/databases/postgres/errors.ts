import { StoreBusy, StoreUnreachable, StoreUnwritable, WriteConflict } from '../errors.ts';

/**
 * By PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) and those of the sockets to
 * it. A unique row that two made at once is a conflict like a deadlock: the other attempt finds the row.
 */
const namedByCode = [
  [/^(?:23505|40001|40P01)$/, WriteConflict],
  [/^55P03$/, StoreBusy],
  [/^(?:53100|58030|25006)$/, StoreUnwritable],
  [/^(?:08...|57P0[1-5]|57014|25P03|53[23]00)$/, StoreUnreachable],
  [/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, StoreUnreachable],
] as const;

/** Where the driver gives no code. */
const unreachableMessages = [
  'connection terminated',
  'not queryable',
  'connection has been discarded',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'the database system is',
];

const saysUnreachable = ({ message }: Error): boolean =>
  unreachableMessages.some((part) => message.toLowerCase().includes(part));

/** The errors of PostgreSQL and its driver, by the names of ../errors.ts where it has one. */
export function named(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  const Named = typeof code === 'string' ? namedByCode.find(([codes]) => codes.test(code))?.[1] : undefined;
  if (Named) return new Named(error);
  return saysUnreachable(error) || isUnreachable(error) ? new StoreUnreachable(error) : error;
}

/** One address after the other was tried. */
const isUnreachable = (error: Error): boolean =>
  error instanceof AggregateError && error.errors.some((one) => named(one) instanceof StoreUnreachable);
