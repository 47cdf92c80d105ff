/** What several account commands take. */
import { text } from 'node:stream/consumers';
import { readTypedEmail } from '../../../contract/domains.ts';
import { flags } from '../../settings/flags.ts';
import { UsageError, type Flag } from '../../settings/settings.ts';

export const placeFlags = { data: flags.data, 'database-url': flags.databaseUrl } as const;

export const businessFlags = {
  ...placeFlags,
  business: { value: 'DOMAIN', help: 'the site domain of the business; not needed where there is one' },
} as const;

/** @param help - whose address it is. */
export const emailFlag = (help: string) => ({ value: 'ADDRESS', isPerson: true, help }) as const satisfies Flag;

export const passwordFlag = {
  help: 'read the password from standard input (secrets never come from a flag)',
} as const satisfies Flag;

/** @throws UsageError if it was not asked for, or there is none. */
export async function readPassword(asked: boolean): Promise<string> {
  if (!asked) throw new UsageError('Give --password-stdin, and the password on standard input');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.trim() === '') throw new UsageError('There is no password on standard input');
  return password;
}

/** Whether it can be a mailbox at all; the service looks closer. */
export function readEmail(value: string | undefined): string {
  if (value === undefined || !/^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(value))
    throw new UsageError('--email must be an e-mail address');
  return readTypedEmail(value);
}
