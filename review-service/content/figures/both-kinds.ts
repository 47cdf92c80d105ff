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

/** Published, held and hidden make up all that were received. */
export interface Standing {
  readonly received: number;
  readonly published: number;
  readonly held: number;
  readonly hidden: number;
  /** Of the hidden ones: one of `removalReasons`, what an import says, or `NO_REASON`. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Of the published ones, as the next two: written after the shop had asked. */
  readonly asked: number;
  readonly verified: number;
  readonly incentivised: number;
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

const toStanding = ({
  published,
  waiting,
  removed,
  stars,
  solicited,
  verified,
  incentivised,
}: Transparency): Standing => ({
  received: published + (waiting ?? 0) + removed.total,
  published,
  held: waiting ?? 0,
  hidden: removed.total,
  reasons: withRest(removed),
  asked: solicited,
  verified,
  incentivised: incentivised ?? 0,
  stars: eachStar((star) => ({ published: stars[star].published, hidden: stars[star].removed })),
});

function withRest({ total, reasons }: Transparency['removed']): Standing['reasons'] {
  const rest = total - Object.values(reasons).reduce((sum, count) => sum + count, 0);
  return rest > 0 ? { ...reasons, [NO_REASON]: rest } : reasons;
}

const eachStar = (of: (star: (typeof starNumbers)[number]) => Standing['stars'][5]): Standing['stars'] =>
  Object.fromEntries(starNumbers.map((star) => [star, of(star)])) as unknown as Standing['stars'];

function sumOf(one: Standing, other: Standing): Standing {
  const reasons = [...new Set([...Object.keys(one.reasons), ...Object.keys(other.reasons)])];
  return {
    received: one.received + other.received,
    published: one.published + other.published,
    held: one.held + other.held,
    hidden: one.hidden + other.hidden,
    reasons: Object.fromEntries(
      reasons.map((reason) => [reason, (one.reasons[reason] ?? 0) + (other.reasons[reason] ?? 0)]),
    ),
    asked: one.asked + other.asked,
    verified: one.verified + other.verified,
    incentivised: one.incentivised + other.incentivised,
    stars: eachStar((star) => ({
      published: one.stars[star].published + other.stars[star].published,
      hidden: one.stars[star].hidden + other.stars[star].hidden,
    })),
  };
}
