/** Inputs of several account commands. */
import { text } from 'node:stream/consumers';
import { flags } from '../../settings/flags.ts';
import { UsageError } from '../../settings/settings.ts';

export const placeFlags = flags('data', 'database-url');
export const businessFlags = flags('data', 'database-url', 'business');

/** @throws UsageError if it was not asked for, or there is none. */
export async function readPassword(asked: boolean): Promise<string> {
  if (!asked) throw new UsageError('Give --password-stdin, and the password on standard input');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.trim() === '') throw new UsageError('There is no password on standard input');
  return password;
}
