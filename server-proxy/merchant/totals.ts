/**
 * How many items match in all. The API does not say; of what is published the mirror knows, where it is complete.
 */
import type { Parameters } from '../../contract/parameters.ts';
import type { ShopperRead } from '../../contract/shopper.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { needsOf, readPlans, storeAlone, type ReadPlan } from '../shopper/reads.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { MerchantRead } from './reads.ts';

/** Null where nothing here can know it. */
export async function totalFromMirror(db: ProxyDb, mirror: Mirror, domain: string, name: MerchantRead, query: object): Promise<number | null> {
  if (!isShopperRead(name) || !asksForPublished(name, query)) return null;
  const plan = readPlans[name] as ReadPlan<ShopperRead>;
  const { fromMirror } = plan;
  if (!fromMirror || !mirror.isMirrored(domain, needsOf(plan, query as Parameters<ShopperRead>))) return null;
  const answer = await fromMirror(storeAlone(storeOf(db), mirror.business(domain)), { ...query, start: 0, count: 1 } as Parameters<ShopperRead>);
  return 'total' in answer ? answer.total : null;
}

const isShopperRead = (name: MerchantRead): name is MerchantRead & ShopperRead => name in readPlans;

function asksForPublished(name: ShopperRead, query: { unpublished?: boolean; deleted?: boolean; filter?: string }): boolean {
  return !query.unpublished && !query.deleted && (name !== 'listProductQuestions' || query.filter === 'PUBLISHED');
}
