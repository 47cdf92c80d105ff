import type { Notice } from '../../letters/mail/sending/notice.ts';
import type { Untold } from './untold.ts';

/** How many of each kind a mail quotes; it only counts the rest. */
const MOST_QUOTED = 10;

export function noticeOf(businessId: number, { held, questions, reports, low }: Untold): Notice {
  const more = (all: readonly unknown[]): number => Math.max(0, all.length - MOST_QUOTED);
  return {
    businessId,
    held: held.slice(0, MOST_QUOTED).map(({ kind, number }) => ({ kind, number })),
    questions: questions.slice(0, MOST_QUOTED).map(({ number, answer }) => ({ number, answer })),
    reports: reports.slice(0, MOST_QUOTED).map(({ id }) => id),
    low: low.slice(0, MOST_QUOTED).map(({ kind, number }) => ({ kind, number })),
    more: { held: more(held), questions: more(questions), reports: more(reports), low: more(low) },
  };
}
