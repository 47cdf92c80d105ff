/** How far the first walk has come. */
import { apiCalls } from '../contract/endpoints/limits.ts';
import { sumProductFigures } from './mirror/parts/figures.ts';
import type { Mirror } from './mirror/mirror.ts';
import { partTitles, type PartName } from './mirror/parts/parts.ts';
import type { ProxyDb } from './state/tables.ts';
import type { Budget } from '../api-client/budget.ts';

export interface Mirroring {
  readonly business: string;
  /** The part that is being read, such as `product reviews`. */
  readonly what: string;
  readonly items: number;
  /** How many there will be; null where that is unknown. */
  readonly expected: number | null;
  /** Null where it takes none that counts. */
  readonly callsLeftThisHour: number | null;
}

export interface MirroringTools {
  readonly db: ProxyDb;
  readonly mirror: Mirror;
  readonly budget: Budget;
  readonly businesses: readonly string[];
}

/** Null once everything is mirrored. */
export async function readMirroring({ db, mirror, budget, businesses }: MirroringTools): Promise<Mirroring | null> {
  for (const business of businesses) {
    const open = mirror.report(business).filter(({ mirrored }) => !mirrored);
    const largest = open.toSorted((one, other) => other.items - one.items)[0];
    if (!largest) continue;
    return {
      business,
      what: partTitles[largest.part],
      items: largest.items,
      expected: await expectedOf(db, mirror, business, largest.part),
      callsLeftThisHour: mirror.follows(business)
        ? null
        : Math.max(0, apiCalls.hour.calls - (await budget.usedThisHour())),
    };
  }
  return null;
}

/** Products say how many reviews they have. */
async function expectedOf(db: ProxyDb, mirror: Mirror, business: string, part: PartName): Promise<number | null> {
  const isListed = mirror.follows(business) || mirror.isMirrored(business, ['products']);
  if (part !== 'productReviews' || !isListed) return null;
  return (await sumProductFigures(db, business)).reviews || null;
}
