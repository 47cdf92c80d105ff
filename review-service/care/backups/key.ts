/**
 * The key of a backup: a file beside it, `FILE.key`, since the key must not be in one file with what only it opens. It
 * is the key of the service's data, or a random one where those are in PostgreSQL. Without it, everything can be
 * restored but what only the key opens.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { writePrivateFile } from '../../../review-store/databases/private-files.ts';

export const SERVICE_KEY = 'reviews.key';

export const keyOfBackup = (file: string): string => `${file}.key`;

/** @param service - where its data is; null where it is in PostgreSQL. */
export function makeBackupKey(file: string, service: string | null): Buffer {
  const own = service === null ? null : join(service, SERVICE_KEY);
  const text = own !== null && existsSync(own) ? readFileSync(own, 'utf8') : `${randomBytes(32).toString('base64')}\n`;
  writePrivateFile(keyOfBackup(file), text);
  return Buffer.from(text, 'base64');
}

/** The content of the key file, or null if the backup came without it. */
export const readBackupKey = (file: string): Buffer | null =>
  existsSync(keyOfBackup(file)) ? readFileSync(keyOfBackup(file)) : null;

const failures = ['failed_login', 'login_failure'];
/** The first is of earlier versions. */
const keyedTables = ['outbox_mail', 'idempotent_answer', 'recent_write', 'mail_stop', ...failures];

/**
 * Deletes what nobody can read any more without the key: mail that waited, kept answers, who failed to log in, who
 * wrote lately, and who asked for no mail.
 * @returns whether there was a key.
 */
export function forgetKeyed(data: DatabaseSync): boolean {
  const { changes } = data.prepare(`delete from service_setting where name = 'key'`).run();
  if (changes === 0) return false;
  // A backup of an earlier version lacks some of them.
  const present = new Set(
    data
      .prepare('select name from sqlite_schema')
      .all()
      .map(({ name }) => name),
  );
  for (const table of keyedTables) if (present.has(table)) data.exec(`delete from ${table}`);
  if (present.has('job')) data.exec(`delete from job where kind = 'mail'`);
  return true;
}
