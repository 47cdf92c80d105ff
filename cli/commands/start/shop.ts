/** Brings the data of the service in line with what `plaudit start` keeps, before anything is served. */
import type { ServiceLocation } from '../../../review-service/database.ts';
import type { Choices } from '../../../review-service/console/setup/set-up.ts';
import { readDomains, readList, readOrigins } from '../../settings/settings.ts';
import type { KeptEnvironment } from '../../settings/kept-environment.ts';
import { completeOwner, type PartialOwner } from './owner.ts';

export interface ShopToSettle {
  readonly kept: KeptEnvironment;
  readonly owner: PartialOwner;
  /** From which its products are read. */
  readonly feed: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Sets the shop up if that was asked for and nobody owns one yet, and lets the proxy in with the secrets that are kept.
 * @returns the businesses to serve; none before there is an owner.
 * @throws UsageError, ApiError
 */
export async function settleShop(location: ServiceLocation, shop: ShopToSettle): Promise<string[]> {
  const data = await import('../../programs/service-data.ts');
  await using db = await data.openServiceDatabase(location);
  const owned = await data.listOwnedBusinesses(db);
  const businesses = owned.length > 0 ? chooseServed(shop.kept, owned, data) : await createGiven(db, shop, data);
  const [first] = businesses;
  if (first === undefined) return [];
  await data.letProxyIn(db, accessOf(shop.kept), businesses);
  if (shop.feed !== undefined) await data.useFeed(db, first, shop.feed);
  return businesses;
}

type Data = typeof import('../../programs/service-data.ts');

function chooseServed(kept: KeptEnvironment, owned: readonly string[], { usualOrigins }: Data): string[] {
  const served = servedOf(kept, owned);
  if (served.length > 0) return served;
  const [business] = owned;
  keepChoices(kept, { business: business!, origins: usualOrigins(business!) });
  return [business!];
}

async function createGiven(
  db: Awaited<ReturnType<Data['openServiceDatabase']>>,
  { kept, owner, env }: ShopToSettle,
  { createShop, usualOrigins }: Data,
): Promise<string[]> {
  const shop = completeOwner(owner);
  if (!shop) return [];
  const { business } = shop;
  const origins = readOrigins(env['PLAUDIT_ORIGINS'], 'PLAUDIT_ORIGINS');
  keepChoices(kept, { business, origins: origins.length > 0 ? origins : usualOrigins(business) });
  await createShop(db, shop, accessOf(kept));
  return [business];
}

/** With these the proxy logs in. */
export const accessOf = ({ values }: KeptEnvironment) => ({
  clientToken: values['PLAUDIT_CLIENT_TOKEN']!,
  password: values['PLAUDIT_PASSWORD']!,
});

export function keepChoices(kept: KeptEnvironment, { business, origins }: Choices): void {
  // A shop that serves several businesses goes on with them.
  const served = readList(kept.values['PLAUDIT_BUSINESS']);
  const businesses = served.includes(business) ? served : [business];
  kept.set({ PLAUDIT_BUSINESS: businesses.join(','), PLAUDIT_ORIGINS: origins.join(',') });
}

/** The latest choices; null before any. */
export function choicesOf({ values }: KeptEnvironment): Choices | null {
  const [business] = readList(values['PLAUDIT_BUSINESS']);
  return business === undefined ? null : { business, origins: readList(values['PLAUDIT_ORIGINS']) };
}

/** The file may name several, and one that an interrupted set-up has left in it. */
function servedOf({ path, values }: KeptEnvironment, owned: readonly string[]): string[] {
  if (!values['PLAUDIT_BUSINESS']) return [];
  return readDomains(values['PLAUDIT_BUSINESS'], `PLAUDIT_BUSINESS in ${path}`).filter((name) => owned.includes(name));
}
