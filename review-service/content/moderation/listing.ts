/** Reviews of the shop and of its products in one list, in any state, for the people who look after them. */
import type { User } from '../../../contract/entities/entities.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { State } from '../../../review-store/tables.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { ReviewKind } from './reviews.ts';
import { readListedReviews, type ReviewState, type ListedReview } from './listed-reviews.ts';

export interface ReviewFilter {
  readonly state?: ReviewState | undefined;
  /** As the list shows it, or as people write their own name: whole, in any case. */
  readonly name?: string | undefined;
  readonly sku?: string | undefined;
}

const storedStates = { held: State.pending, published: State.published, hidden: State.removed } as const;

const AT_ONCE = 500;

/**
 * The newest first, both kinds together.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function* listReviewsToModerate(
  db: Database,
  domain: string,
  { state, name, sku: given }: ReviewFilter,
): AsyncGenerator<ListedReview> {
  const { id } = await requireBusiness(db, domain);
  const sku = given && (await currentSku(storeOf(db), id, given));
  const kinds: ReviewKind[] = sku === undefined ? ['business', 'product'] : ['product'];
  const walks = kinds.map((kind) => walk(db, id, { kind, state, sku }));
  const next = async (at: number): Promise<ListedReview | null> => (await walks[at]!.next()).value ?? null;
  const heads = await Promise.all(walks.map((_, at) => next(at)));
  for (;;) {
    const [newest] = heads
      .flatMap((listed, at) => (listed ? [{ listed, at }] : []))
      .toSorted((one, other) => (one.listed.createdRFC < other.listed.createdRFC ? 1 : -1));
    if (!newest) return;
    if (name === undefined || isNamed(newest.listed.author, name)) yield newest.listed;
    heads[newest.at] = await next(newest.at);
  }
}

interface Walk {
  readonly kind: ReviewKind;
  readonly state: ReviewState | undefined;
  readonly sku: string | undefined;
}

async function* walk(
  db: Database,
  businessId: number,
  { kind, state, sku }: Walk,
): AsyncGenerator<ListedReview, undefined> {
  const table = kind === 'product' ? 'product_review' : 'review';
  const wanted = db
    .selectFrom(table as 'product_review')
    .select(['id', 'created_at'])
    .where('business_id', '=', businessId)
    .$if(state !== undefined, (found) => found.where('state', '=', storedStates[state!]))
    .$if(sku !== undefined, (found) =>
      found.where('product_id', 'in', (eb) =>
        eb
          .selectFrom('product')
          .select('product.id')
          .where('product.business_id', '=', businessId)
          .where('sku', '=', sku!),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_ONCE);
  for (let page = await wanted.execute(); page.length > 0;) {
    const numbers = page.map(({ id }) => id);
    const listed = await readListedReviews(db, businessId, kind, numbers);
    // Without those that were erased meanwhile.
    for (const number of numbers) if (listed.has(number)) yield listed.get(number)!;
    const { id, created_at: createdAt } = page.at(-1)!;
    page = await wanted
      .where(({ eb, and, or }) =>
        or([eb('created_at', '<', createdAt), and([eb('created_at', '=', createdAt), eb('id', '<', id)])]),
      )
      .execute();
  }
}

/**
 * Of last names only the first letter is stored, so a search for "Jane Doe" means "Jane D" too, and a "Jane" who
 * gave no last name.
 */
function isNamed(author: Pick<User, 'firstName' | 'lastName'> | null, wanted: string): boolean {
  const [shown, looked] = [fold(`${author?.firstName ?? ''} ${author?.lastName ?? ''}`), fold(wanted)];
  if (shown === '' || looked === '') return false;
  return (
    shown === looked || shown.startsWith(`${looked} `) || looked.startsWith(author?.lastName ? shown : `${shown} `)
  );
}

/** Without the marks that a terminal does not show, either. */
const fold = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .toLowerCase();
