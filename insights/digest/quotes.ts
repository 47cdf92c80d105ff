/**
 * Sentences of reviewers, word for word, on the mentions of a product. The same reviews always give the same
 * sentences. See docs/decisions/0131-in-reviewers-words.md for the measure.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Mention, Quote } from '../../contract/entities/digest.ts';
import { readQuotableReviews, type QuotableReview } from '../../review-store/reviews/review-facts.ts';
import { findTerms } from '../language/terms.ts';
import { vocabularies } from '../language/vocabularies.ts';
import type { Business } from '../program.ts';
import type { InsightDb } from '../tables.ts';
import { FEWEST_WARNING, findDanger, isElsewhere } from '../language/delicate.ts';
import type { Findings } from '../terms/mentions.ts';
import { sentencesOf } from '../language/sentences.ts';
import { readWitnesses } from '../witnesses.ts';

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
  readonly isVerified: boolean;
  readonly language: string;
  /** See language/terms.ts. */
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
  readonly witness: string;
  readonly createdAt: number;
  readonly text: string;
  /** Where each of the mentions in it is, by key. */
  readonly places: ReadonlyMap<string, Quote['marked']>;
  /** How many of the frequent words are in it. */
  readonly frequent: number;
  /** Of a warning: the key of the word for it. */
  readonly warnsOf?: string;
}

/** Sentences that may stand for a mention, the best first. */
export interface Quotable {
  /** Of a warning, the key of what its first sentence warns of. */
  readonly mention: string;
  readonly language: string;
  /** That several verified customers find something dangerous. */
  readonly isWarning: boolean;
  readonly sentences: readonly Sentence[];
}

/** Warnings, then each mention in their order. */
export async function findQuotable(
  db: InsightDb,
  business: Business,
  { mentions, frequent }: Findings,
  recent: readonly RecentReview[],
): Promise<readonly Quotable[]> {
  const warnings = await findWarnings(db, business, recent);
  const candidates = await findCandidates(mentions, recent);
  const languages = new Map([...candidates].flatMap(([{ language }, ids]) => ids.map((id) => [id, language] as const)));
  const sentences = new Map<number, readonly Sentence[]>();
  const ids = [...languages.keys()];
  for (let start = 0; start < ids.length; start += TEXTS_SLICE) {
    await nextTurn();
    const reviews = await readQuotableReviews(db, business.id, ids.slice(start, start + TEXTS_SLICE));
    const witnesses = await readWitnesses(db, business.domain, reviews);
    for (const review of reviews) {
      const language = languages.get(review.id)!;
      const spoken = mentions.filter((mention) => mention.language === language);
      const said = { review, witness: witnesses.get(review.id)!, language };
      sentences.set(review.id, weighSentences(said, spoken, frequent.get(language)!));
    }
  }
  const quotable = [...candidates].map(([{ key, language }, of]) => ({
    mention: key,
    language,
    isWarning: false,
    sentences: bestOf(
      key,
      of.flatMap((id) => sentences.get(id) ?? []),
    ),
  }));
  return [...warnings, ...quotable];
}

/** Warnings of several verified customers, in each language: whatever else is quoted, these are. */
async function findWarnings(
  db: InsightDb,
  business: Business,
  recent: readonly RecentReview[],
): Promise<readonly Quotable[]> {
  const warnings: Quotable[] = [];
  for (const [language, reviews] of Map.groupBy(recent, (review) => review.language)) {
    await nextTurn();
    const ids = reviews
      .filter(({ isVerified, terms }) => isVerified && findDanger(spokenIn(terms), language) !== null)
      .slice(0, MOST_READ)
      .map(({ id }) => id);
    if (ids.length < FEWEST_WARNING) continue;
    const rows = await readQuotableReviews(db, business.id, ids);
    const witnesses = await readWitnesses(db, business.domain, rows);
    const sentences = rows.flatMap((review) => warningsIn(review, witnesses.get(review.id)!, language));
    const best = bestOf(WARNING, sentences);
    if (best.length >= FEWEST_WARNING)
      warnings.push({ mention: best[0]!.warnsOf!, language, isWarning: true, sentences: best });
  }
  return warnings;
}

/** The forms of the terms of a review, as in a text. */
const spokenIn = (terms: string): string => terms.replaceAll(/[:_]/g, ' ');

/** Stands for the mention of a warning. */
const WARNING = '';

function warningsIn(
  { id, content, created_at: createdAt }: QuotableReview,
  witness: string,
  language: string,
): Sentence[] {
  return sentencesOf(content, language).flatMap((text): Sentence[] => {
    const marked = findDanger(text, language);
    if (!marked || isElsewhere(text, language)) return [];
    const terms = [...findTerms(text, vocabularies.get(language)!)];
    const term = terms.find(({ start, end }) => start < marked[1] && end > marked[0]);
    if (!term) return [];
    const places = new Map([[WARNING, marked]]);
    const warnsOf = `${language}.${term.stem}`;
    return [{ reviewId: id, witness, createdAt, text, places, frequent: 0, warnsOf }];
  });
}

const stemOf = ({ key, language }: Mention): string => key.slice(language.length + 1);

/**
 * Reviews to look for a sentence in: of those that have the mention, the side that has more of them, critical or not.
 * A review with most of the mentions comes first, then a newer one.
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

interface Said {
  readonly review: QuotableReview;
  readonly witness: string;
  readonly language: string;
}

/** The sentences of a review in which there is a mention. Warnings are looked for by themselves. */
function weighSentences(
  { review: { id, created_at: createdAt, content }, witness, language }: Said,
  mentions: readonly Mention[],
  frequent: ReadonlySet<string>,
): Sentence[] {
  const keys = new Map(mentions.map((mention) => [stemOf(mention), mention.key]));
  return sentencesOf(content, language).flatMap((text) => {
    if (isElsewhere(text, language) || findDanger(text, language)) return [];
    const places = new Map<string, Quote['marked']>();
    const words = new Set<string>();
    for (const { stem, start, end } of findTerms(text, vocabularies.get(language)!)) {
      const key = keys.get(stem);
      if (key !== undefined && !places.has(key)) places.set(key, [start, end]);
      if (frequent.has(stem)) words.add(stem);
    }
    return places.size === 0
      ? []
      : [{ reviewId: id, witness, createdAt, text, places, frequent: words.size } satisfies Sentence];
  });
}

/** The more of what is often said is in a sentence, the more it stands for. */
const byMeasure = (one: Sentence, other: Sentence): number =>
  other.places.size - one.places.size || other.frequent - one.frequent;
const byAge = (one: Sentence, other: Sentence): number =>
  other.createdAt - one.createdAt || other.reviewId - one.reviewId;

function bestOf(key: string, sentences: readonly Sentence[]): Sentence[] {
  const witnesses = new Set<string>();
  const best: Sentence[] = [];
  for (const sentence of sentences
    .filter(({ places }) => places.has(key))
    .toSorted((one, other) => byMeasure(one, other) || byAge(one, other))) {
    if (witnesses.has(sentence.witness) || best.some(({ text }) => text === sentence.text)) continue;
    witnesses.add(sentence.witness);
    best.push(sentence);
    if (best.length === MOST_KEPT) break;
  }
  return best;
}

type Reviews = ReadonlyMap<number, QuotableReview>;

/** @param quotable - in one language. */
function choose(quotable: readonly Quotable[], reviews: Reviews): Quote[] {
  const open = quotable.filter((one) => !one.isWarning || isWarnedOf(one, reviews));
  const quotes: Quote[] = [];
  const spoken = new Set<string>();
  const witnesses = new Set<string>();
  const helpfulness = ({ reviewId }: Sentence): number => reviews.get(reviewId)?.helpfulness ?? 0;
  while (quotes.length < MOST_QUOTES && open.length > 0) {
    // Something new first: a sentence may have spoken of several mentions.
    const next = Math.max(
      0,
      open.findIndex(({ mention }) => !spoken.has(mention)),
    );
    const [{ mention, language, isWarning, sentences }] = open.splice(next, 1) as [Quotable];
    const found = sentences
      .toSorted((one, other) => byMeasure(one, other) || helpfulness(other) - helpfulness(one) || byAge(one, other))
      .find(
        (sentence) =>
          !witnesses.has(sentence.witness) &&
          !quotes.some(({ review_id: id, text }) => id === sentence.reviewId || text === sentence.text) &&
          isStillSaid(sentence, language, reviews),
      );
    if (!found) continue;
    witnesses.add(found.witness);
    for (const key of found.places.keys()) spoken.add(key);
    const { reviewId, text, places } = found;
    quotes.push({
      review_id: reviewId,
      text,
      language,
      rating: reviews.get(reviewId)!.rating,
      mention: found.warnsOf ?? mention,
      marked: places.get(isWarning ? WARNING : mention)!,
    });
  }
  return quotes;
}

const isStillSaid = ({ reviewId, text }: Sentence, language: string, reviews: Reviews): boolean =>
  sentencesOf(reviews.get(reviewId)?.content ?? '', language).includes(text);

/** Whether enough of those who warned still do. */
const isWarnedOf = ({ language, sentences }: Quotable, reviews: Reviews): boolean =>
  sentences.filter((sentence) => isStillSaid(sentence, language, reviews)).length >= FEWEST_WARNING;

/**
 * Chooses quotes as the reviews are now, for readers of each language: of equals, the one that more shoppers found
 * helpful comes first. A sentence that a review no longer has, because it is gone, hidden or changed, is not quoted.
 * @param languages - that the reader prefers; undefined for all.
 * @returns up to three in each language; the language that most is said in comes first.
 */
export async function readQuotes(
  db: InsightDb,
  business: Business,
  quotable: readonly Quotable[],
  languages: readonly string[] | undefined,
): Promise<Quote[]> {
  const open = quotable.filter(({ language }) => !languages || languages.includes(language));
  const ids = new Set(open.flatMap(({ sentences }) => sentences.map(({ reviewId }) => reviewId)));
  const reviews = new Map((await readQuotableReviews(db, business.id, [...ids])).map((one) => [one.id, one]));
  return [...Map.groupBy(open, ({ language }) => language).values()].flatMap((each) => choose(each, reviews));
}
