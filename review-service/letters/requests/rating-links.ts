import type { StarLink } from '../mail/blocks.ts';
import type { Wording } from '../wording/index.ts';

/** Opens a page for writing with this many stars chosen. */
function ratingUrl(url: string, rating: number): string {
  const chosen = new URL(url);
  chosen.searchParams.set('rating', String(rating));
  return chosen.href;
}

/** A page for writing, opened by its stars. */
export const starLinks = (url: string, { form }: Wording): StarLink[] =>
  Object.values(form.ratingWords).map((word, index) => ({
    url: ratingUrl(url, index + 1),
    word,
    stars: form.stars(index + 1),
  }));
