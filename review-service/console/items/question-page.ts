/** The page of a question, about a product or the shop. */
import { LONGEST_ANSWER } from '../../../contract/endpoints/limits.ts';
import { fill } from '../../../contract/texts/texts.ts';
import type { Service } from '../../context.ts';
import type { AskedAbout } from '../../content/asking/questions.ts';
import { tableOf } from '../../data/events.ts';
import { html, type Markup } from '../../letters/html.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { aboutOf, dayOf, hidden, nameOf, personLink, productLink, stateOf } from '../frame/pieces.ts';
import { reasonIn, whyHeld } from '../inbox/why.ts';
import { readAsked, type Asked } from '../lists/asked.ts';
import { words } from '../words/index.ts';
import { buttonOf, formOf, hideForm, hidePartForm, laterForm, publishForm } from './item-forms.ts';
import { itemPage, registerItem, typedIn, viewOf, type ItemView, type Refusal } from './item-page.ts';
import { readTimeline, timelineOf } from './timeline.ts';

const { item: itemWords, questions: questionWords } = words;

export function registerQuestionItems(page: DeclarePage, service: Service): void {
  for (const subject of ['product question', 'question'] as const)
    registerItem(page, service, subject, (call, { number }, refused) =>
      show(service, call, { subject, number }, refused),
    );
}

async function show(service: Service, call: PageCall, about: AskedAbout, refused?: Refusal): Promise<Answer> {
  const { db } = service;
  const { business } = call.session;
  const { subject, number } = about;
  const question = (await readAsked(db, business, subject, [number])).get(number);
  if (!question) throw unknown();
  const { author_id: person } = await db
    .selectFrom(tableOf[subject])
    .select('author_id')
    .where('business_id', '=', business.id)
    .where('id', '=', number)
    .executeTakeFirstOrThrow();
  const view = await viewOf(service, call, about, refused);
  const { state, product, author, content, createdAt: written, publishedAt: published } = question;
  const why = state === 'held' ? ((await whyHeld(db, business, subject, [number])).get(number) ?? []) : [];
  return itemPage(view, {
    title: fill(words.things.question, { about: aboutOf(product) }),
    aside: stateOf(state),
    main: html`<article class="card">
${why.length > 0 && html`<p class="note">${why.join(', ')}</p>`}
<p class="line"><span class="strong">${personLink(author, person, call)}</span>
<span class="soft">${dayOf(written)}</span>
${product && html`<span>${productLink(product, call.at)}</span>`}</p>
<p class="text" dir="auto">${content}</p></article>
${answersOf(question, view)}`,
    side: actionsOf(state, view),
    last: timelineOf(await readTimeline(db, business, about, { written, published })),
  });
}

function answersOf({ answers, about }: Asked, view: ItemView): Markup {
  const rows = answers.map(({ id, content, author, isShown, heldFor }) => {
    const publish = html`${hidden('answer', String(id))}
<button class="second">${itemWords.publish}</button>`;
    const act = isShown
      ? hidePartForm(view, {
          name: 'answer',
          at: id,
          summary: itemWords.hide,
          hint: questionWords.hideAnswerHint,
          button: questionWords.hideAnswer,
        })
      : formOf(view, 'publish-answer', publish);
    return html`<li><div><p class="line"><bdi class="strong">${nameOf(author)}</bdi>
${!isShown && html`<span class="state held">${questionWords.pendingAnswer}</span>`}</p>
${heldFor !== null && html`<p class="note">${fill(words.why.held, { why: reasonIn(heldFor) })}</p>`}
<p class="text" dir="auto">${content}</p></div>${about.subject === 'product question' && act}</li>`;
  });
  return html`<section class="card"><h2>${questionWords.answers}</h2>${
    rows.length === 0 ? html`<p class="soft">${questionWords.noAnswers}</p>` : html`<ul class="plain rows">${rows}</ul>`
  }</section>`;
}

function actionsOf(state: Asked['state'], view: ItemView): Markup {
  const answer = html`<label class="label" for="answer">${questionWords.answerLabel}</label>
<textarea id="answer" name="text" rows="5" maxlength="${LONGEST_ANSWER}" dir="auto" aria-describedby="answer-hint">
${typedIn(view, 'answered') ?? ''}</textarea><span class="hint" id="answer-hint">${questionWords.answerHint}</span>
${buttonOf(view.call, 'reply', questionWords.answer, state === 'held' && 'second')}`;
  return html`<section class="card acts" aria-label="${itemWords.actions}">
${state !== 'published' && publishForm(view)}
${state !== 'hidden' && formOf(view, 'answer', answer)}
${state !== 'hidden' && hideForm(view, itemWords.hideQuestionHint)}
${laterForm(view)}</section>`;
}
