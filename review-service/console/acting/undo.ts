/** Takes an action back, from the page after it, as far as nothing changed since, and withdraws its mails. */
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { dropJobs } from '../../../review-store/jobs/jobs.ts';
import type { Service } from '../../context.ts';
import { findAsker } from '../../content/asking/questions.ts';
import { tellShownAgain } from '../../content/moderation/mail.ts';
import { lockAuthorOf } from '../../content/moderation/reviews.ts';
import { isQuestion, noteEvent, type EventKind, type Subject } from '../../data/events.ts';
import { storeOf } from '../../data/tables.ts';
import { html } from '../../letters/html.ts';
import { MAIL } from '../../letters/mail/sending/outbox.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { valueIn, withSaid } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { changeSince, MAILS_WAIT_MS, type Changed, type Doing } from './act.ts';
import { listOfChanged, ownPath } from './answers.ts';
import { bringBack, lockStanding, reviewNameOf, type Standing } from './standing.ts';

export function registerUndo(page: DeclarePage, service: Service): void {
  page('POST', '/undo', 'moderator', (call) => takeBack(service, call));
}

async function takeBack({ db, now }: Service, { session, form, at }: PageCall): Promise<Answer> {
  const { count, changed } = await undo({ db, session, now: now() }, valueIn(form, 'act'));
  const back = ownPath(valueIn(form, 'back'), '/inbox');
  if (count > 0 && changed.length === 0) return { to: withSaid(back, { undone: '1' }) };
  const { acts, changed: changedWords, problems } = words;
  const way = html`<p><a class="button second" href="${at(back)}">${problems.back}</a></p>`;
  if (changed.length === 0) return { status: 409, title: acts.over, body: way };
  return {
    status: count > 0 ? 200 : 409,
    title: count > 0 ? acts.undone : changedWords.title,
    body: html`<div class="card"><p>${changedWords.some}</p>${listOfChanged(changed, at)}</div>${way}`,
  };
}

/** @returns how many things are as they were before. */
function undo(
  { db, session, now }: Doing,
  id: string,
): Promise<{ readonly count: number; readonly changed: readonly Changed[] }> {
  const { business, account, tokenHash } = session;
  return inTransaction(db, async (transaction) => {
    const steps = await transaction.selectFrom('act_step').selectAll().where('act_id', '=', id).execute();
    const acted = await transaction
      .deleteFrom('act')
      .where((eb) => eb.and({ id, session: tokenHash, business_id: business.id }))
      .returning(['kind', 'created_at'])
      .executeTakeFirst();
    const changed: Changed[] = [];
    let count = 0;
    for (const { subject, subject_id: number, before, revision, mails } of acted ? steps : []) {
      const { kind, created_at: at } = acted!;
      const about = { subject, number };
      await lockStanding(transaction, business, about);
      const change = await changeSince(transaction, business, { about, revision });
      if (change) changed.push(change);
      const ids = JSON.parse(mails) as string[];
      const areOut = !change && ids.length > 0 && (await dropJobs(storeOf(transaction), MAIL, { ids })) < ids.length;
      // Nobody unreads a message.
      if (change || (areOut && kind === 'mailed')) continue;
      await bringBack(transaction, business, about, JSON.parse(before) as Standing, now);
      const ofIt = { business_id: business.id, subject, subject_id: number };
      if (kind === 'put off')
        await transaction
          .deleteFrom('put_off')
          .where((eb) => eb.and(ofIt))
          .execute();
      const event = { businessId: business.id, about, actor: account.id, now };
      await noteEvent(transaction, { ...event, kind: 'undone', reason: kind });
      if (areOut) await tellAgain({ db: transaction, session, now }, about, kind);
      // Nobody was told.
      else if (ids.length > 0)
        await transaction
          .deleteFrom('event')
          .where((eb) => eb.and({ ...ofIt, kind: 'mailed', created_at: at }))
          .execute();
      count += 1;
    }
    return { count, changed };
  });
}

/** Tells an author who was told that their review, or a photo of it, is hidden that it is not. */
async function tellAgain({ db, session, now }: Doing, about: Subject, kind: EventKind): Promise<void> {
  const { business, account } = session;
  const { subject, number } = about;
  const isAsked = isQuestion(subject);
  const found = isAsked
    ? await findAsker(db, business.id, { subject, number })
    : await lockAuthorOf(db, business, reviewNameOf(about));
  if (!found?.author) return;
  const { review, author } = found;
  const notice = { business, author, review, number, isPhoto: kind === 'photo hidden', isQuestion: isAsked };
  await tellShownAgain(db, { ...notice, now, dueAt: now + MAILS_WAIT_MS });
  const event = { businessId: business.id, about, actor: account.id, now };
  await noteEvent(db, { ...event, kind: 'mailed', reason: 'undone' });
}
