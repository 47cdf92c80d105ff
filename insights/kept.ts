/**
 * Insights that were made of the texts of certain reviews, such as a translation or a sentence of a summary. Each has
 * its grounds, the reviews that it rests on with the hashes of what they said, and goes with each of these reviews and
 * with each of their texts.
 */
import { createHash } from 'node:crypto';
import { readProductReviewTexts } from '../review-store/reviews/review-facts.ts';
import { maskPersonalData } from '../server-kit/personal-data.ts';
import type { InsightDb } from './tables.ts';

/** A review that an insight rests on, with the hash of what it said then. */
export interface Ground {
  readonly id: number;
  readonly hash: string;
}

export interface Insight {
  readonly title: string | null;
  readonly text: string;
  readonly grounds: readonly Ground[];
}

/** The review or the product that an insight is about, by its number, and the language that it is in. */
export interface Subject {
  readonly businessId: number;
  readonly kind: 'sentence' | 'translation';
  readonly subject: number;
  readonly language: string;
}

interface Words {
  readonly title: string;
  readonly content: string;
}

/** Of the words of a review as shoppers see them. */
export const hashOf = (words: Words): string =>
  createHash('sha256')
    .update(JSON.stringify([maskPersonalData(words.title), maskPersonalData(words.content)]))
    .digest('base64url');

/** The same with the shop's reply, which a translation rests on as well. */
export const hashWithReply = (words: Words & { readonly reply: string | null }): string =>
  words.reply === null ? hashOf(words) : hashOf({ ...words, content: `${words.content}\n\n${words.reply}` });

/** With its reply and without: each may be what an insight rests on. */
async function readHashes(
  db: InsightDb,
  businessId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  if (ids.length === 0) return new Map();
  const texts = await readProductReviewTexts(db, businessId, [...new Set(ids)]);
  return new Map(texts.map((words) => [words.id, [hashOf(words), hashWithReply(words)]]));
}

/**
 * Replaces the insights into a subject. Those whose reviews have changed or gone while they were made are not kept.
 * @returns how many are, and whether answers are different now.
 */
export async function replaceInsights(
  db: InsightDb,
  { businessId: business_id, kind, subject, language }: Subject,
  made: readonly Insight[],
): Promise<{ readonly kept: number; readonly changed: boolean }> {
  const ids = made.flatMap(({ grounds }) => grounds.map(({ id }) => id));
  const hashes = await readHashes(db, business_id, ids);
  const standing = made.filter(({ grounds }) => grounds.every(({ id, hash }) => hashes.get(id)?.includes(hash)));
  const { numDeletedRows } = await db
    .deleteFrom('mirror_insight')
    .where('business_id', '=', business_id)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('language', '=', language)
    .executeTakeFirst();
  const rows = standing.map(({ title, text, grounds }, position) => ({
    id: [kind, business_id, subject, language, position].join(' '),
    business_id,
    kind,
    subject,
    language,
    position,
    title,
    text,
    grounds: grounds.length,
  }));
  if (rows.length > 0) {
    await db.insertInto('mirror_insight').values(rows).execute();
    const grounds = standing.flatMap((one, index) =>
      one.grounds.map(({ id, hash }) => ({ insight: rows[index]!.id, business_id, review_id: id, text_hash: hash })),
    );
    await db.insertInto('mirror_insight_ground').values(grounds).execute();
  }
  return { kept: rows.length, changed: rows.length > 0 || numDeletedRows > 0n };
}

/** In all languages, in their order. Whether their reviews still say the same is for the caller to find out. */
export async function readInsights(
  db: InsightDb,
  { businessId, kind, subject }: Omit<Subject, 'language'>,
): Promise<(Insight & { readonly language: string })[]> {
  const rows = await db
    .selectFrom('mirror_insight')
    .innerJoin('mirror_insight_ground', 'mirror_insight_ground.insight', 'mirror_insight.id')
    .select(['id', 'language', 'title', 'text', 'grounds', 'review_id', 'text_hash'])
    .where('mirror_insight.business_id', '=', businessId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('language')
    .orderBy('position')
    .orderBy('review_id')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()]
    .filter((ofOne) => ofOne.length === ofOne[0]!.grounds)
    .map((ofOne) => ({
      language: ofOne[0]!.language,
      title: ofOne[0]!.title,
      text: ofOne[0]!.text,
      grounds: ofOne.map(({ review_id, text_hash }) => ({ id: review_id, hash: text_hash })),
    }));
}

/** These reviews have just been written: drops what rests on something else that they said before. */
export async function dropOutdated(db: InsightDb, businessId: number, ids: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('mirror_insight_ground')
    .select('review_id')
    .distinct()
    .where('business_id', '=', businessId)
    .where('review_id', 'in', [...ids])
    .execute();
  const hashes = await readHashes(
    db,
    businessId,
    rows.map(({ review_id }) => review_id),
  );
  if (hashes.size === 0) return;
  await db
    .deleteFrom('mirror_insight')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mirror_insight_ground')
        .select('insight')
        .where('business_id', '=', businessId)
        .where((eb) =>
          eb.or([...hashes].map(([id, hash]) => eb.and([eb('review_id', '=', id), eb('text_hash', 'not in', hash)]))),
        ),
    )
    .execute();
}

/** Reviews are gone, and their rows as grounds with them: drops what rested on them. */
export async function dropUnfounded(db: InsightDb, businessId: number): Promise<void> {
  await db
    .deleteFrom('mirror_insight')
    .where('business_id', '=', businessId)
    .where('grounds', '>', (eb) =>
      eb
        .selectFrom('mirror_insight_ground')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('insight', '=', 'mirror_insight.id'),
    )
    .execute();
}
