/** The list of questions about products. */
import { sql } from 'kysely';
import { State } from '../../../review-store/tables.ts';
import { countAll } from '../../../review-store/content/rows.ts';
import { hasWords } from '../../../review-store/questions/question-words.ts';
import { readProductQuestions } from '../../../review-store/questions/questions.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { reviewStates, type ReviewState } from '../../content/moderation/listed-reviews.ts';
import type { Service } from '../../context.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { saidOf } from '../acting/answers.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { selectOf, valueIn } from '../pieces/pieces.ts';
import { words } from '../words/index.ts';
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

async function findQuestions(db: Database, businessId: number, filter: QuestionFilter) {
  const { q, sku, state, answered, isOldest, page } = filter;
  const store = storeOf(db);
  const found = store
    .selectFrom('product_question')
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
    );
  const direction = isOldest ? 'asc' : 'desc';
  const keys = await found
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .offset((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .execute();
  const ids = keys.map(({ id }) => id);
  const read = new Map((await readProductQuestions(store, businessId, ids)).map((one) => [one.id, one]));
  return { total: await countAll(found), questions: ids.flatMap((id) => read.get(id) ?? []) };
}

async function show({ db, now }: Service, call: PageCall): Promise<Answer> {
  const { session, query, at } = call;
  const filter = readQuestionFilter(query);
  const { total, questions } = await findQuestions(db, session.business.id, filter);
  const rows = questions.map((question) => questionRow(question, { now: now(), at }));
  const done = await saidOf(db, call, withFilter(PATH, query));
  const set = ['state', 'answered', 'product', 'order'].filter((name) => valueIn(query, name) !== '').length;
  const form = { action: at(PATH), q: filter.q, hint: words.questions.hint, choices: choicesOf(filter, query), set };
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
