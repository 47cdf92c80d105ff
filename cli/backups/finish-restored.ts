/** Finishes a restored shop before it is moved to its place: settles the proxy's data, and erases people again. */
import { dirname, join } from 'node:path';
import type { Restored } from '../programs/service-data.ts';
import { eraseAgainIn, readLists } from './erase-again.ts';

/**
 * By which list who was erased again, and up to when it was kept, in milliseconds since 1970; null where there is none,
 * so that nobody could know. `people` is null where their data is in a database, from which the next start erases them.
 */
export type ErasedAgain = { readonly list: string; readonly upTo: number; readonly people: number | null } | null;

/**
 * @param from - the file of the backup.
 * @param directory - where the shop will be: a list of who was erased may have outlasted its data there.
 */
export async function finishRestored(
  { shop }: Restored,
  { from, directory }: { readonly from: string; readonly directory: string },
): Promise<ErasedAgain> {
  const lists = await readLists([dirname(from), join(directory, shop.service ?? ''), directory]);
  if (shop.service === null) return lists && { ...lists, people: null };
  const proxies = shop.proxy === null ? [] : [{ directory: join(shop.directory, shop.proxy), keepCopy: false }];
  for (const proxy of proxies) {
    const programs = await import('../programs/proxy-data.ts');
    await using db = await programs.openProxyDatabase(proxy);
    await programs.forgetInstances(db);
  }
  const service = { directory: join(shop.directory, shop.service), keepCopy: false };
  return lists && { ...lists, people: await eraseAgainIn({ service, proxies }, lists.entries) };
}
