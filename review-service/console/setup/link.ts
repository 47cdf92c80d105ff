/** The link into the set-up of the program that runs, which another process can make. */
import { listOwnedBusinesses } from '../../people/accounts/proxy-account.ts';
import { userAgent } from '../../../server-kit/version.ts';
import { readSetting, takeSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';
import { makeLink } from './passes.ts';

const ADDRESS = 'set-up address';
const ANSWER_WITHIN_MS = 5_000;

/** How a running program is reached, without trailing slashes. */
export interface SetUpAddress {
  /** By browsers: how its links begin. */
  readonly url: string;
  /** From this machine. */
  readonly listensAt: string;
}

/** A link leads to this program, until it is closed. */
export async function openSetUp(
  db: Database,
  address: SetUpAddress,
): Promise<{ readonly link: string | null; close(): Promise<void> }> {
  await writeSetting(db, ADDRESS, address);
  const isOwned = (await listOwnedBusinesses(db)).length > 0;
  return {
    // Once somebody owns a shop here, one is made when it is asked for.
    link: isOwned ? null : await newLink(db, address),
    // Another program may have taken its place.
    close: async () => void (await takeSetting(db, ADDRESS, address)),
  };
}

const newLink = async (db: Database, { url }: SetUpAddress): Promise<string> => `${url}${PATH}/${await makeLink(db)}`;

export const PATH = '/console/setup';

/** How the program answers where nothing of the set-up is undone. */
export const GONE = 410;

export type MadeLink = { readonly link: string } | { readonly none: 'nothing runs' | 'nothing is undone' };

/** Makes a link for the program that runs on these data; an earlier one works no more. */
export async function linkOfRunning(db: Database): Promise<MadeLink> {
  const address = await readSetting<SetUpAddress>(db, ADDRESS);
  if (!address) return { none: 'nothing runs' };
  const link = await newLink(db, address);
  // Only a program on the same data knows the link.
  const answer = await fetch(link.replace(address.url, address.listensAt), {
    method: 'HEAD',
    headers: { 'user-agent': userAgent },
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null);
  if (answer?.status === GONE) return { none: 'nothing is undone' };
  return answer?.ok ? { link } : { none: 'nothing runs' };
}
