/** Takes an action back, from the page after it. */
import { lockAuthor } from '../../../review-store/content/authors.ts';
import type { Service } from '../../context.ts';
import { tellShownAgain } from '../../content/moderation/mail.ts';
import { findAuthorOf, findReview } from '../../content/moderation/reviews.ts';
import { noteEvent, type Subject } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { html } from '../../letters/html.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { MAILS_WAIT_MS, undo } from './act.ts';
import { listOfChanged, ownPath } from './answers.ts';
import { reviewNameOf } from './standing.ts';

export function registerUndo(page: DeclarePage, service: Service): void {
  page('POST', '/undo', 'moderator', (call) => takeBack(service, call));
}

async function takeBack({ db, now: clock }: Service, call: PageCall): Promise<Answer> {
  const { session, form, at } = call;
  const now = clock();
  const { done, changed } = await undo({ db, session, now }, valueIn(form, 'act'), (transaction, about, kind) =>
    tellAgain(transaction, call, about, { isPhoto: kind === 'photo hidden', now }),
  );
  const back = ownPath(valueIn(form, 'back'), '/inbox');
  if (done.length > 0 && changed.length === 0) return { to: `${back}${back.includes('?') ? '&' : '?'}undone=1` };
  const { acts, changed: changedWords, problems } = words;
  const way = html`<p><a class="button second" href="${at(back)}">${problems.back}</a></p>`;
  if (changed.length === 0) return { status: 409, title: acts.over, body: way };
  const others = html`<div class="card"><p>${changedWords.some}</p>${listOfChanged(changed, at)}</div>`;
  return {
    status: done.length > 0 ? 200 : 409,
    title: done.length > 0 ? acts.undone : changedWords.title,
    body: html`${others}${way}`,
  };
}

/** Tells an author who was told that their review, or a photo of it, is hidden that it is not. */
async function tellAgain(
  transaction: Database,
  { session }: PageCall,
  about: Subject,
  { isPhoto, now }: { readonly isPhoto: boolean; readonly now: number },
): Promise<void> {
  const { business, account } = session;
  const name = reviewNameOf(about);
  const review = await findReview(transaction, business.id, name);
  const known = await findAuthorOf(transaction, business.id, name);
  const author = known && (await lockAuthor(storeOf(transaction), business.id, known.id));
  if (!review || !author) return;
  const notice = { business, author, review, number: name.number, isPhoto, now, dueAt: now + MAILS_WAIT_MS };
  await tellShownAgain(transaction, notice);
  await noteEvent(transaction, {
    businessId: business.id,
    about,
    kind: 'mailed',
    actor: account.id,
    reason: 'undone',
    now,
  });
}
