/** The files of a shop around the data of its service: the proxy's data, and what `plaudit start` keeps for itself. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '../../../review-store/databases/private-files.ts';

/** Of every program that keeps data. */
export type Program = 'service' | 'proxy';
export const SERVICE_DATA = 'reviews.sqlite';
export const PROXY_DATA = 'proxy.sqlite';
export const DATA = { service: SERVICE_DATA, proxy: PROXY_DATA } as const satisfies Record<Program, string>;
export const PROXY_KEY = 'proxy.key';
/** The proxy's environment. */
export const SETTINGS = 'plaudit.env';
/** The settings of each program's last start. */
export const STARTED = 'started.json';
export const WORDS = 'words';
/** Where a restore makes everything ready. */
export const RESTORING = 'restoring';
/**
 * The files that a restore moves to their places, and nothing before it does: there from its first moment to its last,
 * and after one that was interrupted.
 */
export const PLACING = 'restoring.json';
/** The process that has this file to itself restores; the system frees it when the process ends, in whatever way. */
export const RESTORE_LOCK = 'restoring.lock';

/** Where a shop has its data, below one directory. */
export interface Shop {
  /** Absolute. */
  readonly directory: string;
  /** Where in it; '' for the directory itself, null where it is in PostgreSQL or not there. */
  readonly service: string | null;
  readonly proxy: string | null;
}

/** A shop, or a program that runs alone. */
export type Started = 'start' | 'service' | 'proxy';

/** The settings of its last start, without those that `plaudit start` keeps anyway. */
export interface StartedWith {
  /** Flag → value; true for one that has none. */
  readonly flags: Readonly<Record<string, string | true>>;
  /** Variables that won over the settings. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Where below a directory a program has data on SQLite, by name: in a directory of its own, which counts first, or in
 * the directory itself (''). Each program may have chosen for itself.
 */
export const partsOf = (directory: string, program: Program): string[] =>
  [program, ''].filter((name) => existsSync(join(directory, name, DATA[program])));

/** The shop that a service on SQLite belongs to; it may be the service alone. */
export function shopOf(serviceDirectory: string): Shop {
  const own = resolve(serviceDirectory);
  const above = dirname(own);
  const isPart =
    basename(own) === 'service' && (existsSync(join(above, SETTINGS)) || partsOf(above, 'proxy').length > 0);
  const directory = isPart ? above : own;
  return { directory, service: isPart ? 'service' : '', proxy: partsOf(directory, 'proxy')[0] ?? null };
}

/** For every command that is not told another one. */
export const USUAL_DIRECTORY = './data';

/** The directory that a printed command has to name for the shop of a service; null where it need not. */
export function directoryToName(service: { directory: string } | { databaseUrl: string }): string | null {
  if (!('directory' in service)) return null;
  const { directory } = shopOf(service.directory);
  return directory === resolve(USUAL_DIRECTORY) ? null : directory;
}

/** Of a shop whose data is in PostgreSQL, the settings are here. */
export const shopBeside = (directory: string): Shop => ({ directory: resolve(directory), service: null, proxy: null });

/**
 * The small and secret files of a shop, and those that go with it: path in the shop → content. Words come from
 * wherever they are, and are kept below the shop from then on.
 */
export function readSecretFiles({ directory, proxy }: Shop): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const hasSettings = existsSync(join(directory, SETTINGS));
  const names = [...(hasSettings ? [SETTINGS, STARTED] : []), ...(proxy === null ? [] : [join(proxy, PROXY_KEY)])];
  for (const name of names) if (existsSync(join(directory, name))) files.set(name, readFileSync(join(directory, name)));
  const words = String(readStarted(directory, 'start')?.flags['words'] ?? '');
  for (const name of existsSync(words) ? readdirSync(words) : [])
    if (name.endsWith('.json')) files.set(join(WORDS, name), readFileSync(join(words, name)));
  return files;
}

/** Null where it was never started so, or by an earlier version. */
export function readStarted(directory: string, program: Started): StartedWith | null {
  return readAllStarted(directory)[program] ?? null;
}

/** Names the database in what a program was started with. */
export const DATABASE = 'PLAUDIT_DATABASE_URL';

/** The database that one of them last ran on, perhaps with a password; undefined where none did. */
export const databaseOf = (
  directory: string,
  programs: readonly Started[] = ['start', 'service', 'proxy'],
): string | undefined =>
  programs.map((program) => readStarted(directory, program)?.environment[DATABASE]).find((url) => url !== undefined);

type AllStarted = Partial<Record<Started, StartedWith>> & {
  /** The backup that settings beside a database came from; with SQLite, the data remember theirs. An absolute path. */
  readonly restoredFrom?: string;
};

export function readAllStarted(directory: string): AllStarted {
  const path = join(directory, STARTED);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AllStarted) : {};
}

export const writeAllStarted = (directory: string, all: AllStarted): void =>
  writePrivateFile(join(directory, STARTED), `${JSON.stringify(all, null, 2)}\n`);
