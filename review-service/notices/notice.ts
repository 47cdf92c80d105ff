/** What a mail to owners is about while it waits: numbers alone, so that whoever is erased meanwhile is not in it. */
import type { ReviewName } from '../../review-store/review-authors.ts';
import type { Untold } from './untold.ts';

/** How many of each kind a mail quotes; it only counts the rest. */
const MOST_QUOTED = 10;

export interface Notice {
  readonly businessId: number;
  readonly held: readonly ReviewName[];
  readonly questions: readonly { readonly number: number; readonly answer: number | null }[];
  readonly reports: readonly string[];
  /** How many more there are of each. */
  readonly more: { readonly held: number; readonly questions: number; readonly reports: number };
}

export function noticeOf(businessId: number, { held, questions, reports }: Untold): Notice {
  const more = (all: readonly unknown[]): number => Math.max(0, all.length - MOST_QUOTED);
  return {
    businessId,
    held: held.slice(0, MOST_QUOTED).map(({ kind, number }) => ({ kind, number })),
    questions: questions.slice(0, MOST_QUOTED).map(({ number, answer }) => ({ number, answer })),
    reports: reports.slice(0, MOST_QUOTED).map(({ id }) => id),
    more: { held: more(held), questions: more(questions), reports: more(reports) },
  };
}
