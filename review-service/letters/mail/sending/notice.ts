/** The subject of a mail to owners while it waits: numbers alone, so that nobody who is erased meanwhile is in it. */
import type { ReviewName } from '../../../../review-store/reviews/review-authors.ts';

export interface Notice {
  readonly businessId: number;
  readonly held: readonly ReviewName[];
  readonly questions: readonly { readonly number: number; readonly answer: number | null }[];
  readonly reports: readonly string[];
  /** Missing in one that an earlier version left. */
  readonly low?: readonly ReviewName[];
  /** How many more there are of each. */
  readonly more: {
    readonly held: number;
    readonly questions: number;
    readonly reports: number;
    readonly low?: number;
  };
}
