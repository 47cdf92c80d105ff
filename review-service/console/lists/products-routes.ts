/** The list of products. */
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { Service } from '../../context.ts';
import { html, type Markup } from '../../letters/html.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { averageOf, pathOfProduct, PRODUCTS, selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { oneOf, pageIn } from './filter.ts';
import { findProducts, productOrders, productStates, type ListedProduct, type ProductFilter } from './find-products.ts';
import { filterForm, pagesOf } from './list-page.ts';

const { list, products: said } = words;

export function registerProductList(page: DeclarePage, service: Service): void {
  page('GET', PRODUCTS, 'moderator', (call) =>
    valueIn(call.query, 'number') === '' ? show(service, call) : byNumber(service, call),
  );
}

/** Leads to the product that has this number, whatever it is called by now. */
async function byNumber({ db }: Service, { session, query }: PageCall): Promise<Answer> {
  const number = Number(valueIn(query, 'number'));
  if (!Number.isSafeInteger(number)) throw unknown();
  const product = await db
    .selectFrom('product')
    .select('sku')
    .where('business_id', '=', session.business.id)
    .where('id', '=', number)
    .executeTakeFirst();
  if (!product) throw unknown();
  const undone = valueIn(query, 'undone') === '' ? '' : '?undone=1';
  return { to: pathOfProduct(product.sku) + undone };
}

const readProductFilter = (raw: RawParameters): ProductFilter => ({
  q: valueIn(raw, 'q').slice(0, 256),
  state: oneOf(productStates, valueIn(raw, 'state')),
  order: oneOf(productOrders, valueIn(raw, 'order')) || 'reviews',
  page: pageIn(raw),
});

async function show({ db }: Service, { session, query, at }: PageCall): Promise<Answer> {
  const filter = readProductFilter(query);
  const { q, state, order } = filter;
  const { products, total } = await findProducts(db, session.business.id, filter);
  const none = q === '' && state === '' ? said.noneAtAll : list.none;
  const choices = [
    selectOf({
      name: 'state',
      label: list.state,
      chosen: state,
      options: [['', said.sold], ...productStates.map((one) => [one, said.states[one]] as const)],
    }),
    selectOf({
      name: 'order',
      label: list.order,
      chosen: order,
      options: productOrders.map((one) => [one, said.orders[one]] as const),
    }),
  ];
  const set = Number(state !== '') + Number(order !== 'reviews');
  return {
    title: words.navigation.products,
    body: html`${filterForm({ session, action: at(PRODUCTS), q, hint: said.searchHint, choices, set })}
<p class="soft" id="found">${said.found(total)}</p>
${
  products.length === 0
    ? html`<p class="card">${none}</p>`
    : html`<ul class="plain card list">${products.map((one) => row(one, at))}</ul>`
}
${pagesOf(at(PRODUCTS), query, filter.page, total)}`,
  };
}

function row({ sku, title, reviews, average, unanswered, isRemoved }: ListedProduct, at: PageCall['at']): Markup {
  const { low, questions } = unanswered;
  const waits = [low > 0 && said.low(low), questions > 0 && said.questions(questions)].filter(Boolean);
  return html`<li class="row"><div class="main"><a href="${at(pathOfProduct(sku))}" dir="auto">${title || sku}</a>
<p class="line soft"><code>${sku}</code>
${reviews > 0 ? html`${averageOf(average)}<span>${list.found(reviews)}</span>` : html`<span>${said.noReviews}</span>`}
${waits.length > 0 && html`<span class="why">${waits.join(', ')}</span>`}</p></div>
${isRemoved && html`<span class="state">${said.removed}</span>`}</li>`;
}
