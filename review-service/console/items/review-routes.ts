/** The pages of reviews, with what belongs to them: photos, replies as shoppers would see them, saved replies. */
import type { Service } from '../../context.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { readPhotos } from '../../content/moderation/photos.ts';
import { readImage } from '../../images/image-files.ts';
import type { Subject } from '../../data/events.ts';
import { reviewNameOf } from '../acting/standing.ts';
import { listSavedReplies, removeReply, saveReply } from '../../content/saved-replies.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { pathOf, textIn, valueIn, withSaid } from '../frame/pieces.ts';
import { numberIn, registerItem, viewOf, type Refusal } from './item-page.ts';
import { previewReply } from './preview.ts';
import { readReviewItem } from './read-review.ts';
import { reviewPage } from './review-page.ts';

export function registerReviewItems(page: DeclarePage, service: Service): void {
  for (const subject of ['product review', 'review'] as const) {
    const path = pathOf({ subject, number: ':number' });
    const of = (call: PageCall): Subject => ({ subject, number: numberIn(call) });
    registerItem(page, service, subject, (call, about, refused) => show(service, call, about, refused));
    page('GET', `${path}/photo/:at`, 'moderator', (call) => photo(service, call, of(call)));
    page('POST', `${path}/preview`, 'moderator', (call) => previewReply(service, call, of(call)));
    page('POST', `${path}/save-reply`, 'moderator', (call) => keep(service, call, of(call)));
    page('POST', `${path}/remove-reply`, 'moderator', async (call) => {
      await removeReply(service.db, call.session.business.id, valueIn(call.form, 'saved'));
      return { to: addressOf(call, of(call)) };
    });
  }
}

async function show(service: Service, call: PageCall, about: Subject, refused?: Refusal): Promise<Answer> {
  const { db } = service;
  const { business } = call.session;
  const item = await readReviewItem(db, business, about);
  const saved = await listSavedReplies(db, business.id);
  return reviewPage(item, await viewOf(service, call, about, refused), saved);
}

const addressOf = ({ form }: PageCall, about: Subject): string => withSaid(pathOf(about), { in: valueIn(form, 'in') });

/** Saves a reply, and begins the field with it. */
async function keep(service: Service, call: PageCall, about: Subject): Promise<Answer> {
  const { session, form } = call;
  const given = { name: valueIn(form, 'name'), content: textIn(form) };
  try {
    const saved = await inTransaction(service.db, (transaction) =>
      saveReply(transaction, session.business.id, given, service.now()),
    );
    return { to: withSaid(addressOf(call, about), { saved }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(service, call, about, { kind: 'replied', status: error.http, problem: error.message });
  }
}

/** A photo of a review, also one that nobody else may see. */
async function photo({ db }: Service, { session, params }: PageCall, about: Subject): Promise<Answer> {
  const photos = await readPhotos(db, session.business.id, reviewNameOf(about));
  const [, key, file] = /^\/images\/([\w-]+)\/([\w.]+)$/.exec(photos[Number(params['at'])]?.original ?? '') ?? [];
  const image = key === undefined ? null : await readImage(db, key, file!, true);
  if (!image) throw unknown();
  const headers = {
    'content-type': image.contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { headers, content: image.bytes };
}
