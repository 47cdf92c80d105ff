/** The page where anybody who has the shop's link writes a review of the business. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { addReview } from '../../../review-store/reviews/review-changes.ts';
import { newSecret } from '../../people/accounts/secrets.ts';
import { authorOf } from '../../people/authors.ts';
import type { Service } from '../../context.ts';
import { saveImages, type Photo } from '../../images/image-files.ts';
import { storeOf } from '../../data/tables.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { PageLimits } from '../frame/address-limit.ts';
import { thanksPage } from '../frame/end-pages.ts';
import { isHeld, thanksQuery, wordingFor } from '../frame/face.ts';
import { redirect, show } from '../frame/layout.ts';
import { openShopLink, type ShopLink } from '../frame/open-page.ts';
import {
  chosenRating,
  emptyReview,
  emptyWriter,
  findReviewMistakes,
  findWriterMistakes,
  ratingsOf,
  readField,
  readPhotos,
  readReview,
  readWriter,
  type TypedReview,
  type TypedWriter,
} from '../frame/review-form.ts';
import { formKey, noteForm } from '../frame/sent-forms.ts';
import { holdsAll, reasonToHold } from '../../people/holding.ts';
import { StrangersGuard } from '../frame/strangers.ts';
import { writePage } from './write-page.ts';
import { noteWritten } from '../../data/events.ts';

export function registerWritePage(app: FastifyInstance, service: Service, pageLimits: PageLimits): void {
  app.get<ShopLink>('/write/:business/:hash', async (request, reply) => {
    const { business, face } = await openShopLink(service, request);
    const empty = { writer: emptyWriter, mistakes: {}, photosSent: false };
    const review = { ...emptyReview, rating: chosenRating(request) };
    const page = { ...about(business), ...empty, formId: newSecret(), review };
    return show(reply, 200, writePage(page, wordingFor(request, face)), face);
  });

  app.post<ShopLink>('/write/:business/:hash', (request, reply) => take(service, pageLimits, request, reply));

  app.get<ShopLink>('/write/:business/:hash/thanks', async (request, reply) => {
    const { business, face } = await openShopLink(service, request);
    return show(reply, 200, thanksPage(business, wordingFor(request, face), isHeld(request)), face);
  });
}

async function take(
  service: Service,
  pageLimits: PageLimits,
  request: FastifyRequest<ShopLink>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { now } = service;
  const { business, face } = await openShopLink(service, request);
  const wording = wordingFor(request, face);
  const form = await pageLimits.readForm(request, service.elapsed());
  const typed = {
    formId: readField(form.fields, 'form'),
    review: readReview(form.fields, ''),
    writer: readWriter(form.fields),
  };
  const again = (mistakes: Record<string, string>) => {
    const page = { ...about(business), ...typed, mistakes, photosSent: form.files.length > 0 };
    return show(reply, 400, writePage(page, wording), face);
  };

  const mistakes = {
    ...findReviewMistakes(typed.review, '', wording),
    ...findWriterMistakes(typed.writer, 'required', wording),
  };
  if (Object.keys(mistakes).length > 0) return again(mistakes);
  pageLimits.countText(request, service.elapsed());
  const photos = readPhotos(form, 'photos', wording);
  if (typeof photos === 'string') return again({ photos });
  const held = await saveReview(service, request, { business, ...typed, photos, now: now() });
  return redirect(reply, `${request.params.hash}/thanks${thanksQuery(request, held)}`);
}

const about = (business: BusinessRow) => ({ business: business.name, held: holdsAll(business) });

interface ReviewToSave {
  readonly business: BusinessRow;
  readonly formId: string;
  readonly review: TypedReview;
  readonly writer: TypedWriter;
  readonly photos: readonly Photo[];
  readonly now: number;
}

/**
 * One review per form, however often the form is sent.
 * @returns whether it waits for the shop.
 */
function saveReview(
  service: Service,
  request: FastifyRequest,
  { business, formId, review, writer, photos, now }: ReviewToSave,
): Promise<boolean> {
  return inTransaction(service.db, async (transaction) => {
    if (!(await noteForm(transaction, business.id, formId, now))) return false;
    const text = `${review.title} ${review.content}`;
    const guard = new StrangersGuard(transaction, service);
    const flood = await guard.holdReview(request, { id: formKey(business.id, formId), business, text });
    const author = await authorOf(transaction, business.id, { fullName: writer.name, email: writer.email });
    const heldFor = flood ?? (await reasonToHold(transaction, business, { text, author }));
    const added = await addReview(storeOf(transaction), business.id, {
      authorId: author,
      title: review.title,
      content: review.content,
      tip: review.tip || null,
      orderId: null,
      ratings: ratingsOf(review),
      images: await saveImages(transaction, photos, now),
      source: null,
      labels: [],
      heldFor,
      now,
    });
    const about = { subject: 'review', number: added.reviewNo } as const;
    await noteWritten(transaction, { businessId: business.id, about, heldFor, now });
    return heldFor !== null;
  });
}
