/**
 * The translations of reviews of products that are kept: by review and language, each with the hash of the text that it
 * is of. They go with their review, and with its text.
 */
import { maskPersonalData } from '../../server-kit/personal-data.ts';
import { hashWithReply, readInsights, replaceInsights, type Subject } from '../kept.ts';
import type { InsightDb } from '../tables.ts';
import { atomically } from '../../review-store/databases/transaction.ts';
import { repeatsText } from '../../server-kit/titles.ts';

/** The words of a review, as the mirror has them. */
export interface ReviewWords {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  /** The shop's; null where there is none. */
  readonly reply: string | null;
}

export interface TranslatedWords {
  /** Null where the review has none. */
  readonly title: string | null;
  readonly content: string;
  readonly reply: string | null;
}

/** Whether a review has a title beside its text. */
export const hasTitle = (words: Pick<ReviewWords, 'title' | 'content'>): boolean =>
  words.title.trim() !== '' && !repeatsText(words);

/** The texts to translate: the title and the reply, if there are any, and the text, as shoppers see them. */
export const toTranslate = (words: Omit<ReviewWords, 'id'>): readonly string[] =>
  [hasTitle(words) ? words.title : '', words.content, words.reply ?? '']
    .map(maskPersonalData)
    .filter((text) => text.trim() !== '');

export interface Wanted {
  readonly businessId: number;
  readonly review: ReviewWords;
  /** The language to be read in. */
  readonly language: string;
}

const subjectOf = ({ businessId, review, language }: Wanted): Subject => ({
  businessId,
  kind: 'translation',
  subject: review.id,
  language,
});

/** The translation of exactly these words; null where there is none. */
export async function readTranslation(db: InsightDb, wanted: Wanted): Promise<TranslatedWords | null> {
  const hash = hashWithReply(wanted.review);
  const kept = await readInsights(db, subjectOf(wanted));
  // The words, and then the reply.
  const [words, reply] = kept.filter(
    ({ language, grounds }) => language === wanted.language && grounds[0]!.hash === hash,
  );
  return words ? { title: words.title, content: words.text, reply: reply?.text ?? null } : null;
}

/**
 * Keeps a translation of a review that still has these words.
 * @returns whether it has them: somebody may have changed or removed it meanwhile.
 */
export function saveTranslation(db: InsightDb, wanted: Wanted, words: TranslatedWords): Promise<boolean> {
  const { businessId, review } = wanted;
  return atomically(db, async (db) => {
    // An update locks the row: whoever changes it next finds the translation.
    await db
      .updateTable('product_review')
      .set((eb) => ({ rating: eb.ref('rating') }))
      .where('business_id', '=', businessId)
      .where('id', '=', review.id)
      .execute();
    const grounds = [{ id: review.id, hash: hashWithReply(review) }];
    const { title, content: text, reply } = words;
    const made = [{ title, text, grounds }, ...(reply === null ? [] : [{ title: null, text: reply, grounds }])];
    return (await replaceInsights(db, subjectOf(wanted), made)).kept > 0;
  });
}
