/**
 * The settings of each program's last start, beside its data: a restore and a move print the command to start with
 * again, and the environment of `plaudit start` becomes part of the settings. Where that was on a database, nothing
 * uses data of the directory unasked.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DATABASE,
  databaseOf,
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
import type { Given } from './settings.ts';

/** Flags that matter to one start alone, or are in the data afterwards. */
const ofOneStart: readonly string[] = ['PLAUDIT_OWNER_PASSWORD', 'PLAUDIT_LOG_LEVEL'];

/** @param directory - that holds all data; nothing is kept where there is none. */
export function keepStartedWith(
  directory: string,
  { name, flags, environment = {} }: Command,
  given: Given,
  env: NodeJS.ProcessEnv,
): void {
  const isShop = name === 'start';
  // Beside a database, a directory that was not named belongs to something else.
  const isMeant = isShop || given['database-url'] === undefined || given['data'] !== undefined;
  if (!isMeant || !existsSync(directory)) return;
  const again = Object.entries(given).flatMap(([flag, value]): [string, string | true][] => {
    // The settings of a shop have its business.
    if (!value || flags[flag]?.once || (isShop && flag === 'business') || value === flags[flag]?.default) return [];
    return [[flag, flag === 'words' ? resolve(String(value)) : value]];
  });
  // A program that runs alone gets its secrets from wherever they are kept.
  const names = isShop ? Object.keys(environment) : [];
  const variables = names.filter((variable) => !ofOneStart.includes(variable) && env[variable]);
  const database = given['database-url'] ? [[DATABASE, given['database-url']]] : [];
  const kept = {
    flags: Object.fromEntries(again),
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
  const url = databaseOf(directory, programs);
  if (url === undefined) return;
  const file = join(directory, STARTED);
  throw new StoreError(
    `The data of ${directory} are in ${withoutPassword(url)}: give --database-url; ` +
      `to use what is in the directory, delete ${file} first`,
  );
}

const write = (directory: string, program: Started, kept: StartedWith): void =>
  writeAllStarted(directory, { ...readAllStarted(directory), [program]: kept });
