/**
 * How many reviews of a business have each term: what makes it possible to say which terms stand out for a product.
 * They are counted anew when some have changed, since the count of a shop changes slowly: at once after a fiftieth of
 * the gists, otherwise within the hour.
 */
import type { InsightDb } from '../tables.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readTerms } from './gist-rows.ts';

/** Of gists at once: a few milliseconds. */
const SLICE = 250;
/** Terms that one review in so many has had by then are dropped, which keeps the memory bounded. */
const MOST_TERMS = 200_000;
/** A term of fewer reviews stands out nowhere. */
const FEWEST_REVIEWS = 3;

export interface TermCounts {
  readonly language: string;
  /** All reviews in this language. */
  readonly reviews: number;
  /** Number of reviews by stem. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Reads every gist of a business, a slice at a time. */
export async function countTerms(db: InsightDb, businessId: number): Promise<TermCounts[]> {
  const languages = new Map<string, { reviews: number; counts: Map<string, number> }>();
  let after = 0;
  for (;;) {
    const rows = await readTerms(db, businessId, after, SLICE);
    for (const { language, terms } of rows) {
      if (terms === '') continue;
      let one = languages.get(language);
      if (!one) languages.set(language, (one = { reviews: 0, counts: new Map() }));
      one.reviews += 1;
      for (const stem of stemsOf(terms)) one.counts.set(stem, (one.counts.get(stem) ?? 0) + 1);
      if (one.counts.size > MOST_TERMS) dropRare(one.counts);
    }
    if (rows.length < SLICE) break;
    after = rows.at(-1)!.review_id;
    await nextTurn();
  }
  return [...languages].map(([language, { reviews, counts }]) => ({
    language,
    reviews,
    counts: new Map([...counts].filter(([, count]) => count >= FEWEST_REVIEWS)),
  }));
}

function dropRare(counts: Map<string, number>): void {
  for (const [stem, count] of counts) if (count < FEWEST_REVIEWS) counts.delete(stem);
}

export const stemsOf = (terms: string): string[] =>
  terms
    .slice(1, -1)
    .split(' ')
    .map((term) => term.slice(0, term.indexOf(':')));

export async function saveTermCounts(db: InsightDb, businessId: number, counts: readonly TermCounts[]): Promise<void> {
  await db.deleteFrom('mirror_term_counts').where('business_id', '=', businessId).execute();
  for (const one of counts)
    await db
      .insertInto('mirror_term_counts')
      .values({
        business_id: businessId,
        language: one.language,
        reviews: one.reviews,
        counts: JSON.stringify(Object.fromEntries(one.counts)),
      })
      .execute();
}

/** A term that one person alone has used may be in them. They are counted again within a second. */
export async function forgetTermCounts(db: InsightDb, businessId: number): Promise<void> {
  await saveTermCounts(db, businessId, []);
  await db.updateTable('mirror_gist_state').set({ counted_at: null }).where('business_id', '=', businessId).execute();
}

export async function readTermCounts(
  db: InsightDb,
  businessId: number,
  languages: readonly string[],
): Promise<ReadonlyMap<string, TermCounts>> {
  if (languages.length === 0) return new Map();
  const rows = await db
    .selectFrom('mirror_term_counts')
    .select(['language', 'reviews', 'counts'])
    .where('business_id', '=', businessId)
    .where('language', 'in', [...languages])
    .execute();
  return new Map(
    rows.map(({ counts, ...row }) => {
      // Words are anything, such as “constructor”, which every object has.
      const byStem = Object.entries(JSON.parse(counts) as Readonly<Record<string, number>>);
      return [row.language, { ...row, counts: new Map(byStem) }];
    }),
  );
}
