/** Erases again the people in the lists of who was erased who are still in the data of a shop. */
import { join } from 'node:path';
import type { DataLocation } from '../settings/flags.ts';
import type { ErasedEntry } from '../programs/service-data.ts';

type ProxyData = typeof import('../programs/proxy-data.ts');
type ProxyDb = Awaited<ReturnType<ProxyData['openProxyDatabase']>>;

/** The entries of the lists in these directories; `list` is one of the lists, and undefined where there is none. */
export async function readLists(
  directories: readonly string[],
): Promise<{ list: string | undefined; entries: ErasedEntry[] }> {
  const { ERASED_LIST, readErased } = await import('../programs/service-data.ts');
  const lists = directories.flatMap((directory) => {
    const entries = readErased(directory);
    return entries === null ? [] : [{ path: join(directory, ERASED_LIST), entries }];
  });
  return { list: lists[0]?.path, entries: lists.flatMap(({ entries }) => entries) };
}

export const describePeople = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** @returns how many people. */
export async function eraseAgainIn(
  { service, proxies }: { readonly service: DataLocation; readonly proxies: readonly DataLocation[] },
  entries: readonly ErasedEntry[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const { eraseAgain, openServiceDatabase } = await import('../programs/service-data.ts');
  await using db = await openServiceDatabase(service);
  return await eraseAgain(db, entries, {
    others: () => inAll(proxies, ({ listAddresses }, proxy) => listAddresses(proxy)),
    forgetIn: async (person) => {
      await inAll(proxies, async ({ eraseFromProxy }, proxy) => [await eraseFromProxy(proxy, person, Date.now())]);
    },
  });
}

async function inAll<Found>(
  proxies: readonly DataLocation[],
  work: (programs: ProxyData, db: ProxyDb) => Promise<Found[]>,
): Promise<Found[]> {
  const programs = await import('../programs/proxy-data.ts');
  const found: Found[] = [];
  for (const location of proxies) {
    await using db = await programs.openProxyDatabase(location);
    found.push(...(await work(programs, db)));
  }
  return found;
}
