/** Whether pages of a shop show its reviews: its proxy names a storefront that has asked, and that is kept. */
import { isUnwritable } from '../../review-store/databases/errors.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Database } from './tables.ts';

export interface Storefront {
  /** Exact, such as `https://shop.example`. */
  readonly origin: string;
  /** To the day, in milliseconds since 1970. */
  readonly at: number;
}

const AGAIN_AFTER_MS = 86_400_000;
const LONGEST = 300;

const settingOf = (businessId: number): string => `storefront ${businessId}`;
/** When this process noted one for each business. */
const noted = new WeakMap<Database, Map<number, number>>();

/** @param given - of the proxy's header; anything but an origin of the web is passed over. */
export async function noteStorefront(db: Database, businessId: number, given: string, now: number): Promise<void> {
  if (given.length > LONGEST || !URL.canParse(given) || !/^https?:/.test(given) || new URL(given).origin !== given)
    return;
  const known = noted.get(db) ?? new Map<number, number>();
  noted.set(db, known);
  if (Math.abs(now - (known.get(businessId) ?? Number.NEGATIVE_INFINITY)) < AGAIN_AFTER_MS) return;
  known.set(businessId, now);
  try {
    await writeSetting(db, settingOf(businessId), { origin: given, at: now } satisfies Storefront);
  } catch (error) {
    known.delete(businessId);
    if (!isUnwritable(error)) throw error;
  }
}

export const readStorefront = (db: Database, businessId: number): Promise<Storefront | null> =>
  readSetting<Storefront>(db, settingOf(businessId));
