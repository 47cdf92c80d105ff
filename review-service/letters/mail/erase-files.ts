import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { normalizeAddress } from '../../../review-store/secrets/data-key.ts';
import { QUOTES } from './sending/files.ts';
import { senderOf } from './queue.ts';

export interface Erasing {
  /** Null if they gave none. */
  readonly email: string | null;
  /** As the header `QUOTES` has it. */
  readonly hash: string;
}

/**
 * Deletes mail from a business to somebody, or that quotes them, that was written to files, if there is no mail
 * server. Mail that a mail server has taken is out of reach; these files are in the data directory, and are the
 * operator's like everything else there.
 * @returns how many there were.
 */
export async function eraseMailFiles(
  directory: string,
  business: BusinessRow,
  { email, hash }: Erasing,
): Promise<number> {
  const theirs = email === null ? [] : addressesOf(email);
  let erased = 0;
  for (const name of await namesIn(directory)) {
    const file = join(directory, name);
    const mail = readHeaders(await readFile(file, 'utf8').catch(() => ''));
    const isTheirs = theirs.includes(addressIn(mail, 'to') ?? '') || valueOf(mail, QUOTES)?.split(' ').includes(hash);
    if (addressIn(mail, 'from') !== normalizeAddress(senderOf(business)) || !isTheirs) continue;
    await rm(file, { force: true });
    erased += 1;
  }
  return erased;
}

/** Also as in a header: with the domain in its ASCII form. */
function addressesOf(email: string): string[] {
  const address = normalizeAddress(email);
  const at = address.lastIndexOf('@');
  return at < 0 ? [address] : [address, `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`];
}

/** Mails, and those that were cut off while being written. */
async function namesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).filter((name) => name.endsWith('.eml') || name.endsWith('.eml.part'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Each header in one line, even if it was folded. */
function readHeaders(mail: string): string[] {
  const [head = ''] = mail.split('\r\n\r\n', 1);
  return head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
}

function addressIn(headers: readonly string[], name: string): string | null {
  const value = valueOf(headers, name);
  if (value === null) return null;
  return normalizeAddress(value.endsWith('>') ? value.slice(value.lastIndexOf('<') + 1, -1) : value);
}

function valueOf(headers: readonly string[], name: string): string | null {
  const beginning = `${name.toLowerCase()}: `;
  return (
    headers
      .find((line) => line.toLowerCase().startsWith(beginning))
      ?.slice(beginning.length)
      .trim() ?? null
  );
}
