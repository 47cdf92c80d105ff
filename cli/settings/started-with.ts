/**
 * What each program was last started with, beside its data: a restore and a move print the command to start with again,
 * and what the environment of `plaudit start` said becomes part of the settings. Where that was on a database, nothing
 * uses data of the directory unasked.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  readAllStarted,
  readStarted,
  STARTED,
  type Started,
  type StartedWith,
  writeAllStarted,
} from '../../review-service/care/backups/shop-files.ts';
import { reasonOf, StoreError } from '../../review-store/databases/store-error.ts';
import type { Command } from './command.ts';
import { withoutPassword } from './printed-command.ts';

/** What is said of one start alone, or is in the data afterwards. */
const ofOneStart: ReadonlySet<string> = new Set([
  'data',
  'database-url',
  'name',
  'email',
  'password-stdin',
  'feed',
  'demo',
  'drain',
  'beside',
  'no-copy',
  'setup-link',
  'PLAUDIT_OWNER_PASSWORD',
  'PLAUDIT_LOG_LEVEL',
]);

/** It may hold a password, which no flag of a printed command does. */
const DATABASE = 'PLAUDIT_DATABASE_URL';

export interface Start {
  readonly settings: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: NodeJS.ProcessEnv;
}

/** @param directory - that holds all data; nothing is kept where there is none. */
export function keepStartedWith(
  directory: string,
  { name, flags, environment = {} }: Command,
  { settings, env }: Start,
): void {
  const isShop = name === 'start';
  // Beside a database, a directory that was not named belongs to something else.
  const isMeant = isShop || settings['database-url'] === undefined || settings['data'] !== undefined;
  if (!isMeant || !existsSync(directory)) return;
  const given = Object.entries(settings).flatMap(([flag, value]): [string, string | true][] => {
    // The settings of a shop have its business.
    if (!value || ofOneStart.has(flag) || (isShop && flag === 'business') || value === flags[flag]?.default) return [];
    return [[flag, flag === 'words' ? resolve(String(value)) : value]];
  });
  // A program that runs alone gets its secrets from wherever they are kept.
  const names = isShop ? Object.keys(environment) : [];
  const variables = names.filter((variable) => !ofOneStart.has(variable) && env[variable]);
  const database = settings['database-url'] ? [[DATABASE, settings['database-url']]] : [];
  const kept = {
    flags: Object.fromEntries(given),
    environment: Object.fromEntries([...variables.map((variable) => [variable, env[variable]]), ...database]),
  };
  try {
    write(directory, name as Started, kept);
  } catch (error) {
    // Shoppers are worth more than a printed command.
    process.stderr.write(`plaudit: ${join(directory, STARTED)} cannot be written: ${reasonOf(error)}\n`);
  }
}

/** The data of the program are in a database from now on. */
export function keepMoved(directory: string, program: Started, databaseUrl: string): void {
  const { flags = {}, environment = {} } = readStarted(directory, program) ?? {};
  write(directory, program, { flags, environment: { ...environment, [DATABASE]: databaseUrl } });
}

/** @throws StoreError if one of the programs last ran on a database, and none is named now. */
export function requireNoDatabase(directory: string, programs: readonly Started[]): void {
  const urls = programs.map((program) => readStarted(directory, program)?.environment[DATABASE]);
  const url = urls.find((one) => one !== undefined);
  if (url === undefined) return;
  const file = join(directory, STARTED);
  throw new StoreError(
    `The data of ${directory} are in ${withoutPassword(url)}: give --database-url; ` +
      `to use what is in the directory, delete ${file} first`,
  );
}

const write = (directory: string, program: Started, kept: StartedWith): void =>
  writeAllStarted(directory, { ...readAllStarted(directory), [program]: kept });
