/** Erases again the people in the lists of who was erased who are still in the data of a shop. */
import { join } from 'node:path';
import type { DataLocation } from '../settings/flags.ts';
import type { ErasedEntry, ErasedPeople } from '../programs/service-data.ts';

type ProxyData = typeof import('../programs/proxy-data.ts');
type ProxyDb = Awaited<ReturnType<ProxyData['openProxyDatabase']>>;

/** The lists in these directories as one, `list` being one of them; null where there is none. */
export async function readLists(directories: readonly string[]): Promise<(ErasedPeople & { list: string }) | null> {
  const { ERASED_LIST, readErased } = await import('../programs/service-data.ts');
  const lists = directories.flatMap((directory) => {
    const people = readErased(directory);
    return people === null ? [] : [{ ...people, list: join(directory, ERASED_LIST) }];
  });
  if (lists.length === 0) return null;
  const upTo = Math.max(...lists.map((one) => one.upTo));
  return { list: lists[0]!.list, entries: lists.flatMap(({ entries }) => entries), upTo };
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
