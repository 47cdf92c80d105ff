/**
 * The words of questions about products. A shop has hundreds of questions where it has ten thousands of reviews, so
 * there is no index of them: a search reads the words of each question that could be meant.
 */
import { sql, type RawBuilder } from 'kysely';
import type { ProductAnswer } from '../../contract/entities/entities.ts';
import type { Store } from '../content/ids.ts';
import { searchTerms, searchText } from '../databases/text.ts';

interface Worded {
  readonly business_id: number;
  readonly content: string;
  /** JSON array of ProductAnswer. */
  readonly answers: string;
}

/** The words of a question and of its published answers. */
export function wordsOf({ business_id, content, answers }: Worded): string {
  const published = (JSON.parse(answers) as ProductAnswer[]).filter(isPublishedAnswer);
  return searchText(business_id, content, ...published.map((answer) => answer.content));
}

export const isPublishedAnswer = ({ published }: Pick<ProductAnswer, 'published'>): boolean => published !== 'pending';

/** True where a row has all words of the query, the last one perhaps unfinished, as in every other search. */
export function hasWords(businessId: number, query: string): RawBuilder<boolean> {
  const terms = searchTerms(businessId, query);
  if (terms === null) return sql`false`;
  const patterns = [...terms.words.map((word) => `% ${word} %`), ...(terms.prefix ? [`% ${terms.prefix}%`] : [])];
  // Words are letters and digits alone, so none of them means anything to LIKE.
  const conditions = patterns.map((pattern) => sql<boolean>`' ' || search_text || ' ' like ${pattern}`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** The same of one question that is not in the store. */
export function saysWords(businessId: number, query: string, texts: readonly string[]): boolean {
  const terms = searchTerms(businessId, query);
  if (terms === null) return false;
  const { words, prefix } = terms;
  const said = searchText(businessId, ...texts).split(' ');
  return words.every((word) => said.includes(word)) && (!prefix || said.some((word) => word.startsWith(prefix)));
}

const AT_ONCE = 200;

/** Fills in the words of questions that a program without search has stored. */
export async function completeWords(db: Store): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('product_question')
      .select(['business_id', 'id', 'content', 'answers'])
      .where('search_text', '=', '')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) {
      await db
        .updateTable('product_question')
        .set({ search_text: wordsOf(row) })
        .where('business_id', '=', row.business_id)
        .where('id', '=', row.id)
        // Nobody has changed it meanwhile.
        .where('answers', '=', row.answers)
        .where('content', '=', row.content)
        .execute();
    }
    if (rows.length < AT_ONCE) return;
  }
}
