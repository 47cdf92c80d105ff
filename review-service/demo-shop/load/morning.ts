/** A morning's work at the console of the demo's shop. It changes nothing of what is published. */
import { readMorning } from '../../../demo-data/index.ts';
import { unknownUser } from '../../../contract/entities/users.ts';
import { saveAuthor } from '../../../review-store/content/authors.ts';
import { findProductBySku } from '../../../review-store/products/products.ts';
import { addProductReview } from '../../../review-store/reviews/product-review-changes.ts';
import { State } from '../../../review-store/tables.ts';
import { addReport } from '../../content/reports/reports.ts';
import { noteWritten } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';

const MINUTE_MS = 60_000;

interface Morning {
  readonly businessId: number;
  /** The account that reports for shoppers. */
  readonly accountId: string;
  /** Of the first run. */
  readonly now: number;
}

export async function saveMorning(transaction: Database, morning: Morning): Promise<void> {
  await saveHeld(transaction, morning);
  await saveReports(transaction, morning);
  await saveLowStars(transaction, morning);
}

async function saveHeld(transaction: Database, { businessId, now }: Morning): Promise<void> {
  const store = storeOf(transaction);
  for (const { sku, firstName, lastName, minutesAgo, ...written } of readMorning().held) {
    const username = `morning-${firstName.toLowerCase()}`;
    const writtenAt = now - minutesAgo * MINUTE_MS;
    const { id } = await addProductReview(store, businessId, {
      ...written,
      productId: (await findProductBySku(store, businessId, sku))!.id,
      authorId: await saveAuthor(store, businessId, { ...unknownUser, username, firstName, lastName }),
      orderId: null,
      userLocation: null,
      attributes: [],
      images: [],
      solicited: false,
      verified: false,
      heldFor: 'new',
      now: writtenAt,
    });
    const about = { subject: 'product review', number: id } as const;
    await noteWritten(transaction, { businessId, about, heldFor: 'new', now: writtenAt });
  }
}

/** The newest with three stars: those with fewer wait for a reply already. */
async function saveReports(transaction: Database, { businessId, accountId, now }: Morning): Promise<void> {
  const { reports } = readMorning();
  const reviews = await published(transaction, businessId).where('rating', '=', 3).limit(reports.length).execute();
  for (const [at, { id: reviewId }] of reviews.entries()) {
    const { minutesAgo, ...report } = reports[at]!;
    const about = { businessId, reviewId, ofProduct: true, accountId };
    await addReport(transaction, { ...about, ...report, now: now - minutesAgo * MINUTE_MS });
  }
}

/** All others came before the shop had its console. */
async function saveLowStars(transaction: Database, { businessId }: Morning): Promise<void> {
  const low = published(transaction, businessId).where('rating', '<=', 2).where('reply', 'is', null);
  for (const { id: number, created_at: now } of await low.limit(readMorning().lowStars).execute())
    await noteWritten(transaction, { businessId, about: { subject: 'product review', number }, heldFor: null, now });
}

const published = (transaction: Database, businessId: number) =>
  transaction
    .selectFrom('product_review')
    .select(['id', 'created_at'])
    .where('business_id', '=', businessId)
    .where('state', '=', State.published)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
