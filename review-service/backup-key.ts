/**
 * The key of a backup: a file beside it, `FILE.key`, since the key must not be in one file with the hashes that are
 * made with it. Without the key, everything can be restored but what only the key opens.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { writePrivateFile } from '../review-store/private-files.ts';

const KEY = 'reviews.key';

export const keyOfBackup = (file: string): string => `${file}.key`;

/** Copies the key, if there is one yet. */
export function backUpKey(directory: string, file: string): void {
  const source = join(directory, KEY);
  if (existsSync(source)) copyKey(source, keyOfBackup(file));
}

/** Puts the key beside the data that is being restored. False if the backup came without it. */
export function restoreKey(file: string, aside: string): boolean {
  if (!existsSync(keyOfBackup(file))) return false;
  copyKey(keyOfBackup(file), join(aside, KEY));
  return true;
}

/** Moves the restored key to its place; the data follows. */
export function placeKey(aside: string, directory: string): void {
  renameSync(join(aside, KEY), join(directory, KEY));
}

/**
 * Deletes what nobody can read any more without the key: mail that waited, kept answers, and who asked for no mail.
 * @returns whether there was a key.
 */
export function forgetKeyed(data: DatabaseSync): boolean {
  const { changes } = data.prepare(`delete from service_setting where name = 'key'`).run();
  if (changes === 0) return false;
  for (const table of ['outbox_mail', 'idempotent_answer', 'login_failure', 'mail_stop'])
    data.exec(`delete from ${table}`);
  return true;
}

const copyKey = (from: string, to: string): void => writePrivateFile(to, readFileSync(from));
