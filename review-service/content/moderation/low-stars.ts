/** Published reviews of one or two stars that the shop has not replied to, imported ones left out. */
import { sql } from 'kysely';
import { findAuthorByUsername } from '../../../review-store/content/authors.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { engineOf } from '../../../review-store/databases/engine.ts';
import type { ReviewName } from '../../../review-store/reviews/review-authors.ts';
import { State } from '../../../review-store/tables.ts';
import { subjectOfReview } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';

type Shop = Pick<BusinessRow, 'id' | 'domain'>;

export interface LowStars extends ReviewName {
  /** When it was published, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * @param within - only those that were written or published here after one moment, up to another.
 */
export async function readLowStars(
  db: Database,
  business: Shop,
  within?: { readonly after: number; readonly upTo: number },
): Promise<LowStars[]> {
  return [...(await lowOf(db, business, 'product', within)), ...(await lowOf(db, business, 'business', within))];
}

async function lowOf(
  db: Database,
  business: Shop,
  kind: ReviewName['kind'],
  within: { readonly after: number; readonly upTo: number } | undefined,
): Promise<LowStars[]> {
  const { subject } = subjectOfReview({ kind, number: 0 });
  const table = kind === 'product' ? 'product_review' : 'review';
  const holds = (stars: number) => engineOf(db).holds(sql.ref('ratings'), `"type":"overall","rating":${stars}`);
  // An import notes no events: only those that were published here since events are noted.
  const happened = db
    .selectFrom('event')
    .select('event.subject_id')
    .where('event.business_id', '=', business.id)
    .where('event.subject', '=', subject)
    .where('event.kind', 'in', ['written', 'published']);
  const rows = await db
    .selectFrom(table as 'review')
    .select(['id', 'published_at', 'created_at'])
    .where('business_id', '=', business.id)
    .where('state', '=', State.published)
    .where(
      kind === 'product'
        ? sql<boolean>`rating in (1, 2) and reply is null`
        : sql<boolean>`(${holds(1)} or ${holds(2)})`,
    )
    .where(({ eb, exists, ref }) =>
      within === undefined
        ? exists(happened.whereRef('event.subject_id', '=', ref(`${table as 'review'}.id`)))
        : eb(
            'id',
            'in',
            happened.where('event.created_at', '>', within.after).where('event.created_at', '<=', within.upTo),
          ),
    )
    .execute();
  const low = rows.map((row) => ({ kind, number: row.id, at: row.published_at ?? row.created_at }));
  if (kind === 'product') return low;
  const numbers = low.map(({ number }) => number);
  const replies = await readShopReplies(db, business, numbers);
  return low.filter(({ number }) => !replies.has(number));
}

/** The newest comments of the business itself, which are its replies. */
export async function readShopReplies(
  db: Database,
  { id, domain }: Pick<BusinessRow, 'id' | 'domain'>,
  numbers: readonly number[],
): Promise<Map<number, { readonly content: string; readonly created_at: number }>> {
  const author = numbers.length > 0 && (await findAuthorByUsername(storeOf(db), id, domain));
  if (!author) return new Map();
  const rows = await db
    .selectFrom('comment')
    .select(['review_id', 'content', 'created_at'])
    .where('business_id', '=', id)
    .where('review_id', 'in', numbers)
    .where('author_id', '=', author.id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.review_id, row]));
}
