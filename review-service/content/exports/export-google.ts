/** The command line's export for Google: published reviews of products, as the proxy's feed has them. */
import {
  toGoogleProductReviews,
  whyUnfit,
  type GoogleReview,
} from '../../../exchange/reviews/google-product-reviews.ts';
import { readAuthors } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { shownPhotos } from '../../../review-store/content/photos.ts';
import { countAll } from '../../../review-store/content/rows.ts';
import { keyOf } from '../../../review-store/secrets/data-key.ts';
import { State } from '../../../review-store/tables.ts';
import { holdsEmail, maskPersonalData } from '../../../server-kit/personal-data.ts';
import { requireBusiness } from '../../data/require-business.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import type { ProductReviewRow } from '../imports/current.ts';
import type { Exporting, TableExport } from './export-table.ts';
import { noteExport } from './note-export.ts';
import { idsOf, pagesOf } from './pages.ts';

/**
 * Looks at all reviews, and writes them once `pieces` is read: that is noted.
 * @throws ApiError `businessNotAvailable`.
 */
export async function exportGoogle(
  db: Database,
  domain: string,
  { publicUrl, ...by }: Exporting,
): Promise<TableExport> {
  const business = await requireBusiness(db, domain);
  const unsaid = new Map<string, number>();
  const count = (what: string, more = 1): void => void (more > 0 && unsaid.set(what, (unsaid.get(what) ?? 0) + more));
  let reviews = 0;
  for await (const rows of pagesOf(db, 'product_review', business.id)) {
    const published = rows.filter(isPublished);
    const fit = await toGoogle(db, business, published, publicUrl);
    count('that they are not published: they are left out', rows.length - published.length);
    count('that their product was removed: they are left out', published.length - fit.length);
    for (const review of fit) {
      if (review.photos.some((url) => url.startsWith('/'))) count('photos, whose addresses need --public-url');
      const reason = whyUnfit(review);
      if (reason === null) reviews += 1;
      else count(`${reason}: they are left out`);
    }
    for (const { reply, positive_votes: up, negative_votes: down } of published) {
      if (reply !== null) count('replies');
      if (up + down > 0) count('votes');
    }
  }
  const ofShop = db.selectFrom('review').where('business_id', '=', business.id);
  count('that they are of the shop: they are left out', await countAll(ofShop));
  const all = async function* (): AsyncGenerator<GoogleReview> {
    await noteExport(db, business, 'google', by);
    for await (const rows of pagesOf(db, 'product_review', business.id))
      yield* await toGoogle(db, business, rows.filter(isPublished), publicUrl);
  };
  return { reviews, unsaid, pieces: toGoogleProductReviews(all(), { name: business.name.trim() || business.domain }) };
}

const isPublished = ({ state }: ProductReviewRow): boolean => state === State.published;

async function toGoogle(
  db: Database,
  { id: businessId }: BusinessRow,
  published: readonly ProductReviewRow[],
  publicUrl: string | undefined,
): Promise<GoogleReview[]> {
  if (published.length === 0) return [];
  const authors = await readAuthors(storeOf(db), businessId, published);
  const products = await db
    .selectFrom('product')
    .select(['id', 'sku', 'gtin', 'mpn', 'brand', 'title', 'product_link as url'])
    .where('business_id', '=', businessId)
    .where('removed_at', 'is', null)
    .where(
      'id',
      'in',
      idsOf(published, ({ product_id: id }) => id),
    )
    .execute();
  const byId = new Map(products.map(({ id, ...product }) => [id, product]));
  const flagOf = (stored: 0 | 1 | null): boolean | null => (stored === null ? null : stored === 1);
  return published.flatMap((row) => {
    const product = byId.get(row.product_id);
    if (!product) return [];
    const author = row.author_id === null ? undefined : authors.get(row.author_id);
    const name = `${author?.first_name ?? ''} ${author?.last_name ?? ''}`.trim();
    return {
      id: row.id,
      name: holdsEmail(name) ? '' : name,
      reviewerId: author?.username ?? null,
      verified: flagOf(row.verified ?? row.solicited),
      incentivised: flagOf(row.incentivised),
      createdAt: row.created_at,
      title: maskPersonalData(row.title),
      content: maskPersonalData(row.content),
      language: null,
      country: null,
      photos: shownPhotos(row.images).map(({ original }) =>
        original.startsWith('/') ? (publicUrl ?? '') + original : original,
      ),
      rating: row.rating,
      product,
      solicited: row.solicited === 1,
      transactionId: row.order_id === null ? null : keyOf(db).hash('order', row.order_id),
    };
  });
}
