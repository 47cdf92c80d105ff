/**
 * What reviewers wrote, word for word, of what a product is most spoken of for. The same reviews always give the same
 * sentences. See docs/decisions/0131-in-reviewers-words.md for the measure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mention, Quote } from '../../contract/digest.ts';
import { readQuotableReviews, type QuotableReview } from '../../review-store/review-facts.ts';
import { findTerms } from '../gists/terms.ts';
import { vocabularies } from '../gists/vocabularies.ts';
import { storeOf } from '../state/open.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { Findings } from './mentions.ts';
import { sentencesOf } from './sentences.ts';

const MOST_QUOTES = 3;
/** Quotes are of so many of the newest reviews: what they say of the product is more likely to be true today. */
const MOST_RECENT = 2_000;
/** Texts that are read for each mention, and sentences of these that are kept. */
const MOST_READ = 16;
const MOST_KEPT = 4;
/** Reviews whose terms are searched at once, and texts that are split at once: a few milliseconds each. */
const TERMS_SLICE = 250;
const TEXTS_SLICE = 50;

export interface RecentReview {
  readonly id: number;
  readonly isLow: boolean;
  readonly language: string;
  /** See gists/terms.ts. */
  readonly terms: string;
}

/** The newest reviews of a product, as they go by from the oldest on. */
export class RecentReviews {
  readonly #reviews: RecentReview[] = [];

  add(review: RecentReview): void {
    if (this.#reviews.push(review) >= 2 * MOST_RECENT) this.#reviews.splice(0, MOST_RECENT);
  }

  /** Newest first. */
  get all(): readonly RecentReview[] {
    return this.#reviews.slice(-MOST_RECENT).toReversed();
  }
}

interface Sentence {
  readonly reviewId: number;
  readonly authorId: number | null;
  readonly createdAt: number;
  readonly text: string;
  /** Where each of the mentions in it is, by key. */
  readonly places: ReadonlyMap<string, Quote['marked']>;
  /** How many of the frequent words are in it. */
  readonly frequent: number;
}

/** Sentences that may stand for a mention, the best first. */
export interface Quotable {
  readonly mention: string;
  readonly language: string;
  readonly sentences: readonly Sentence[];
}

/** For each mention, in their order. */
export async function findQuotable(
  db: ProxyDb,
  businessId: number,
  { mentions, frequent }: Findings,
  recent: readonly RecentReview[],
): Promise<readonly Quotable[]> {
  const candidates = await findCandidates(mentions, recent);
  const languages = new Map([...candidates].flatMap(([{ language }, ids]) => ids.map((id) => [id, language] as const)));
  const sentences = new Map<number, readonly Sentence[]>();
  const ids = [...languages.keys()];
  for (let start = 0; start < ids.length; start += TEXTS_SLICE) {
    await nextTurn();
    for (const review of await readQuotableReviews(storeOf(db), businessId, ids.slice(start, start + TEXTS_SLICE))) {
      const language = languages.get(review.id)!;
      const spoken = mentions.filter((mention) => mention.language === language);
      sentences.set(review.id, weighSentences(review, language, spoken, frequent.get(language)!));
    }
  }
  return [...candidates].map(([{ key, language }, of]) => ({
    mention: key,
    language,
    sentences: bestOf(
      key,
      of.flatMap((id) => sentences.get(id) ?? []),
    ),
  }));
}

const stemOf = ({ key, language }: Mention): string => key.slice(language.length + 1);

/**
 * Reviews to look for a sentence in: of those that have the mention, the side that has more of them, critical or not.
 * What speaks of most mentions comes first, then what is newer.
 */
async function findCandidates(
  mentions: readonly Mention[],
  recent: readonly RecentReview[],
): Promise<ReadonlyMap<Mention, readonly number[]>> {
  const found = new Map(mentions.map((mention) => [mention, [] as { id: number; spoken: number }[]]));
  const patterns = mentions.map((mention) => ({ mention, pattern: ` ${stemOf(mention)}:` }));
  for (const [index, { id, isLow, language, terms }] of recent.entries()) {
    if (index % TERMS_SLICE === 0) await nextTurn();
    const spoken = patterns.filter(({ mention, pattern }) => mention.language === language && terms.includes(pattern));
    for (const { mention } of spoken)
      if (isLow === isMostlyLow(mention)) found.get(mention)!.push({ id, spoken: spoken.length });
  }
  return new Map(
    [...found].map(([mention, reviews]) => [
      mention,
      reviews
        .toSorted((one, other) => other.spoken - one.spoken)
        .slice(0, MOST_READ)
        .map(({ id }) => id),
    ]),
  );
}

const isMostlyLow = ({ low, count }: Mention): boolean => low * 2 > count;

/** The sentences of a review in which there is a mention. */
function weighSentences(
  { id, author_id: authorId, created_at: createdAt, content }: QuotableReview,
  language: string,
  mentions: readonly Mention[],
  frequent: ReadonlySet<string>,
): Sentence[] {
  const keys = new Map(mentions.map((mention) => [stemOf(mention), mention.key]));
  return sentencesOf(content, language).flatMap((text) => {
    const places = new Map<string, Quote['marked']>();
    const words = new Set<string>();
    for (const { stem, start, end } of findTerms(text, vocabularies.get(language)!)) {
      const key = keys.get(stem);
      if (key !== undefined && !places.has(key)) places.set(key, [start, end]);
      if (frequent.has(stem)) words.add(stem);
    }
    return places.size === 0
      ? []
      : [{ reviewId: id, authorId, createdAt, text, places, frequent: words.size } satisfies Sentence];
  });
}

/** The more of what is often said is in a sentence, the more it stands for. */
const byMeasure = (one: Sentence, other: Sentence): number =>
  other.places.size - one.places.size || other.frequent - one.frequent;
const byAge = (one: Sentence, other: Sentence): number =>
  other.createdAt - one.createdAt || other.reviewId - one.reviewId;

function bestOf(key: string, sentences: readonly Sentence[]): Sentence[] {
  const authors = new Set<number | null>();
  const best: Sentence[] = [];
  for (const sentence of sentences
    .filter(({ places }) => places.has(key))
    .toSorted((one, other) => byMeasure(one, other) || byAge(one, other))) {
    if (authors.has(sentence.authorId) || best.some(({ text }) => text === sentence.text)) continue;
    authors.add(sentence.authorId);
    best.push(sentence);
    if (best.length === MOST_KEPT) break;
  }
  return best;
}

type Reviews = ReadonlyMap<number, QuotableReview>;

/** @param quotable - in one language. */
function choose(quotable: readonly Quotable[], reviews: Reviews): Quote[] {
  const open = [...quotable];
  const quotes: Quote[] = [];
  const spoken = new Set<string>();
  const authors = new Set<number | null>();
  const helpfulness = ({ reviewId }: Sentence): number => reviews.get(reviewId)?.helpfulness ?? 0;
  while (quotes.length < MOST_QUOTES && open.length > 0) {
    // Something new first: a sentence may have spoken of several mentions.
    const next = Math.max(
      0,
      open.findIndex(({ mention }) => !spoken.has(mention)),
    );
    const [{ mention, language, sentences }] = open.splice(next, 1) as [Quotable];
    const found = sentences
      .toSorted((one, other) => byMeasure(one, other) || helpfulness(other) - helpfulness(one) || byAge(one, other))
      .find(
        ({ reviewId, authorId, text }) =>
          !authors.has(authorId) &&
          !quotes.some((quote) => quote.review_id === reviewId || quote.text === text) &&
          sentencesOf(reviews.get(reviewId)?.content ?? '', language).includes(text),
      );
    if (!found) continue;
    authors.add(found.authorId);
    for (const key of found.places.keys()) spoken.add(key);
    const { reviewId, text, places } = found;
    quotes.push({
      review_id: reviewId,
      text,
      language,
      rating: reviews.get(reviewId)!.rating,
      mention,
      marked: places.get(mention)!,
    });
  }
  return quotes;
}

/**
 * Chooses quotes as the reviews are now, for readers of each language: of what carries as much, what more shoppers
 * found helpful comes first. What a review no longer has, because it is gone, hidden or changed, is not quoted.
 * @param languages - that the reader prefers; undefined for all.
 * @returns up to three in each language; the language that most is said in comes first.
 */
export async function readQuotes(
  db: ProxyDb,
  businessId: number,
  quotable: readonly Quotable[],
  languages: readonly string[] | undefined,
): Promise<Quote[]> {
  const open = quotable.filter(({ language }) => !languages || languages.includes(language));
  const ids = new Set(open.flatMap(({ sentences }) => sentences.map(({ reviewId }) => reviewId)));
  const reviews = new Map((await readQuotableReviews(storeOf(db), businessId, [...ids])).map((one) => [one.id, one]));
  return [...Map.groupBy(open, ({ language }) => language).values()].flatMap((each) => choose(each, reviews));
}
