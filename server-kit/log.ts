import { pino, type Logger } from 'pino';

export type { Logger };

/**
 * Structured logs on standard error: standard output belongs to the lines that other programs wait for.
 * @param level - `PLAUDIT_LOG_LEVEL`; from `debug` to `silent`.
 */
export function createLogger(name: string, level: string): Logger {
  return pino({ name, level, base: { name } }, pino.destination({ dest: 2, sync: true }));
}
