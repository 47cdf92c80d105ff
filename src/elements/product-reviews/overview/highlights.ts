import type { ProductReview } from '../../../../contract/entities/entities.ts';
import type { Page } from '../../../element/list.ts';
import type { Context } from './context.ts';

const kinds = ['favourable', 'critical'] as const;

/** The mark of the most helpful favourable and critical review; undefined for all others. */
export const markOf = ({ digest, host }: Context, review: unknown): string | undefined => {
  const kind = kinds.find((one) => digest[one] === review);
  return kind && host.t(kind);
};

/** The reviews that come before a page of so many, which has room for others, too. */
export function leadersOf(digest: Context['digest'], count: number): readonly ProductReview[] {
  const leaders = kinds.flatMap<ProductReview>((kind) => digest[kind] ?? []);
  return leaders.length < count ? leaders : [];
}

/**
 * The first page of a list with these two before the others, and no more reviews than were asked for; the next page
 * begins where this one ends.
 */
export function leadWith(
  { digest }: Context,
  items: readonly ProductReview[],
  count: number,
): Pick<Page<ProductReview>, 'items' | 'taken'> {
  const lead = leadersOf(digest, count);
  const others = items.filter(({ id }) => lead.every((one) => one.id !== id));
  const shown = others.slice(0, count - lead.length);
  const taken = shown.length < others.length ? items.indexOf(shown.at(-1)!) + 1 : items.length;
  return { items: [...lead, ...shown], taken };
}
