/** The outcome of a product feed that was read as soon as somebody set it. */
import type { FeedState } from '../review-service/data/feed-state.ts';
import { printable } from './settings/printable.ts';

/** The address is kept: the shop may only be down. */
export function unreadable(state: FeedState | undefined): string | null {
  if (!state?.failure) return null;
  return `The product feed ${state.url} cannot be read, and is tried again: ${printable(state.failure)}`;
}

export const readSoFar = (state: FeedState | undefined): string =>
  state === undefined || state.products === null
    ? "It is still being read; 'plaudit account list' says what came of it"
    : `${state.products} products were read, ${state.refused} refused`;
