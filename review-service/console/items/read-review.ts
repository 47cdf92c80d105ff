/** Everything about a review, for the page on which somebody decides about it. */
import { toTime } from '../../../review-store/content/moments.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { StoredPhoto } from '../../../review-store/content/photos.ts';
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { getReview } from '../../../review-store/reviews/reviews.ts';
import { readListedReviews, type ListedReview } from '../../content/moderation/listed-reviews.ts';
import { readShopReplies } from '../../content/moderation/low-stars.ts';
import { readPhotos } from '../../content/moderation/photos.ts';
import { findAuthorOf } from '../../content/moderation/reviews.ts';
import { showByCommand, type ShownReview } from '../../content/moderation/show.ts';
import { subjectOfReview, type Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { readRevisions } from '../acting/revision.ts';
import { reviewNameOf } from '../acting/standing.ts';
import { whyHeld } from '../inbox/why.ts';
import { readTimeline, type FromRows, type Happened } from './timeline.ts';

export interface ReviewItem {
  readonly about: Subject;
  readonly revision: string;
  readonly listed: ListedReview;
  /** Those that are hidden by themselves included. */
  readonly photos: readonly StoredPhoto[];
  /** Why it is held, in words; empty where it is not. */
  readonly why: readonly string[];
  /** Why it is hidden. */
  readonly hiddenFor: string | null;
  /** The shop's own; null where there is none. */
  readonly reply: { readonly content: string; readonly at: number | null } | null;
  readonly comments: ShownReview['comments'];
  readonly reports: ShownReview['reports'];
  readonly timeline: readonly Happened[];
  readonly isVerified: boolean;
  readonly collectedBy: string | null;
  /** For owners alone. */
  readonly private: {
    readonly email: string | null;
    readonly order: string | null;
    readonly place: string | null;
    /** The number of the author; null where there is none. */
    readonly person: number | null;
  };
  /** Its first words, if its author changed it. */
  readonly original: { readonly title: string; readonly content: string } | null;
}

/** Null if there is no such review of this business. */
export async function readReviewItem(db: Database, business: BusinessRow, about: Subject): Promise<ReviewItem | null> {
  const name = reviewNameOf(about);
  const listed = (await readListedReviews(db, business.id, name.kind, [name.number])).get(name.number);
  if (!listed) return null;
  const { reason, comments, reports } = await showByCommand(db, business.domain, name);
  const detail = await (name.kind === 'product' ? ofProduct : ofShop)(db, business, name.number, comments);
  const revision = (await readRevisions(db, business, about.subject, [about.number])).get(about.number)!;
  const author = await findAuthorOf(db, business.id, name);
  const request = await requestFor(db, business.id, about);
  const { rows, order, place, ...shown } = detail;
  return {
    about: subjectOfReview(name),
    revision,
    listed,
    why:
      listed.state === 'held'
        ? ((await whyHeld(db, business, about.subject, [about.number])).get(about.number) ?? [])
        : [],
    hiddenFor: listed.state === 'hidden' ? reason : null,
    reports,
    photos: await readPhotos(db, business.id, name),
    timeline: await readTimeline(db, business, about, { ...request, ...rows }),
    private: { email: author?.email ?? null, order, place, person: author?.id ?? null },
    ...shown,
  };
}

interface Detail extends Pick<ReviewItem, 'reply' | 'comments' | 'isVerified' | 'collectedBy' | 'original'> {
  readonly rows: FromRows;
  readonly order: string | null;
  readonly place: string | null;
}

async function ofProduct(db: Database, { id }: BusinessRow, number: number): Promise<Detail> {
  const review = (await getProductReview(storeOf(db), id, number))!;
  return {
    reply: review.reply && { content: review.reply.content, at: toTime(review.reply.createdRFC) },
    comments: [],
    isVerified: review.verified === true,
    collectedBy: review.collected_by,
    original: null,
    order: review.order_id,
    place: review.user_location,
    rows: rowsOf(review, toTime(review.reply?.createdRFC ?? null), null, review.collected_by !== null),
  };
}

async function ofShop(
  db: Database,
  business: BusinessRow,
  number: number,
  comments: ShownReview['comments'],
): Promise<Detail> {
  const review = (await getReview(storeOf(db), business.id, number))!;
  const reply = (await readShopReplies(db, business, [number])).get(number) ?? null;
  // Somebody else may have the name of the shop.
  const own = comments.findIndex(({ by, content }) => by === business.name && content === reply?.content);
  return {
    reply: reply && { content: reply.content, at: reply.created_at },
    comments: comments.filter((_, at) => at !== own),
    isVerified: review.verified === true,
    collectedBy: review.collected_by,
    original: review.updated_for && { title: review.updated_for.title, content: review.updated_for.content },
    order: review.order_id,
    place: review.user_location,
    rows: rowsOf(review, reply?.created_at ?? null, toTime(review.editedRFC), review.collected_by !== null),
  };
}

const rowsOf = (
  review: { readonly createdRFC: string; readonly publishedRFC: string | null; readonly removedRFC: string | null },
  replied: number | null,
  edited: number | null,
  isImported: boolean,
): FromRows => ({
  [isImported ? 'imported' : 'written']: toTime(review.createdRFC),
  published: toTime(review.publishedRFC),
  hidden: toTime(review.removedRFC),
  replied,
  edited,
});

/** When the shop asked for it and reminded, and its page was opened; nothing of it if it did not ask. */
async function requestFor(db: Database, businessId: number, { subject, number }: Subject): Promise<FromRows> {
  const requests = db
    .selectFrom('review_request')
    .where('business_id', '=', businessId)
    .select(['created_at as asked', 'opened_at as opened', 'reminded_at as reminded']);
  const found =
    subject === 'review'
      ? requests.where('review_no', '=', number)
      : requests.where('id', 'in', (eb) =>
          eb.selectFrom('review_request_product').select('request_id').where('review_id', '=', number),
        );
  return (await found.executeTakeFirst()) ?? {};
}
