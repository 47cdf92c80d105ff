/** The page of a question, about a product or the shop, and what is done on it. */
import { ApiError } from '../../../contract/endpoints/errors.ts';
import { LONGEST_ANSWER } from '../../../contract/endpoints/limits.ts';
import type { RemovalReason } from '../../../contract/removal-reasons.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import { answerDecided, hideQuestionDecided, publishQuestionDecided } from '../../content/asking/questions.ts';
import { answerShopQuestion, showShopQuestion } from '../../content/asking/shop-questions.ts';
import { noteEvent, type EventKind, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { act, type Left } from '../acting/act.ts';
import { addressAfter, changeOf, saidOf } from '../acting/answers.ts';
import { isReason, putOff } from '../acting/review-decisions.ts';
import { readRevisions } from '../acting/revision.ts';
import { keyOf } from '../frame/keys.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { placeOf } from '../inbox/waiting.ts';
import { reasonIn, whyHeld } from '../inbox/why.ts';
import { readAsked, type Asked } from '../lists/asked.ts';
import { aboutOf, dayOf, hidden, nameOf, pathOf, personLink, productLink, stateOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { cachedOf, itemDone, listOf, nextOf, numberOf, pictureIn, unknownItem } from './item-routes.ts';
import {
  besideOf,
  fieldsOf,
  formOf,
  hideForm,
  laterForm,
  problemOf,
  publishForm,
  reasonField,
  type ItemView,
} from './item-forms.ts';
import { readTimeline, timelineOf } from './timeline.ts';

const { item: itemWords, questions: questionWords } = words;

export function registerQuestionItems(page: DeclarePage, service: Service): void {
  for (const [folder, subject] of [
    ['questions', 'product question'],
    ['shop-questions', 'question'],
  ] as const) {
    const of = (call: PageCall): AskedAbout => ({ subject, number: numberOf(call) });
    const declare = (action: string, kind: EventKind) =>
      page('POST', `/${folder}/:number/${action}`, 'moderator', (call) => doTo(service, call, of(call), kind));
    page('GET', `/${folder}/:number`, 'moderator', (call) => show(service, call, of(call)));
    declare('answer', 'answered');
    declare('publish', 'published');
    declare('hide', 'hidden');
    declare('later', 'put off');
    if (subject === 'question') continue;
    declare('publish-answer', 'answer published');
    declare('hide-answer', 'answer hidden');
  }
}

interface AskedAbout extends Subject {
  readonly subject: 'product question' | 'question';
}

async function show(
  { db, now }: Service,
  call: PageCall,
  about: AskedAbout,
  more: Pick<ItemView, 'status' | 'problem' | 'typed'> = {},
): Promise<Answer> {
  const { business } = call.session;
  const question = (await readAsked(db, business, about.subject, [about.number])).get(about.number);
  const revision = (await readRevisions(db, business, about.subject, [about.number])).get(about.number);
  if (!question || revision === undefined) throw unknownItem();
  const { author_id: person } = await db
    .selectFrom((about.subject === 'question' ? 'question' : 'product_question') as 'question')
    .select('author_id')
    .where('business_id', '=', business.id)
    .where('id', '=', about.number)
    .executeTakeFirstOrThrow();
  const list = listOf(call);
  const done = await saidOf(db, call, pathOf(about) + (list === '' ? '' : `?in=${list}`));
  const place = await placeOf(db, business, about, now());
  const view: ItemView = { call, list, place, picture: pictureIn(call), ...more };
  const { state } = question;
  const why =
    state === 'held' ? ((await whyHeld(db, business, about.subject, [about.number])).get(about.number) ?? []) : [];
  const timeline = await readTimeline(db, business, about, {
    written: question.createdAt,
    published: question.publishedAt,
  });
  const item = { about, revision };
  return {
    title: fill(words.things.question, { about: aboutOf(question.product) }),
    status: more.status ?? 200,
    aside: html`${stateOf(state)}${besideOf(view)}`,
    ...nextOf(view),
    ...(done === undefined ? {} : { done }),
    ...cachedOf(call),
    body: html`${problemOf(view)}<div class="item"><div><article class="card">
${why.length > 0 && html`<p class="note">${why.join(', ')}</p>`}
<p class="line"><span class="strong">${personLink(question.author, person, call)}</span>
<span class="soft">${dayOf(question.createdAt)}</span>
${question.product && html`<span>${productLink(question.product, call.at)}</span>`}</p>
<p class="text" dir="auto">${question.content}</p></article>
${answersOf(question, item, view)}</div>
<div>${actionsOf(state, item, view)}</div><div>${timelineOf(timeline)}</div></div>`,
  };
}

type Item = { readonly about: Subject; readonly revision: string };

function answersOf({ answers, about }: Asked, item: Item, view: ItemView): Markup {
  const rows = answers.map(({ id, content, author, isShown, heldFor }) => {
    const fields = html`${fieldsOf(item, view)}${hidden('answer', String(id))}`;
    const acts = isShown
      ? html`<details><summary>${itemWords.hide}</summary>
<form method="post" action="${formOf(item, view, 'hide-answer')}">${fields}
${reasonField(`reason-${id}`, `answer-hint-${id}`)}
<span class="hint" id="answer-hint-${id}">${questionWords.hideAnswerHint}</span>
<button class="danger">${questionWords.hideAnswer}</button></form></details>`
      : html`<form method="post" action="${formOf(item, view, 'publish-answer')}">${fields}
<button class="second">${itemWords.publish}</button></form>`;
    return html`<li><div><p class="line"><bdi class="strong">${nameOf(author)}</bdi>
${!isShown && html`<span class="state held">${questionWords.pendingAnswer}</span>`}</p>
${heldFor !== null && html`<p class="note">${fill(words.why.held, { why: reasonIn(heldFor) })}</p>`}
<p class="text" dir="auto">${content}</p></div>${about.subject === 'product question' && acts}</li>`;
  });
  return html`<section class="card"><h2>${questionWords.answers}</h2>${
    rows.length === 0 ? html`<p class="soft">${questionWords.noAnswers}</p>` : html`<ul class="plain rows">${rows}</ul>`
  }</section>`;
}

function actionsOf(state: Asked['state'], item: Item, view: ItemView): Markup {
  const { key, hint } = keyOf(view.call.session, 'reply');
  const answer = html`<form method="post" action="${formOf(item, view, 'answer')}">${fieldsOf(item, view)}
<label class="label" for="answer">${questionWords.answerLabel}</label>
<textarea id="answer" name="text" rows="5" maxlength="${LONGEST_ANSWER}" dir="auto" aria-describedby="answer-hint">
${view.typed?.text ?? ''}</textarea><span class="hint" id="answer-hint">${questionWords.answerHint}</span>
<button class="${state === 'held' && 'second'}" ${key}>${questionWords.answer}${hint}</button></form>`;
  return html`<section class="card acts" aria-label="${itemWords.actions}">
${state !== 'published' && publishForm(item, view)}${state !== 'hidden' && answer}
${state !== 'hidden' && hideForm(item, view, itemWords.hideQuestionHint)}${laterForm(item, view)}</section>`;
}

const isHiding: ReadonlySet<EventKind> = new Set<EventKind>(['hidden', 'answer hidden']);

async function doTo(service: Service, call: PageCall, about: AskedAbout, kind: EventKind): Promise<Answer> {
  const { db } = service;
  const [now, { session, form }] = [service.now(), call];
  const typed = typeof form['text'] === 'string' ? form['text'] : '';
  const refuse = (status: number, problem: string) =>
    show(service, call, about, { status, problem, typed: { kind, text: typed } });
  if (isHiding.has(kind) && !isReason(valueIn(form, 'reason'))) return refuse(400, itemWords.unknownReason);
  if (kind === 'answered' && typed.trim() === '') return refuse(400, itemWords.emptyAnswer);
  const { next } = await placeOf(db, session.business, about, now);
  try {
    const outcome = await act({ db, session, now }, kind, [{ about, revision: valueIn(form, 'revision') }], (tx) =>
      decide(tx, call, about, { kind, typed, now }),
    );
    const [changed] = outcome.changed;
    if (changed) return await refuse(409, changeOf(words.changed.nothing, changed));
    return itemDone(call, about, next, (path) => addressAfter(path, outcome));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.http === 404 ? 409 : error.http, error.message);
  }
}

async function decide(
  transaction: Database,
  { session, form }: PageCall,
  about: AskedAbout,
  { kind, typed, now }: { readonly kind: EventKind; readonly typed: string; readonly now: number },
): Promise<Left | void> {
  const { business, account } = session;
  const by = { actor: account.id, now };
  const reason = valueIn(form, 'reason') as RemovalReason;
  const { subject, number } = about;
  if (subject === 'question') {
    if (kind === 'answered') return { added: (await answerShopQuestion(transaction, business, number, typed, by)).id };
    if (kind === 'published') return showShopQuestion(transaction, business, number, null, by);
    if (kind === 'hidden') return showShopQuestion(transaction, business, number, reason, by);
  }
  const which = { business: business.domain, id: about.number, answerId: undefined };
  const answer = Number(valueIn(form, 'answer'));
  switch (kind) {
    case 'answered':
      return { added: (await answerDecided(transaction, { ...which, content: typed }, by)).id };
    case 'published':
      return publishQuestionDecided(transaction, which, by);
    case 'hidden':
      return hideQuestionDecided(transaction, which, by, reason);
    case 'answer published':
      await publishQuestionDecided(transaction, { ...which, answerId: answer }, by);
      return { answer: { id: answer, shown: false } };
    case 'answer hidden':
      await hideQuestionDecided(transaction, { ...which, answerId: answer }, by, reason);
      return { answer: { id: answer, shown: true } };
    default:
      await putOff(transaction, session, about, valueIn(form, 'until'), now);
      return noteEvent(transaction, { businessId: business.id, about, kind: 'put off', ...by });
  }
}
