/** The list of products. */
import { findAnyProduct } from '../../../review-store/products/products.ts';
import type { Service } from '../../context.ts';
import { storeOf } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { averageOf, pathOfProduct, PRODUCTS, valueIn, withSaid } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { oneOf, pageIn } from './filter.ts';
import { findProducts, productOrders, productStates, type ListedProduct } from './find-products.ts';
import { listPage, type Filter } from './list-page.ts';
import { listRow } from './rows.ts';

const { list, products: said } = words;

export function registerProductList(page: DeclarePage, service: Service): void {
  page('GET', PRODUCTS, 'moderator', (call) =>
    valueIn(call.query, 'number') === '' ? show(service, call) : byNumber(service, call),
  );
}

/** Leads to the product that has this number, whatever it is called by now. */
async function byNumber({ db }: Service, { session, query }: PageCall): Promise<Answer> {
  const id = Number(valueIn(query, 'number'));
  const product = Number.isSafeInteger(id) && (await findAnyProduct(storeOf(db), session.business.id, { id }));
  if (!product) throw unknown();
  return { to: withSaid(pathOfProduct(product.sku), { undone: valueIn(query, 'undone') && '1' }) };
}

const filters: readonly Filter[] = [
  {
    name: 'state',
    label: list.state,
    options: [['', said.sold], ...productStates.map((state) => [state, said.states[state]] as const)],
  },
  { name: 'order', label: list.order, options: productOrders.map((order) => [order, said.orders[order]] as const) },
];

async function show({ db }: Service, call: PageCall): Promise<Answer> {
  const { session, query, at } = call;
  const filter = {
    q: valueIn(query, 'q').slice(0, 256),
    state: oneOf(productStates, valueIn(query, 'state')),
    order: oneOf(productOrders, valueIn(query, 'order')) || 'reviews',
    page: pageIn(query),
  };
  const { products, total } = await findProducts(db, session.business.id, filter);
  return listPage({
    call,
    path: PRODUCTS,
    raw: query,
    title: words.navigation.products,
    hint: said.searchHint,
    filters,
    found: said.found(total),
    total,
    page: filter.page,
    rows: products.map((one) => row(one, at)),
    none: filter.q === '' && filter.state === '' ? said.noneAtAll : list.none,
  });
}

function row({ sku, title, reviews, average, unanswered, isRemoved }: ListedProduct, at: PageCall['at']): Markup {
  const { low, questions } = unanswered;
  const waits = [low > 0 && said.low(low), questions > 0 && said.questions(questions)].filter(Boolean);
  return listRow(
    html`<a href="${at(pathOfProduct(sku))}" dir="auto">${title || sku}</a>`,
    html`<code>${sku}</code>
${reviews > 0 ? html`${averageOf(average)}<span>${list.found(reviews)}</span>` : html`<span>${said.noReviews}</span>`}
${waits.length > 0 && html`<span class="why">${waits.join(', ')}</span>`}`,
    { state: isRemoved && html`<span class="state">${said.removed}</span>` },
  );
}
