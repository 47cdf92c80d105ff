/**
 * What `plaudit start` was started with, beside its data: a restore prints the command to start with again, and what
 * the environment said becomes part of the settings.
 */
import { dirname, join, resolve } from 'node:path';
import { STARTED } from '../../../review-service/backups/shop-files.ts';
import { writePrivateFile } from '../../../review-store/private-files.ts';
import type { Command } from '../../command.ts';

/** What is said of one start alone, or is in the data afterwards. */
const ofOneStart: ReadonlySet<string> = new Set([
  'data',
  'database-url',
  'business',
  'name',
  'email',
  'feed',
  'drain',
  'PLAUDIT_OWNER_PASSWORD',
  'PLAUDIT_LOG_LEVEL',
]);

export interface Start {
  readonly settings: Readonly<Record<string, string | boolean | undefined>>;
  readonly env: NodeJS.ProcessEnv;
}

/** @param settingsFile - it lies beside that. */
export function keepStartedWith(
  settingsFile: string,
  { flags, environment = {} }: Command,
  { settings, env }: Start,
): void {
  const given = Object.entries(settings).filter(
    ([name, value]) => typeof value === 'string' && !ofOneStart.has(name) && value !== flags[name]?.default,
  );
  const variables = Object.keys(environment).filter((name) => !ofOneStart.has(name) && env[name]);
  // It may hold a password, which no flag of a printed command does.
  const database = settings['database-url'] ? [['PLAUDIT_DATABASE_URL', settings['database-url']]] : [];
  const kept = {
    flags: Object.fromEntries(given.map(([name, value]) => [name, name === 'words' ? resolve(String(value)) : value])),
    environment: Object.fromEntries([...variables.map((name) => [name, env[name]]), ...database]),
  };
  writePrivateFile(join(dirname(settingsFile), STARTED), `${JSON.stringify(kept, null, 2)}\n`);
}
