/**
 * The list of reviews of a business. Shoppers may narrow and order it in ways that only the proxy knows. Where it
 * cannot yet, or the API has to be asked, the answer says what it does without.
 */
import type { ShownReview } from '../../../contract/entities/digest.ts';
import type { Review } from '../../../contract/entities/entities.ts';
import type { OnlyHere, ShopperParameters } from '../../../contract/shopper/shopper-parameters.ts';
import { listReviews as readReviews } from '../../../review-store/reviews/reviews.ts';
import { cleanReview } from '../cleaning.ts';
import { anyGiven, isPublished, list, readList, type ReadHandler, type ReadTools } from './read-handler.ts';
import { transparencyOrNull } from './transparency.ts';

type Query = ShopperParameters<'listReviews'>;

const onlyHere = ['ratings', 'languages'] as const satisfies readonly OnlyHere<'listReviews'>[];

export const listReviews: ReadHandler<'listReviews'> = {
  needs: ['reviews'],
  also: (query) => ({ order: nearestOrder(query.order) }),
  async fromMirror(tools, query) {
    const { store, business, gists } = tools;
    const { ratings, languages, order, transparency, ...rest } = query;
    const known = gists && anyHere(query) && (await gists.areComplete()) ? gists : null;
    const also = [
      ...(known && ratings ? [known.withStars(ratings)] : []),
      ...(known && languages ? [known.inLanguages('reviews', languages)] : []),
    ];
    const byStars = order === 'highest' || order === 'lowest';
    const hasOrder = !byStars || known !== null;
    const { items, total } = await readReviews(store, business.id, {
      ...rest,
      order: order === 'helpful' ? order : nearestOrder(order),
      first: known && byStars ? known.starOrder(order) : undefined,
      also,
    });
    return {
      ...list('reviews', await inLanguages(tools, items.map(cleanReview)), query.start, total),
      order: hasOrder ? order : nearestOrder(order),
      ...leftOut(query, known ? [] : onlyHere),
      ...(transparency ? { transparency: await transparencyOrNull(tools) } : {}),
    };
  },
  async fromApi(tools, query, body) {
    const read = readList(
      'listReviews',
      body,
      query,
      'reviews',
      (items) => items.filter(isPublished).map(cleanReview),
      {},
    );
    if (!read) return null;
    const reviews = await inLanguages(tools, read.reviews);
    return { ...read, reviews, order: nearestOrder(query.order), ...leftOut(query, onlyHere) };
  },
  async countElsewhere({ q, labels, date_from, date_to, solicited, updated, datasources }, read) {
    if (anyGiven(q, labels, date_from, date_to, solicited) || updated || datasources.length > 0) return null;
    return (await read('getBusiness', {})).numReviews.find(({ type }) => type === 'total')?.rating ?? null;
  },
};

export const inLanguages = async ({ gists }: ReadTools, reviews: readonly Review[]): Promise<ShownReview[]> =>
  gists
    ? gists.withLanguages('reviews', reviews, ({ reviewNo }) => reviewNo)
    : reviews.map((review) => ({ ...review, language: null }));

const anyHere = ({ ratings, languages, order }: Query): boolean =>
  anyGiven(ratings, languages) || order === 'highest' || order === 'lowest';

/** The order of the API that comes nearest. */
const nearestOrder = (order: Query['order']) => (order === 'ASC' ? 'ASC' : 'DESC');

/** The filters that were asked for and that an answer does without. */
export function leftOut<Name extends string>(
  query: { readonly [Filter in Name]?: unknown },
  names: readonly Name[],
): { readonly left_out?: readonly Name[] } {
  const given = names.filter((name) => query[name] !== undefined && query[name] !== false);
  return given.length > 0 ? { left_out: given } : {};
}
