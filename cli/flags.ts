import { join } from 'node:path';
import { readAddress, readDatabaseUrl, readPort, UsageError, type Flag } from './settings.ts';

/** Flags that several commands share. */
export const flags = {
  port: (fallback: string) => ({ value: 'PORT', default: fallback, help: 'the port to listen on' }) as const satisfies Flag,
  host: { value: 'HOST', default: '127.0.0.1', help: 'the address to listen on' },
  data: { value: 'DIR', help: 'the directory that holds all data' },
  databaseUrl: { value: 'postgres://…', help: 'keep the data in PostgreSQL instead, which several instances may share' },
  publicUrl: { value: 'URL', help: 'the address that links in answers and mails begin with; default: where it listens' },
} as const;

/** What operators may set for every command that serves. */
export const serverEnvironment = {
  PLAUDIT_LOG_LEVEL: 'how much is logged on standard error: debug, info (the default), warn, error or silent',
} as const;

export const trustedProxiesHelp = 'networks whose X-Forwarded-For is believed, comma-separated CIDR; default: none';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export function readLogLevel(env: NodeJS.ProcessEnv, fallback = 'info'): string {
  const level = env['PLAUDIT_LOG_LEVEL'] || fallback;
  if (!levels.includes(level)) throw new UsageError(`PLAUDIT_LOG_LEVEL must be one of ${levels.join(', ')}`);
  return level;
}

export function readListening(settings: { port: string | undefined; host?: string | undefined }): { port: number; host: string } {
  return { port: readPort('--port', settings.port ?? ''), host: settings.host ?? '127.0.0.1' };
}

export type DataLocation = { directory: string } | { databaseUrl: string };

/** Where a server keeps its data: the database address where one is given, else a directory. */
export function readLocation(settings: { data: string | undefined; 'database-url': string | undefined }): DataLocation {
  const url = settings['database-url'];
  if (url !== undefined) return { databaseUrl: readDatabaseUrl('--database-url', url) };
  if (settings.data === undefined) throw new UsageError('Flag --data is missing: give --data DIR, or --database-url postgres://…');
  return { directory: join(settings.data) };
}

export function readPublicUrl(value: string | undefined): { publicUrl?: string } {
  return value === undefined ? {} : { publicUrl: readAddress('--public-url', value) };
}

export function readSmtpUrl(value: string | undefined): { smtpUrl?: string } {
  if (!value) return {};
  // The address holds a password: it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value)) throw new UsageError('PLAUDIT_SMTP_URL must be an address such as smtp://user:password@host:587');
  return { smtpUrl: value };
}
