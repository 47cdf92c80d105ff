/** The pages of reviews, and what is done on them. */
import type { Service } from '../../context.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { readPhotos } from '../../content/moderation/photos.ts';
import { readImage } from '../../images/image-files.ts';
import type { EventKind, Subject } from '../../data/events.ts';
import { act } from '../acting/act.ts';
import { addressAfter, changeOf, saidOf } from '../acting/answers.ts';
import { decide, isReason } from '../acting/review-decisions.ts';
import { reviewNameOf } from '../acting/standing.ts';
import { listSavedReplies, removeReply, saveReply } from '../../content/saved-replies.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { placeOf } from '../inbox/waiting.ts';
import { pathOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { itemDone, listOf, numberOf, pictureIn, unknownItem } from './item-routes.ts';
import { previewReply } from './preview.ts';
import { readReviewItem } from './read-review.ts';
import { reviewPage } from './review-page.ts';
import type { ItemView } from './item-forms.ts';

/** The actions, by the last part of their address. */
const actions: Readonly<Record<string, EventKind>> = {
  publish: 'published',
  hide: 'hidden',
  reply: 'replied',
  message: 'mailed',
  'hide-photo': 'photo hidden',
  'publish-photo': 'photo published',
  'close-reports': 'report closed',
  later: 'put off',
};
const ofPhotos: readonly EventKind[] = ['photo hidden', 'photo published'];

export function registerReviewItems(page: DeclarePage, service: Service): void {
  for (const [folder, subject] of [
    ['reviews', 'product review'],
    ['shop-reviews', 'review'],
  ] as const) {
    const of = (call: PageCall): Subject => ({ subject, number: numberOf(call) });
    page('GET', `/${folder}/:number`, 'moderator', (call) => show(service, call, of(call)));
    page('GET', `/${folder}/:number/photo/:at`, 'moderator', (call) => photo(service, call, of(call)));
    if (subject === 'product review')
      page('POST', `/${folder}/:number/move`, 'moderator', (call) => doTo(service, call, of(call), 'moved'));
    page('POST', `/${folder}/:number/preview`, 'moderator', (call) => previewReply(service, call, of(call)));
    page('POST', `/${folder}/:number/save-reply`, 'moderator', (call) => keep(service, call, of(call)));
    page('POST', `/${folder}/:number/remove-reply`, 'moderator', async (call) => {
      await removeReply(service.db, call.session.business.id, valueIn(call.form, 'saved'));
      return { to: addressOf(call, of(call)) };
    });
    for (const [path, kind] of Object.entries(actions))
      page('POST', `/${folder}/:number/${path}`, 'moderator', (call) => doTo(service, call, of(call), kind));
  }
}

const addressOf = (call: PageCall, about: Subject): string =>
  pathOf(about) + (listOf(call) === '' ? '' : `?in=${listOf(call)}`);

/** Saves a reply, and begins the field with it. */
async function keep(service: Service, call: PageCall, about: Subject): Promise<Answer> {
  const { session, form } = call;
  const text = typeof form['text'] === 'string' ? form['text'] : '';
  try {
    const id = await inTransaction(service.db, (transaction) =>
      saveReply(transaction, session.business.id, { name: valueIn(form, 'name'), content: text }, service.now()),
    );
    const address = addressOf(call, about);
    return { to: `${address}${address.includes('?') ? '&' : '?'}saved=${id}` };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(service, call, about, { status: error.http, problem: error.message, typed: { kind: 'replied', text } });
  }
}

async function show(
  { db, now }: Service,
  call: PageCall,
  about: Subject,
  more: Pick<ItemView, 'status' | 'problem' | 'typed'> = {},
): Promise<Answer> {
  const { business } = call.session;
  const item = await readReviewItem(db, business, about);
  if (!item) throw unknownItem();
  const list = listOf(call);
  return reviewPage(item, {
    call,
    list,
    place: await placeOf(db, business, about, now()),
    picture: pictureIn(call),
    saved: await listSavedReplies(db, business.id),
    done: await saidOf(db, call, addressOf(call, about)),
    ...more,
  });
}

/** A photo of a review, also one that nobody else may see. */
async function photo({ db }: Service, { session, params }: PageCall, about: Subject): Promise<Answer> {
  const photos = await readPhotos(db, session.business.id, reviewNameOf(about));
  const [, key, file] = /^\/images\/([\w-]+)\/([\w.]+)$/.exec(photos[Number(params['at'])]?.original ?? '') ?? [];
  const image = key === undefined ? null : await readImage(db, key, file!, true);
  if (!image) throw unknownItem();
  const headers = {
    'content-type': image.contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { headers, content: image.bytes };
}

async function doTo(service: Service, call: PageCall, about: Subject, kind: EventKind): Promise<Answer> {
  const { db } = service;
  const [now, { session, form }] = [service.now(), call];
  const text = typeof form['text'] === 'string' ? form['text'] : '';
  const refuse = (status: number, problem: string) =>
    show(service, call, about, { status, problem, typed: { kind, text } });
  if ((kind === 'hidden' || kind === 'photo hidden') && !isReason(valueIn(form, 'reason')))
    return refuse(400, words.item.unknownReason);
  if (kind === 'moved' && valueIn(form, 'sku') === '') return refuse(400, words.item.noSku);
  if (kind === 'mailed' && text.trim() === '') return refuse(400, words.item.emptyMessage);
  const { next } = await placeOf(db, session.business, about, now);
  try {
    const outcome = await act({ db, session, now }, kind, [{ about, revision: valueIn(form, 'revision') }], (tx, one) =>
      decide(tx, call, one, { kind, text, now }),
    );
    const [changed] = outcome.changed;
    if (changed) return await refuse(409, changeOf(words.changed.nothing, changed));
    // The words of a review whose photo was hidden are still to be decided about.
    const then = ofPhotos.includes(kind) ? about : next;
    return itemDone(call, about, then, (path) => addressAfter(path, outcome));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.is('productNotFound') ? 400 : error.http === 404 ? 409 : error.http, error.message);
  }
}
