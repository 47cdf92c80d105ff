/** The pages of reviews, and what is done on them. */
import type { Service } from '../../context.ts';
import { ApiError } from '../../../contract/endpoints/errors.ts';
import type { EventKind, Subject } from '../../data/events.ts';
import { act } from '../acting/act.ts';
import { addressAfter, changeOf, saidOf } from '../acting/answers.ts';
import { decide, isReason } from '../acting/review-decisions.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { nextWaiting } from '../inbox/waiting.ts';
import { pathOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { itemDone, listOf, numberOf, pictureIn, unknownItem } from './item-routes.ts';
import { readReviewItem } from './read-review.ts';
import { reviewPage, type ItemView } from './review-page.ts';

export function registerReviewItems(page: DeclarePage, service: Service): void {
  for (const [folder, subject] of [
    ['reviews', 'product review'],
    ['shop-reviews', 'review'],
  ] as const) {
    const of = (call: PageCall): Subject => ({ subject, number: numberOf(call) });
    page('GET', `/${folder}/:number`, 'moderator', (call) => show(service, call, of(call)));
    page('POST', `/${folder}/:number/publish`, 'moderator', (call) => doTo(service, call, of(call), 'published'));
    page('POST', `/${folder}/:number/hide`, 'moderator', (call) => {
      if (!isReason(valueIn(call.form, 'reason')))
        return show(service, call, of(call), { status: 400, problem: words.item.unknownReason });
      return doTo(service, call, of(call), 'hidden');
    });
    page('POST', `/${folder}/:number/reply`, 'moderator', (call) => doTo(service, call, of(call), 'replied'));
    page('POST', `/${folder}/:number/close-reports`, 'moderator', (call) =>
      doTo(service, call, of(call), 'report closed'),
    );
    if (subject === 'product review')
      page('POST', `/${folder}/:number/move`, 'moderator', (call) =>
        valueIn(call.form, 'sku') === ''
          ? show(service, call, of(call), { status: 400, problem: words.item.noSku })
          : doTo(service, call, of(call), 'moved'),
      );
    page('POST', `/${folder}/:number/later`, 'moderator', (call) => doTo(service, call, of(call), 'put off'));
  }
}

async function show(
  service: Service,
  call: PageCall,
  about: Subject,
  more: Pick<ItemView, 'status' | 'problem' | 'typed'> = {},
): Promise<Answer> {
  const { business } = call.session;
  const item = await readReviewItem(service.db, business, about);
  if (!item) throw unknownItem();
  const list = listOf(call);
  return reviewPage(item, {
    call,
    list,
    picture: pictureIn(call),
    done: await saidOf(service.db, call, pathOf(about) + (list === '' ? '' : `?in=${list}`)),
    ...more,
  });
}

async function doTo(service: Service, call: PageCall, about: Subject, kind: EventKind): Promise<Answer> {
  const { db } = service;
  const [now, { session, form }] = [service.now(), call];
  const text = typeof form['text'] === 'string' ? form['text'] : '';
  const next = await nextWaiting(db, session.business, about, now);
  try {
    const outcome = await act({ db, session, now }, kind, [{ about, revision: valueIn(form, 'revision') }], (tx, one) =>
      decide(tx, call, one, { kind, text, now }),
    );
    const [changed] = outcome.changed;
    if (!changed) return itemDone(call, about, next, (path) => addressAfter(path, outcome));
    return await show(service, call, about, {
      status: 409,
      problem: changeOf(words.changed.nothing, changed),
      ...(kind === 'replied' ? { typed: text } : {}),
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return show(service, call, about, {
      status: error.is('productNotFound') ? 400 : error.http === 404 ? 409 : error.http,
      problem: error.message,
      ...(kind === 'replied' ? { typed: text } : {}),
    });
  }
}
