/** The backups that a schedule makes, as files of one directory. Files with other names are not touched. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^plaudit-\d{8}T\d{6}Z\.sqlite/;

/** @param now - milliseconds since 1970. */
export const nameOfBackup = (now: number): string =>
  `plaudit-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(/[:-]/g, '')}.sqlite`;

/**
 * Deletes older backups, and what a killed process has left of one.
 * @param newest - the name of one that is whole; it stays, with the `keep - 1` before it.
 */
export function pruneBackups(directory: string, newest: string, keep: number): void {
  const names = backupsIn(directory);
  const others = names.filter((name) => name !== newest).toSorted();
  const kept = new Set([newest, ...others.slice(Math.max(0, others.length - (keep - 1)))]);
  for (const name of readdirSync(directory)) {
    const [backup] = NAME.exec(name) ?? [];
    if (backup && !kept.has(backup)) rmSync(join(directory, name), { force: true });
  }
}

/** The names of whole backups. */
function backupsIn(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => NAME.exec(name)?.[0] === name);
}
