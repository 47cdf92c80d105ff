/** Erased persons, as lists and mails name them: a keyed hash. */
import { keyOf } from '../../review-store/secrets/data-key.ts';
import type { ReviewName } from '../../review-store/reviews/review-authors.ts';
import type { Database } from './tables.ts';

/** A person, or a review whose author left no address. */
export type ErasedSubject =
  | { readonly business: string; readonly email: string }
  | { readonly business: string; readonly kind: 'review' | 'product review'; readonly number: number };

export const erasedReview = ({ kind, number }: ReviewName) =>
  ({ kind: kind === 'product' ? 'product review' : 'review', number }) as const;

export const hashOfErased = (db: Database, subject: ErasedSubject): string =>
  'email' in subject
    ? keyOf(db).person(subject.business, subject.email)
    : keyOf(db).hash('erased review', subject.business, subject.kind, String(subject.number));
