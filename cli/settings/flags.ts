import { join } from 'node:path';
import type { ConnectionLimits } from '../../server-kit/network/connections.ts';
import { Doorway } from '../../server-kit/network/doorway.ts';
import { readScales, type ScaleSetting } from '../../server-proxy/insights/digest/scales.ts';
import type { TextsByLanguage } from '../../server-proxy/words/built.ts';
import { readWordsFolder } from './words.ts';
import { readAddress, readCount, readDatabaseUrl, readPort, UsageError, type Flag } from './settings.ts';

/** Flags that several commands share. */
export const flags = {
  port: (fallback: string) =>
    ({ value: 'PORT', default: fallback, help: 'the port to listen on' }) as const satisfies Flag,
  host: { value: 'HOST', default: '127.0.0.1', help: 'the address to listen on' },
  data: { value: 'DIR', help: 'the directory that holds all data; default: ./data' },
  databaseUrl: {
    value: 'postgres://…',
    help: 'keep the data in PostgreSQL instead, which several instances may share',
  },
  noCopy: { help: 'upgrade without a copy of the data (SQLite), or after a backup of your own (PostgreSQL)' },
  drain: {
    value: 'SECONDS',
    help:
      'how long requests are served after a signal to stop, while /readyz says 503; ' +
      'default: 0 on a terminal, 5 elsewhere',
  },
  beside: {
    help:
      'share port and data with a program that runs already, until that one is stopped: ' +
      'how a version replaces another without a gap (Linux)',
  },
  scales: {
    value: 'SCALES',
    help:
      'attributes of reviews whose options have an order, such as "Size: Smaller < [As expected] < Larger; ' +
      'Comfort: Poor < Fine < Great": an option in brackets is the best',
  },
  translateWith: {
    value: 'URL',
    help:
      'a LibreTranslate server that translates reviews for shoppers, such as http://127.0.0.1:5000; ' +
      'default: none, so that only browsers do',
  },
  summariseWith: {
    value: 'URL',
    help:
      'an OpenAI-compatible server that summarises the reviews of each product, such as http://127.0.0.1:11434/v1 of ' +
      'Ollama; default: none',
  },
  summariseModel: { value: 'NAME', help: 'with --summarise-with: the model, by its name at that server' },
  words: {
    value: 'DIR',
    help: "a folder with the shop's own texts of the elements: files such as sv.json, which 'plaudit words sv' begins",
  },
  publicUrl: {
    value: 'URL',
    help: 'the address that links in answers and mails begin with; default: where it listens',
  },
} as const;

/** How many connections a server accepts. */
export const connectionFlags = {
  'max-connections': { value: 'NUMBER', default: '2000', help: 'open connections, at most' },
  'max-connections-per-address': {
    value: 'NUMBER',
    default: '100',
    help: 'of them from one address; behind a trusted proxy: requests of one at a time',
  },
} as const;

/** What operators may set for every command that runs a server. */
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

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export function readLogLevel(env: NodeJS.ProcessEnv, fallback = 'info'): string {
  const level = env['PLAUDIT_LOG_LEVEL'] || fallback;
  if (!levels.includes(level)) throw new UsageError(`PLAUDIT_LOG_LEVEL must be one of ${levels.join(', ')}`);
  return level;
}

export function readListening(settings: { port: string | undefined; host?: string | undefined }): {
  port: number;
  host: string;
} {
  return { port: readPort('--port', settings.port ?? ''), host: settings.host ?? '127.0.0.1' };
}

/** Where a program listens, and what listens there already. */
export interface Door {
  readonly host: string;
  readonly port: number;
  readonly doorway?: Doorway;
}

/**
 * Opens the port at once: whoever connects while the program starts waits for it.
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

/** @throws UsageError that says which scale is wrong. */
export function readScalesFlag(value: string | undefined): { scales: ScaleSetting[] } {
  try {
    return { scales: readScales(value ?? '') };
  } catch (error) {
    throw new UsageError(`--scales ${(error as Error).message}`);
  }
}

/** Checked before anything starts. @throws UsageError, Failure that says what is wrong with which text. */
export function readWordsFlag(directory: string | undefined): { words: TextsByLanguage } {
  return { words: directory === undefined ? new Map() : readWordsFolder(directory) };
}

/** For a command that runs the proxy on the port, and the review service on the one after it. */
export function requireNextPort(port: number): void {
  if (port === 0 || port === 65_535)
    throw new UsageError('--port must leave room for the review service on the next port');
}

export function readConnectionLimits(settings: {
  readonly [Name in keyof typeof connectionFlags]: string | undefined;
}): { connections: ConnectionLimits } {
  const read = (name: keyof typeof connectionFlags) => readCount(`--${name}`, settings[name] ?? '');
  return { connections: { total: read('max-connections'), perAddress: read('max-connections-per-address') } };
}

/** The longest that a stop may be put off. */
const LONGEST_DRAIN_SECONDS = 3_600;
const DEFAULT_DRAIN_SECONDS = 5;

/**
 * @returns milliseconds. Somebody at a terminal is waiting for the program to end; elsewhere a load balancer may have
 * to notice first.
 */
export function readDrain(value: string | undefined): number {
  const seconds =
    value === undefined
      ? process.stdout.isTTY
        ? 0
        : DEFAULT_DRAIN_SECONDS
      : /^\d{1,4}$/.test(value)
        ? Number(value)
        : NaN;
  if (!(seconds <= LONGEST_DRAIN_SECONDS))
    throw new UsageError(
      `--drain must be a number of seconds from 0 to ${LONGEST_DRAIN_SECONDS}, not ${JSON.stringify(value)}`,
    );
  return seconds * 1_000;
}

export type DataLocation =
  | { directory: string; keepCopy: boolean }
  | { databaseUrl: string; keepCopy: boolean; secret: string | undefined };

export interface LocationSettings {
  readonly data: string | undefined;
  readonly 'database-url': string | undefined;
  readonly 'no-copy'?: boolean;
}

const USUAL_DIRECTORY = './data';

/** The data directory, which has mail and settings of `plaudit start` even where a database has all else. */
export const usualDirectory = ({ data }: Pick<LocationSettings, 'data'>): string => join(data ?? USUAL_DIRECTORY);

/** What was named: the database if there is one, else the directory. What is where in it, `findPlaces` says. */
export function readLocation(settings: LocationSettings, env = process.env): DataLocation {
  const url = settings['database-url'];
  const keepCopy = !settings['no-copy'];
  if (url !== undefined)
    return { databaseUrl: readDatabaseUrl('--database-url', url), keepCopy, secret: readSecret(env, 'PLAUDIT_SECRET') };
  return { directory: usualDirectory(settings), keepCopy };
}

/** What messages call it: the address of a database may contain a password. */
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

export const readTranslateWith = (value: string | undefined): { translateWith?: string } =>
  value === undefined ? {} : { translateWith: readAddress('--translate-with', value) };

/** @throws UsageError where only one of the two is given. */
export function readSummariseWith(settings: {
  readonly 'summarise-with': string | undefined;
  readonly 'summarise-model': string | undefined;
}): { summariseWith?: { readonly url: string; readonly model: string } } {
  const { 'summarise-with': url, 'summarise-model': model } = settings;
  if (url === undefined && model === undefined) return {};
  if (url === undefined)
    throw new UsageError('--summarise-model needs --summarise-with, the server that has the model');
  if (model === undefined) throw new UsageError('--summarise-with needs --summarise-model, the model to ask');
  return { summariseWith: { url: readAddress('--summarise-with', url), model } };
}

export function readPublicUrl(value: string | undefined): { publicUrl?: string } {
  return value === undefined ? {} : { publicUrl: readAddress('--public-url', value) };
}

export function readSmtpUrl(value: string | undefined): { smtpUrl?: string } {
  if (!value) return {};
  // The address contains a password, so it is not repeated.
  if (!/^smtps?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw new UsageError('PLAUDIT_SMTP_URL must be an address such as smtp://user:password@host:587');
  return { smtpUrl: value };
}
