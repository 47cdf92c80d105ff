/**
 * How many reviews there were and what became of them, strictly as we say it and as it is read: an answer may have more
 * fields than this version knows.
 */
import { z } from 'zod';

const count = z.int().min(0);
/** Null where nobody can say, as of an API that does not list what waits. */
const perhaps = count.nullable();
/** How many were removed for each reason. Reviews removed without one are in the total alone. */
const reasons = z.record(z.string(), count);

type MakeObject = <Shape extends z.ZodRawShape>(shape: Shape) => z.ZodObject<Shape>;

function define(object: MakeObject) {
  const byStars = <Counts extends z.ZodType>(counts: Counts) =>
    object({ 1: counts, 2: counts, 3: counts, 4: counts, 5: counts });
  /** Reviews in no listing, of the business or of one product. */
  const Unlisted = object({
    waiting: perhaps,
    removed: count,
    reasons,
    stars: byStars(object({ waiting: perhaps, removed: count })),
  });
  return {
    Unlisted,
    /** The same of everything. A product without any is not named. */
    AllUnlisted: object({ business: Unlisted, products: z.record(z.string(), Unlisted) }),
    Transparency: object({
      /** Published, waiting and removed together. */
      received: perhaps,
      published: count,
      /** Pending until the business has looked at them. */
      waiting: perhaps,
      removed: object({ total: count, reasons }),
      /** A review without an overall rating is in none of these. */
      stars: byStars(object({ received: perhaps, published: count, waiting: perhaps, removed: count })),
      /** This and the next two are of the published ones. Solicited: the business had asked for it. */
      solicited: count,
      /** Something was given for it. */
      incentivised: perhaps,
      /** By verified buyers, as the glossary defines them. */
      verified: count,
    }),
  };
}

export const strictTransparency = define(z.strictObject as MakeObject);
export const tolerantTransparency = define(z.object as MakeObject);

export type Unlisted = z.output<typeof strictTransparency.Unlisted>;
export type AllUnlisted = z.output<typeof strictTransparency.AllUnlisted>;
export type Transparency = z.output<typeof strictTransparency.Transparency>;
