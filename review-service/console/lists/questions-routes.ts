/** The list of questions, about products and about the shop. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { State } from '../../../review-store/tables.ts';
import { hasWords } from '../../../review-store/questions/question-words.ts';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import { reviewStates } from '../../content/moderation/listed-reviews.ts';
import type { Service } from '../../context.ts';
import { tableOf, type QuestionKind } from '../../data/events.ts';
import { storeOf, type Database } from '../../data/tables.ts';
import { saidOf } from '../acting/answers.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { flagIn, oneOf, pageIn, PAGE_SIZE, withFilter } from './filter.ts';
import { filterOf, listPage, orderFilter, productFilter, stateFilter, type Filter } from './list-page.ts';
import { itemRow, readListed } from './rows.ts';

const { list } = words;
const PATH = '/questions';

export function registerQuestionList(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'moderator', (call) => show(service, call));
}

const filters: readonly Filter[] = [
  stateFilter,
  filterOf('answered', words.questions.answers, [
    ['1', list.isAnsweredQuestion],
    ['0', list.isNotAnsweredQuestion],
  ]),
  productFilter,
  orderFilter,
];

async function show({ db, now }: Service, call: PageCall): Promise<Answer> {
  const { session, query, at } = call;
  const page = pageIn(query);
  const keys = await findKeys(db, session.business, query);
  const shown = await readListed(db, session.business, keys.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE));
  return listPage({
    call,
    path: PATH,
    raw: query,
    title: list.questions,
    hint: words.questions.hint,
    filters,
    found: list.foundQuestions(keys.length),
    total: keys.length,
    page,
    rows: [...shown.values()].map((question) => itemRow(question, { now: now(), at })),
    none: list.none,
    done: await saidOf(db, call, withFilter(PATH, query)),
  });
}

/** Hundreds where there are ten thousands of reviews: the keys of both kinds are ordered here. */
async function findKeys(db: Database, business: BusinessRow, raw: RawParameters) {
  const keys = await keysOf(db, business.id, 'product question', raw);
  // Those about the shop have no product, and no words to be looked up by.
  if (valueIn(raw, 'product') === '' && valueIn(raw, 'q') === '')
    keys.push(...(await keysOf(db, business.id, 'question', raw)));
  const sign = valueIn(raw, 'order') === 'oldest' ? 1 : -1;
  return keys.toSorted((one, other) => sign * (one.at - other.at || one.number - other.number));
}

const states = { held: State.pending, published: State.published, hidden: State.removed } as const;

async function keysOf(db: Database, businessId: number, subject: QuestionKind, raw: RawParameters) {
  const q = valueIn(raw, 'q');
  const sku = await currentSku(storeOf(db), businessId, valueIn(raw, 'product'));
  const state = oneOf(reviewStates, valueIn(raw, 'state'));
  const answered = flagIn(raw, 'answered');
  const products = sql<number>`(select id from product where business_id = ${businessId} and sku = ${sku})`;
  const rows = await db
    .selectFrom(tableOf[subject])
    .select(['id', 'created_at'])
    .where('business_id', '=', businessId)
    .$if(state !== '', (some) => some.where('state', '=', states[state || 'held']))
    .$if(answered !== null, (some) => some.where('num_answers' as 'id', answered === true ? '>' : '=', 0))
    .$if(q !== '', (some) => some.where(hasWords(businessId, q)))
    .$if(sku !== '', (some) => some.where('product_id' as 'id', 'in', products))
    .execute();
  return rows.map(({ id: number, created_at: at }) => ({ subject, number, at }));
}
