/** Everything about a review, for the page on which somebody decides about it. */
import { toTime } from '../../../review-store/content/moments.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { getProductReview } from '../../../review-store/reviews/product-reviews.ts';
import { getReview } from '../../../review-store/reviews/reviews.ts';
import { readListedReviews } from '../../content/moderation/listed-reviews.ts';
import { readShopReplies } from '../../content/moderation/low-stars.ts';
import { readPhotos } from '../../content/moderation/photos.ts';
import { findAuthorOf } from '../../content/moderation/reviews.ts';
import { showByCommand } from '../../content/moderation/show.ts';
import type { Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { reviewNameOf } from '../acting/standing.ts';
import { unknown } from '../frame/guard.ts';
import { whyHeld } from '../inbox/why.ts';
import { readTimeline, type FromRows } from './timeline.ts';

export type ReviewItem = Awaited<ReturnType<typeof readReviewItem>>;

/** @throws Refused if there is no such review of this business. */
export async function readReviewItem(db: Database, business: BusinessRow, about: Subject) {
  const { subject, number } = about;
  const name = reviewNameOf(about);
  const isOfProduct = name.kind === 'product';
  const store = storeOf(db);
  const review = await (isOfProduct ? getProductReview : getReview)(store, business.id, number);
  const listed = (await readListedReviews(db, business.id, name.kind, [number])).get(number);
  if (!review || !listed) throw unknown();
  const { reason, comments, reports } = await showByCommand(db, business.domain, name);
  const original = 'updated_for' in review ? review.updated_for : null;
  const author = await findAuthorOf(db, business.id, name);
  /** The shop's own, and when; null where there is none. */
  const reply =
    'reply' in review
      ? review.reply && { content: review.reply.content, at: toTime(review.reply.createdRFC) }
      : await shopReplyTo(db, business, number);
  // Somebody else may have the name of the shop.
  const own = comments.findIndex(({ by, content }) => by === business.name && content === reply?.content);
  const timeline = await readTimeline(db, business, about, {
    ...(await requestFor(db, business.id, about)),
    [review.collected_by === null ? 'written' : 'imported']: toTime(review.createdRFC),
    published: toTime(review.publishedRFC),
    hidden: toTime(review.removedRFC),
    replied: reply?.at ?? null,
    edited: 'editedRFC' in review ? toTime(review.editedRFC) : null,
  });
  return {
    listed,
    /** Those that are hidden by themselves included. */
    photos: await readPhotos(db, business.id, name),
    /** Why it is held, in words; empty where it is not. */
    why: listed.state === 'held' ? ((await whyHeld(db, business, subject, [number])).get(number) ?? []) : [],
    hiddenFor: listed.state === 'hidden' ? reason : null,
    reply,
    comments: isOfProduct ? [] : comments.filter((_, at) => at !== own),
    reports,
    timeline,
    isVerified: review.verified === true,
    collectedBy: review.collected_by,
    /** Its first words, if its author changed it. */
    original,
    /** For owners alone. */
    private: {
      email: author?.email ?? null,
      order: review.order_id,
      place: review.user_location,
      /** The number of the author; null where there is none. */
      person: author?.id ?? null,
    },
  };
}

async function shopReplyTo(db: Database, business: BusinessRow, number: number) {
  const reply = (await readShopReplies(db, business, [number])).get(number);
  return reply ? { content: reply.content, at: reply.created_at } : null;
}

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
