/**
 * The fate of all reviews: of products, of the shop, and of both together. Nothing here says the stars of a review
 * that is held.
 */
import type { Transparency } from '../../../contract/entities/transparency.ts';
import {
  countPublished,
  countUnlistedOf,
  toTransparency,
  transparencyOfProducts,
} from '../../../review-store/reviews/transparency.ts';
import { storeOf, type Database } from '../../data/tables.ts';

export const starNumbers = [5, 4, 3, 2, 1] as const;

const counts = ['received', 'published', 'held', 'hidden', 'asked', 'verified', 'incentivised'] as const;
export type CountName = (typeof counts)[number];

/**
 * Published, held and hidden make up all that were received. Of the published ones: `asked`, written after the shop had
 * asked, `verified` and `incentivised`.
 */
export interface Standing extends Readonly<Record<CountName, number>> {
  /** Of the hidden ones: one of `removalReasons`, what an import says, or `NO_REASON`. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly stars: Readonly<
    Record<(typeof starNumbers)[number], { readonly published: number; readonly hidden: number }>
  >;
}

export const NO_REASON = 'no reason';

export const kinds = ['both', 'products', 'shop'] as const;
export type BothKinds = Readonly<Record<(typeof kinds)[number], Standing>>;

/** As everywhere, without removed products, and without reviews of the shop that are read from other sites. */
export async function readBothKinds(db: Database, businessId: number): Promise<BothKinds> {
  const store = storeOf(db);
  const products = toStanding(await transparencyOfProducts(store, businessId));
  const published = await countPublished(store, businessId, undefined);
  const shop = toStanding(toTransparency(published, await countUnlistedOf(store, businessId, undefined)));
  return { both: sumOf(products, shop), products, shop };
}

/** The share of a whole in percent, to one digit after the point; null where there is none. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((1_000 * part) / whole) / 10;

function toStanding({ published, waiting, removed, stars, ...all }: Transparency): Standing {
  const held = waiting ?? 0;
  return {
    received: published + held + removed.total,
    published,
    held,
    hidden: removed.total,
    reasons: withRest(removed),
    asked: all.solicited,
    verified: all.verified,
    incentivised: all.incentivised ?? 0,
    stars: eachStar((star) => ({ published: stars[star].published, hidden: stars[star].removed })),
  };
}

function withRest({ total, reasons }: Transparency['removed']): Standing['reasons'] {
  const rest = total - Object.values(reasons).reduce((sum, count) => sum + count, 0);
  return rest > 0 ? { ...reasons, [NO_REASON]: rest } : reasons;
}

const eachStar = (of: (star: (typeof starNumbers)[number]) => Standing['stars'][5]): Standing['stars'] =>
  Object.fromEntries(starNumbers.map((star) => [star, of(star)])) as unknown as Standing['stars'];

function sumOf(one: Standing, other: Standing): Standing {
  const reasons: Record<string, number> = { ...one.reasons };
  for (const [reason, count] of Object.entries(other.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count;
  const sums = counts.map((name) => [name, one[name] + other[name]] as const);
  return {
    ...(Object.fromEntries(sums) as Record<CountName, number>),
    reasons,
    stars: eachStar((star) => ({
      published: one.stars[star].published + other.stars[star].published,
      hidden: one.stars[star].hidden + other.stars[star].hidden,
    })),
  };
}
