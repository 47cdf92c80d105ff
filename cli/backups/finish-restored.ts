/** What a restored shop needs before it is moved to its place: the proxy's data settled, and people erased again. */
import { dirname, join } from 'node:path';
import type { ErasedPerson, Restored } from '../programs/service-data.ts';

type ProxyData = typeof import('../programs/proxy-data.ts');
type ProxyDb = Awaited<ReturnType<ProxyData['openProxyDatabase']>>;

/** Who was erased again, and by which list; null where there is no list, so that nobody could know. */
export type ErasedAgain = { readonly list: string; readonly people: number } | null;

/**
 * @param from - the file of the backup.
 * @param directory - where the shop will be: a list of who was erased may have outlasted its data there.
 */
export async function finishRestored(
  { shop, madeAt }: Restored,
  { from, directory }: { readonly from: string; readonly directory: string },
): Promise<ErasedAgain> {
  if (shop.service === null) return null;
  const proxy = shop.proxy === null ? null : await openProxy(join(shop.directory, shop.proxy));
  try {
    const service = await import('../programs/service-data.ts');
    const { found, entries } = readLists(service, [dirname(from), join(directory, shop.service), directory]);
    await using db = await service.openServiceDatabase({ directory: join(shop.directory, shop.service) });
    const others = proxy ? await proxy.programs.listAddresses(proxy.db) : [];
    const people = await service.eraseAgain(db, entries, madeAt, others);
    if (proxy) await forgetIn(proxy, people);
    return found === undefined ? null : { list: found, people: people.length };
  } finally {
    await proxy?.db.destroy();
  }
}

async function openProxy(directory: string): Promise<{ programs: ProxyData; db: ProxyDb }> {
  const programs = await import('../programs/proxy-data.ts');
  const db = await programs.openProxyDatabase({ directory, keepCopy: false });
  await programs.forgetInstances(db);
  return { programs, db };
}

function readLists({ readErased, ERASED_LIST }: typeof import('../programs/service-data.ts'), places: string[]) {
  const lists = places.flatMap((place) => {
    const entries = readErased(place);
    return entries === null ? [] : [{ place, entries }];
  });
  return {
    found: lists[0] && join(lists[0].place, ERASED_LIST),
    entries: lists.flatMap(({ entries }) => entries),
  };
}

async function forgetIn({ programs, db }: { programs: ProxyData; db: ProxyDb }, people: readonly ErasedPerson[]) {
  for (const person of people) await programs.eraseFromProxy(db, person, Date.now());
}
