/**
 * How many items match in all. The API does not say. The mirror knows, for what is published and where it is complete.
 */
import type { ShopperParameters } from '../../contract/shopper/shopper-parameters.ts';
import type { ShopperRead } from '../../contract/shopper/shopper.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { needsOf, storeAlone, type ReadHandler } from '../shopper/lists/read-handler.ts';
import { readHandlers } from '../shopper/lists/reads.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { MerchantRead } from './reads.ts';

/** Null where it is unknown here. */
export async function totalFromMirror(
  db: ProxyDb,
  mirror: Mirror,
  domain: string,
  name: MerchantRead,
  query: object,
): Promise<number | null> {
  if (!isShopperRead(name) || !asksForPublished(name, query)) return null;
  const handler = readHandlers[name] as ReadHandler<ShopperRead>;
  const { fromMirror } = handler;
  if (!fromMirror || !mirror.isMirrored(domain, needsOf(handler, query as ShopperParameters<ShopperRead>))) return null;
  const answer = await fromMirror(storeAlone(storeOf(db), mirror.business(domain)), {
    ...query,
    start: 0,
    count: 1,
  } as ShopperParameters<ShopperRead>);
  return 'total' in answer ? answer.total : null;
}

const isShopperRead = (name: MerchantRead): name is MerchantRead & ShopperRead => name in readHandlers;

function asksForPublished(
  name: ShopperRead,
  query: { unpublished?: boolean; deleted?: boolean; filter?: string },
): boolean {
  return !query.unpublished && !query.deleted && (name !== 'listProductQuestions' || query.filter === 'PUBLISHED');
}
