/** Brings what `plaudit start` is started with in line with where a shop was restored to. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KeptEnvironment } from '../settings/kept-environment.ts';
import type { Shop } from '../programs/service-data.ts';
import { commandOf } from '../settings/printed-command.ts';

/**
 * @param shop - as restored, in its place or on the way there.
 * @param from - the file of the backup.
 * @param directory - where it will be.
 * @param databaseUrl - where the database is now, if that was given.
 * @returns the command that starts it; null where nobody knows it.
 */
export async function settleSettings(
  { directory: aside, service }: Shop,
  { from, directory }: { readonly from: string; readonly directory: string },
  databaseUrl: string | undefined,
): Promise<string | null> {
  const { proxyEmail, readAllStarted, SETTINGS, WORDS, writeAllStarted } = await import('../programs/service-data.ts');
  if (!existsSync(join(aside, SETTINGS))) return null;
  const all = readAllStarted(aside);
  const started = all.start;
  if (service === null) writeAllStarted(aside, { ...all, restoredFrom: resolve(from) });
  // The settings from a unit or a container may be lost with its machine.
  const database = databaseUrl === undefined ? {} : { PLAUDIT_DATABASE_URL: databaseUrl };
  if (started) new KeptEnvironment(join(aside, SETTINGS), proxyEmail).set({ ...started.environment, ...database });
  const flags = { ...started?.flags };
  if (flags['words'] !== undefined && existsSync(join(aside, WORDS))) flags['words'] = join(directory, WORDS);
  return commandOf('start', { data: directory, ...flags });
}
