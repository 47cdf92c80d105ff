import { pino, stdTimeFunctions, type Logger } from 'pino';
import { version } from './version.ts';

export type { Logger };

/**
 * Structured logs on standard error, since standard output is for the lines that other programs wait for. The first
 * line has the version of the program.
 * @param level - `PLAUDIT_LOG_LEVEL`; from `debug` to `silent`.
 */
export function createLogger(name: string, level: string): Logger {
  const logger = pino(
    {
      name,
      level,
      base: { name },
      // As people and log collectors read it.
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
  logger.info({ version }, 'starting');
  return logger;
}

/** The messages of an error and of its causes, in one line: for faults of others, which no stack of ours explains. */
export function reasonsOf(error: unknown, depth = DEPTH): string {
  if (!(error instanceof Error)) return '';
  const cause = depth === 0 ? '' : reasonsOf(error.cause, depth - 1);
  return (cause === '' ? error.message : `${error.message}: ${cause}`).replace(/\s+/g, ' ');
}

/** How many causes of causes are logged. */
const DEPTH = 4;

/**
 * The parts of an error that are logged. Everything else that it carries stays out: a database adds the row that it
 * refused, a mail server the recipient, a URL parser the URL.
 */
export function describeError(error: unknown, depth = DEPTH): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack, cause, code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(errcode === undefined ? {} : { errcode }),
    stack,
    ...(cause === undefined || depth === 0 ? {} : { cause: describeError(cause, depth - 1) }),
  };
}
