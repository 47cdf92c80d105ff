/** The list of questions, about products and about the shop. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { State } from '../../../review-store/tables.ts';
import { hasWords } from '../../../review-store/questions/question-words.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { reviewStates, type ReviewState } from '../../content/moderation/listed-reviews.ts';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { saidOf } from '../acting/answers.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { pathOf, selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { readAsked, type Asked } from './asked.ts';
import { flagIn, oneOf, pageIn, PAGE_SIZE, withFilter } from './filter.ts';
import { fieldOf, filterForm, orderChoice, pagesOf, stateChoices } from './list-page.ts';
import { questionRow } from './review-row.ts';

const { list } = words;
const PATH = '/questions';

export function registerQuestionList(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'moderator', (call) => show(service, call));
}

const states = { held: State.pending, published: State.published, hidden: State.removed } as const;

interface QuestionFilter {
  readonly q: string;
  readonly sku: string;
  readonly state: ReviewState | '';
  readonly answered: boolean | null;
  readonly isOldest: boolean;
  readonly page: number;
}

const readQuestionFilter = (raw: RawParameters): QuestionFilter => ({
  q: valueIn(raw, 'q'),
  sku: valueIn(raw, 'product'),
  state: oneOf(reviewStates, valueIn(raw, 'state')),
  answered: flagIn(raw, 'answered'),
  isOldest: valueIn(raw, 'order') === 'oldest',
  page: pageIn(raw),
});

/** Hundreds where there are ten thousands of reviews: the keys of both kinds are ordered here. */
async function findQuestions(db: Database, business: BusinessRow, filter: QuestionFilter) {
  const { q, sku, isOldest, page } = filter;
  const keys = await keysOf(db, business.id, 'product question', filter);
  // Those about the shop have no product, and no words to be looked up by.
  if (sku === '' && q === '') keys.push(...(await keysOf(db, business.id, 'question', filter)));
  const sign = isOldest ? 1 : -1;
  const ordered = keys.toSorted((one, other) => sign * (one.at - other.at || one.number - other.number));
  const shown = ordered.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const found = new Map<string, Asked>();
  for (const [subject, some] of Map.groupBy(shown, (key) => key.subject))
    for (const asked of (
      await readAsked(
        db,
        business,
        subject,
        some.map(({ number }) => number),
      )
    ).values())
      found.set(pathOf(asked.about), asked);
  return { total: keys.length, questions: shown.flatMap((key) => found.get(pathOf(key)) ?? []) };
}

async function keysOf(
  db: Database,
  businessId: number,
  subject: 'product question' | 'question',
  { q, sku, state, answered }: QuestionFilter,
) {
  const rows = await db
    .selectFrom((subject === 'question' ? subject : 'product_question') as 'question')
    .select(['id', 'created_at'])
    .where('business_id', '=', businessId)
    .$if(state !== '', (some) => some.where('state', '=', states[state as 'held']))
    .$if(answered !== null, (some) => some.where('num_answers', answered === true ? '>' : '=', 0))
    .$if(q !== '', (some) => some.where(hasWords(businessId, q)))
    .$if(sku !== '', (some) =>
      some.where(
        'product_id',
        'in',
        sql<number>`(select id from product where business_id = ${businessId} and sku = ${sku})`,
      ),
    )
    .execute();
  return rows.map(({ id: number, created_at: at }) => ({ subject, number, at }));
}

async function show({ db, now }: Service, call: PageCall): Promise<Answer> {
  const { session, query, at } = call;
  const filter = readQuestionFilter(query);
  const { total, questions } = await findQuestions(db, session.business, filter);
  const rows = questions.map((question) => questionRow(question, { now: now(), at }));
  const done = await saidOf(db, call, withFilter(PATH, query));
  const set = ['state', 'answered', 'product', 'order'].filter((name) => valueIn(query, name) !== '').length;
  const choices = choicesOf(filter, query);
  const form = { session, action: at(PATH), q: filter.q, hint: words.questions.hint, choices, set };
  return {
    title: list.questions,
    ...(done === undefined ? {} : { done }),
    body: html`${filterForm(form)}
<p class="soft" id="found">${list.foundQuestions(total)}</p>
${rows.length === 0 ? html`<p class="card">${list.none}</p>` : html`<ul class="plain card list">${rows}</ul>`}
${pagesOf(at(PATH), query, filter.page, total)}`,
  };
}

function choicesOf({ state, sku, isOldest }: QuestionFilter, raw: RawParameters): Markup[] {
  const any = ['', list.any] as const;
  return [
    selectOf({ name: 'state', label: list.state, chosen: state, options: [any, ...stateChoices] }),
    selectOf({
      name: 'answered',
      label: words.questions.answers,
      chosen: valueIn(raw, 'answered'),
      options: [any, ['1', list.isAnsweredQuestion], ['0', list.isNotAnsweredQuestion]],
    }),
    fieldOf({ name: 'product', label: list.product, value: sku }),
    orderChoice(isOldest),
  ];
}
