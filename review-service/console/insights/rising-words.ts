/**
 * Words that more of the published reviews of the last 30 days have than of those before. So many are read at most, and
 * what was found serves for an hour.
 */
import { sql } from 'kysely';
import { makeGists } from '../../../insights/language/gist-maker.ts';
import { Terms } from '../../../insights/terms/mentions.ts';
import { stemsOf, type TermCounts } from '../../../insights/terms/term-counts.ts';
import { State } from '../../../review-store/tables.ts';
import { KeptFor } from '../../../server-kit/kept-for.ts';
import { DAY_MS } from '../../content/figures/counts.ts';
import { shareOf } from '../../content/figures/both-kinds.ts';
import type { Database } from '../../data/tables.ts';

export interface RisingWord {
  readonly word: string;
  readonly language: string;
  /** Of the last 30 days, that have it. */
  readonly reviews: number;
  /** In percent of the reviews in this language. */
  readonly share: number | null;
  readonly before: number | null;
}

const LATELY_MS = 30 * DAY_MS;
/** Of each kind, the newest. */
const MOST_LATELY = 300;
const MOST_BEFORE = 600;
/** With fewer there is nothing to compare with. */
const FEWEST_BEFORE = 30;
export const KEPT_MS = 3_600_000;

/** For each business. */
export const keepRisingWords = (): KeptFor<RisingWord[]> => new KeptFor(KEPT_MS);

/** Terms of some texts, and how many of these and others have each of them, by language. */
export async function countTerms(some: readonly Text[], others: readonly Text[]) {
  const gists = await makeGists([...some, ...others]);
  const terms = new Terms();
  const all = new Map<string, TermCounts & { readonly counts: Map<string, number> }>();
  const counted = new Map<string, number>();
  for (const [index, gist] of gists.entries()) {
    if (gist.terms === '') continue;
    const { reviews = 0, counts = new Map<string, number>() } = all.get(gist.language) ?? {};
    for (const stem of stemsOf(gist.terms)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    all.set(gist.language, { language: gist.language, reviews: reviews + 1, counts });
    const text = some[index];
    if (!text) continue;
    terms.add(gist, text.isLow, text.author);
    counted.set(gist.language, (counted.get(gist.language) ?? 0) + 1);
  }
  return { terms, all, counted };
}

/** @param now - milliseconds since 1970. */
export async function findRisingWords(db: Database, businessId: number, now: number): Promise<RisingWord[]> {
  const since = now - LATELY_MS;
  const lately = await readTexts(db, businessId, sql`created_at > ${since}`, MOST_LATELY);
  const before = await readTexts(db, businessId, sql`created_at <= ${since}`, MOST_BEFORE);
  const { terms, all, counted } = await countTerms(lately, before);
  return terms.findings(all, new Set()).mentions.flatMap(({ key, language, words: word, count }) => {
    const { reviews, counts } = all.get(language)!;
    const recent = counted.get(language)!;
    const earlier = reviews - recent;
    if (earlier < FEWEST_BEFORE) return [];
    const had = (counts.get(key.slice(language.length + 1)) ?? 0) - count;
    return [{ word, language, reviews: count, share: shareOf(count, recent), before: shareOf(had, earlier) }];
  });
}

interface Text {
  readonly title: string;
  readonly content: string;
  readonly author: string;
  /** One or two stars. */
  readonly isLow: boolean;
}

/** The newest that are published. */
export async function readTexts(
  db: Database,
  businessId: number,
  when: ReturnType<typeof sql>,
  most: number,
  tables: readonly ('product_review' | 'review')[] = ['product_review', 'review'],
): Promise<Text[]> {
  const texts: Text[] = [];
  for (const table of tables) {
    const own = table === 'review' ? sql` and datasource = ''` : sql``;
    const stars = table === 'review' ? sql`5` : sql`rating`;
    const { rows } = await sql<{ id: number; author_id: number | null; title: string; content: string; stars: number }>`
      select id, author_id, title, content, ${stars} as stars from ${sql.table(table)}
      where business_id = ${businessId} and state = ${State.published} and ${when}${own}
      order by created_at desc, id desc limit ${most}`.execute(db);
    for (const { id, author_id: author, title, content, stars } of rows)
      texts.push({ title, content, isLow: stars <= 2, author: author === null ? `${table} ${id}` : String(author) });
  }
  return texts;
}
