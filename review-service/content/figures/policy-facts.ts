/** The facts that a shop says of its reviews, in its policy and in its risk sheet. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import type { Database } from '../../data/tables.ts';
import { readBothKinds, type BothKinds } from './both-kinds.ts';
import { countAnswers, countReviews, DAY_MS, medianOf } from './counts.ts';

export interface Source {
  /** As filters name it. */
  readonly source: string;
  readonly isElsewhere: boolean;
  /** Published. */
  readonly reviews: number;
}

export interface PolicyFacts {
  readonly standing: BothKinds;
  /** Most reviews first. */
  readonly sources: readonly Source[];
  /** Of the twelve months before. */
  readonly published: number;
  readonly answered: number;
  readonly medianMs: number | null;
}

const YEAR_MS = 365 * DAY_MS;

/** @param to - the end of the twelve months that answers are counted in. */
export async function readPolicyFacts(db: Database, business: BusinessRow, to: number): Promise<PolicyFacts> {
  const from = to - YEAR_MS;
  const counted = await countReviews(db, business.id, { from: 0, to });
  const answers = await countAnswers(db, business, { from, to, source: '' });
  const sources = Map.groupBy(counted, ({ source }) => source);
  return {
    standing: await readBothKinds(db, business.id),
    sources: [...sources]
      .map(([source, some]) => ({ source, isElsewhere: some[0]!.isElsewhere, reviews: sumOf(some) }))
      .toSorted((one, other) => other.reviews - one.reviews || (one.source < other.source ? -1 : 1)),
    published: sumOf(counted.filter(({ day, isElsewhere }) => !isElsewhere && day >= from / DAY_MS)),
    answered: answers.reduce((sum, one) => sum + one.answers, 0),
    medianMs: medianOf(answers),
  };
}

const sumOf = (counted: readonly { readonly reviews: number }[]): number =>
  counted.reduce((sum, { reviews }) => sum + reviews, 0);

/** The shop's own paragraph of its policy, in UTF-16 code units. */
export const LONGEST_PARAGRAPH = 2_000;

const nameOf = (businessId: number): string => `policy of business ${businessId}`;

export const readParagraph = async (db: Database, businessId: number): Promise<string> =>
  (await readSetting<{ readonly text: string }>(db, nameOf(businessId)))?.text ?? '';

export const writeParagraph = (db: Database, businessId: number, text: string): Promise<void> =>
  writeSetting(db, nameOf(businessId), { text });
