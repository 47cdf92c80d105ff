/** The settings that several commands share, each once: its name, its meaning, and how it is read. */
import { join } from 'node:path';
import { specifiedCalls, type CallsAllowed } from '../../review-service/limits/call-limits.ts';
import { USUAL_DIRECTORY } from '../../review-service/care/backups/shop-files.ts';
import type { ConnectionLimits } from '../../server-kit/network/connections.ts';
import { Doorway } from '../../server-kit/network/doorway.ts';
import { readScales, type ScaleSetting } from '../../insights/digest/scales.ts';
import { readTypedEmail } from '../../contract/domains.ts';
import {
  oneOf,
  readAddress,
  readCount,
  readDatabaseUrl,
  readDomain,
  readPort,
  UsageError,
  type Flags,
} from './settings.ts';

const table = {
  port: { value: 'PORT', read: readPort, help: 'the port to listen on' },
  host: { value: 'HOST', default: '127.0.0.1', help: 'the address to listen on' },
  data: { value: 'DIR', once: true, help: 'the directory that holds all data; default: ./data' },
  'database-url': {
    value: 'postgres://…',
    read: readDatabaseUrl,
    once: true,
    help: 'keep the data in PostgreSQL instead, which several instances may share',
  },
  business: {
    value: 'DOMAIN',
    read: readDomain,
    help: 'the site domain of the business; not needed where there is one',
  },
  email: { value: 'ADDRESS', read: readEmail, isPerson: true, help: 'the e-mail address of the user' },
  'password-stdin': { once: true, help: 'read the password from standard input (secrets never come from a flag)' },
  'no-copy': {
    once: true,
    help: 'upgrade without a copy of the data (SQLite), or after a backup of your own (PostgreSQL)',
  },
  drain: {
    value: 'SECONDS',
    read: readDrain,
    once: true,
    help:
      'how long requests are served after a signal to stop, while /readyz says 503; ' +
      'default: 0 on a terminal, 5 elsewhere',
  },
  beside: {
    once: true,
    help:
      'share port and data with a program that runs already, until that one is stopped: ' +
      'how a version replaces another without a gap (Linux)',
  },
  scales: {
    value: 'SCALES',
    read: readScaleSettings,
    help:
      'attributes of reviews whose options have an order, such as "Size: Smaller < [As expected] < Larger; ' +
      'Comfort: Poor < Fine < Great": an option in brackets is the best',
  },
  'translate-with': {
    value: 'URL',
    read: readAddress,
    help:
      'a LibreTranslate server that translates reviews for shoppers, such as http://127.0.0.1:5000; ' +
      'default: none, so that only browsers do',
  },
  'summarise-with': {
    value: 'URL',
    read: readAddress,
    help:
      'an OpenAI-compatible server that summarises the reviews of each product, such as http://127.0.0.1:11434/v1 of ' +
      'Ollama; default: none',
  },
  'summarise-model': { value: 'NAME', help: 'with --summarise-with: the model, by its name at that server' },
  words: {
    value: 'DIR',
    help: "a folder with the shop's own texts of the elements: files such as sv.json, which 'plaudit words sv' begins",
  },
  'public-url': {
    value: 'URL',
    read: readAddress,
    help: 'the address that links in answers and mails begin with; default: where it listens',
  },
  'max-connections': { value: 'NUMBER', read: readCount, default: '2000', help: 'open connections, at most' },
  'max-connections-per-address': {
    value: 'NUMBER',
    read: readCount,
    default: '100',
    help: 'of them from one address; behind a trusted proxy: requests of one at a time',
  },
  'calls-per-hour': {
    value: 'NUMBER',
    read: readCount,
    default: String(specifiedCalls.perHour),
    help: 'calls of the API with one user token in any hour, at most',
  },
  'calls-per-10-seconds': {
    value: 'NUMBER',
    read: readCount,
    default: String(specifiedCalls.perTenSeconds),
    help: 'the same in any 10 seconds',
  },
} as const satisfies Flags;

type Table = typeof table;

/** Those of these names, in this order. */
export const flags = <Name extends keyof Table>(...names: readonly Name[]): Pick<Table, Name> =>
  Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

/** One of them, said in words of this command. */
export const flag = <Name extends keyof Table, const More extends object>(
  name: Name,
  more: More,
): Omit<Table[Name], keyof More> & More => ({ ...table[name], ...more });

/** Variables for operators, for every command that runs a server. */
export const serverEnvironment = {
  PLAUDIT_SECRET:
    'seals the key of a PostgreSQL database, which pseudonyms are made with; the same for every instance and command',
  PLAUDIT_LOG_LEVEL: logLevelHelp('info'),
} as const;

export function logLevelHelp(usual: 'info' | 'warn'): string {
  const named = ['debug', 'info', 'warn', 'error'].map((level) => (level === usual ? `${level} (the default)` : level));
  return `how much is logged on standard error: ${named.join(', ')} or silent`;
}

export const trustedProxiesHelp = 'networks whose X-Forwarded-For is believed, comma-separated CIDR; default: none';

const readLevel = oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

export const readLogLevel = (env: NodeJS.ProcessEnv, fallback = 'info'): string =>
  readLevel(env['PLAUDIT_LOG_LEVEL'] || fallback, 'PLAUDIT_LOG_LEVEL');

/** Where a program listens, and what listens there already. */
export interface Door {
  readonly host: string;
  readonly port: number;
  readonly doorway?: Doorway;
}

/**
 * Opens the port at once: a connection that comes while the program starts waits for it.
 * @param isBeside - the port is another program's as well, which answers meanwhile.
 * @throws UsageError where a port cannot be shared.
 */
export async function openDoorway(
  { host, port }: { readonly host: string; readonly port: number },
  isBeside: boolean,
): Promise<Door> {
  if (isBeside && !Doorway.canShare)
    throw new UsageError('--beside needs Linux: elsewhere no two programs share a port');
  // All addresses of this name are the framework's business.
  if (host === 'localhost' && !isBeside) return { host, port };
  return { host, port, doorway: await Doorway.open({ host, port, isBeside }) };
}

function readScaleSettings(value: string, name: string): ScaleSetting[] {
  try {
    return readScales(value);
  } catch (error) {
    throw new UsageError(`${name} ${(error as Error).message}`);
  }
}

/** Whether it can be a mailbox at all; the service looks closer. */
export function readEmail(value: string, name = '--email'): string {
  if (!/^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(value)) throw new UsageError(`${name} must be an e-mail address`);
  return readTypedEmail(value);
}

/** For a command that runs the proxy on the port, and the review service on the one after it. */
export function requireNextPort(port: number): void {
  if (port === 0 || port === 65_535)
    throw new UsageError('--port must leave room for the review service on the next port');
}

export const connectionLimits = (settings: {
  readonly 'max-connections': number;
  readonly 'max-connections-per-address': number;
}): { connections: ConnectionLimits } => ({
  connections: { total: settings['max-connections'], perAddress: settings['max-connections-per-address'] },
});

export const callsAllowed = (settings: {
  readonly 'calls-per-hour': number;
  readonly 'calls-per-10-seconds': number;
}): { calls: CallsAllowed } => ({
  calls: { perHour: settings['calls-per-hour'], perTenSeconds: settings['calls-per-10-seconds'] },
});

/** The longest that a stop may be put off. */
const LONGEST_DRAIN_SECONDS = 3_600;

/** @returns milliseconds. */
function readDrain(value: string, name: string): number {
  const seconds = /^\d{1,4}$/.test(value) ? Number(value) : NaN;
  if (!(seconds <= LONGEST_DRAIN_SECONDS))
    throw new UsageError(
      `${name} must be a number of seconds from 0 to ${LONGEST_DRAIN_SECONDS}, not ${JSON.stringify(value)}`,
    );
  return seconds * 1_000;
}

/**
 * Where none was given, in milliseconds. Somebody at a terminal is waiting for the program to end; elsewhere a load
 * balancer may have to notice first.
 */
export const usualDrain = (): number => (process.stdout.isTTY ? 0 : 5_000);

export type DataLocation =
  | { directory: string; keepCopy: boolean }
  | { databaseUrl: string; keepCopy: boolean; secret: string | undefined };

export interface LocationSettings {
  readonly data: string | undefined;
  readonly 'database-url': string | undefined;
  readonly 'no-copy'?: boolean;
}

/** The data directory, which has mail and settings of `plaudit start` even where a database has all else. */
export const usualDirectory = ({ data }: Pick<LocationSettings, 'data'>): string => join(data ?? USUAL_DIRECTORY);

/** The location named: the database if there is one, else the directory. `findPlaces` finds the places in it. */
export function readLocation(settings: LocationSettings, env = process.env): DataLocation {
  const databaseUrl = settings['database-url'];
  const keepCopy = !settings['no-copy'];
  if (databaseUrl !== undefined) return { databaseUrl, keepCopy, secret: readSecret(env, 'PLAUDIT_SECRET') };
  return { directory: usualDirectory(settings), keepCopy };
}

/** The name in messages: the address of a database may contain a password. */
export const nameOf = (location: DataLocation): string =>
  'directory' in location ? location.directory : 'this database';

/** A secret that can be guessed guards nothing. */
const MIN_SECRET_LENGTH = 12;

/** @throws UsageError that names the variable. */
export function readSecret(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] || undefined;
  if (value !== undefined && (value.length < MIN_SECRET_LENGTH || /\s/.test(value))) {
    throw new UsageError(
      `${name} must have at least ${MIN_SECRET_LENGTH} characters and no spaces: ` +
        `'openssl rand -hex 32' makes a good one`,
    );
  }
  return value;
}

/** The servers of others that a proxy asks. @throws UsageError where only one of two that belong together is given. */
export function askedServers(settings: {
  readonly 'translate-with': string | undefined;
  readonly 'summarise-with': string | undefined;
  readonly 'summarise-model': string | undefined;
}) {
  const { 'translate-with': translateWith, 'summarise-with': url, 'summarise-model': model } = settings;
  if (url === undefined && model === undefined) return { translateWith };
  if (url === undefined)
    throw new UsageError('--summarise-model needs --summarise-with, the server that has the model');
  if (model === undefined) throw new UsageError('--summarise-with needs --summarise-model, the model to ask');
  return { translateWith, summariseWith: { url, model } };
}

export function readSmtpUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  // The address contains a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw new UsageError('PLAUDIT_SMTP_URL must be an address such as smtp://user:password@host:587');
  return value;
}
