import { ApiError } from '../../contract/endpoints/errors.ts';
import { StoreError } from '../../review-store/databases/store-error.ts';
import { UsageError } from './settings.ts';

/** Something outside the command line stops a command; the message is one line for the operator. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** The line for standard error, and the exit status. An unforeseen error is shown in full. */
export function explain(error: unknown): { line: string; status: number } {
  if (error instanceof UsageError) return { line: error.message, status: 2 };
  if (error instanceof Failure || error instanceof StoreError || error instanceof ApiError)
    return { line: error.message, status: 1 };
  const { code, port, message, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (code === 'EADDRINUSE')
    return {
      line: `Port ${port} is taken: another program listens on ${address}:${port}. Choose another with --port`,
      status: 1,
    };
  if (code === 'EACCES' && port !== undefined)
    return { line: `Port ${port} may not be used by this user. Choose another with --port`, status: 1 };
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return { line: `This machine has no address ${address ?? hostname ?? ''}: ${message}`, status: 1 };
  return { line: error instanceof Error ? (error.stack ?? error.message) : String(error), status: 1 };
}
