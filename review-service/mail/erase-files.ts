import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import type { BusinessRow } from '../../review-store/businesses.ts';
import { normalizeAddress } from '../../review-store/data-key.ts';
import { senderOf } from './queue.ts';

/**
 * Deletes mail from a business to somebody that was written to files, if there is no mail server. What a mail server
 * has taken is out of reach; these files are in the data directory, and are the operator's like everything else there.
 * @returns how many there were.
 */
export async function eraseMailFiles(directory: string, business: BusinessRow, email: string): Promise<number> {
  const address = normalizeAddress(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = at < 0 ? [] : [address.slice(0, at), address.slice(at + 1)];
  // As in the header: with the domain in its ASCII form.
  const written = `${local}@${domainToASCII(domain ?? '')}`;
  let erased = 0;
  for (const name of await namesIn(directory)) {
    const file = join(directory, name);
    const mail = readHeaders(await readFile(file, 'utf8').catch(() => ''));
    const to = addressIn(mail, 'to');
    if (addressIn(mail, 'from') !== normalizeAddress(senderOf(business)) || (to !== address && to !== written))
      continue;
    await rm(file, { force: true });
    erased += 1;
  }
  return erased;
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
  const header = headers.find((line) => line.toLowerCase().startsWith(`${name}: `));
  if (header === undefined) return null;
  const value = header.slice(name.length + 2).trim();
  return normalizeAddress(value.endsWith('>') ? value.slice(value.lastIndexOf('<') + 1, -1) : value);
}
