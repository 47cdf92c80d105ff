import { createHash } from 'node:crypto';
import type { Comment } from '../contract/entities/entities.ts';

/**
 * The API does not number comments, so one is known by what never changes: its review, author and time. If somebody
 * says two things about a review within a second, their order tells them apart.
 */
export function commentIds(items: readonly Comment[]): number[] {
  const earlier = new Map<number, number>();
  return items.map((comment) => {
    const first = commentId(comment, 0);
    const place = earlier.get(first) ?? 0;
    earlier.set(first, place + 1);
    return commentId(comment, place);
  });
}

/** @param place - among what its author says about the review within that second. */
export function commentId({ reviewNo, createdRFC, author, datasource }: Comment, place: number): number {
  const key = JSON.stringify([reviewNo, createdRFC, author?.username, datasource]);
  // 48 bits: exact as a number, and enough to tell a million comments apart.
  return createHash('sha256').update(`${place} ${key}`).digest().readUIntBE(0, 6);
}
