/** The pages of products, and the corrections of their skus. */
import type { Service } from '../../context.ts';
import { ApiError, refuse as apiRefusal } from '../../../contract/endpoints/errors.ts';
import { currentSku } from '../../../review-store/products/earlier-skus.ts';
import { findAnyProduct, toProduct, type ProductRow } from '../../../review-store/products/products.ts';
import { mergeDecided, renameDecided } from '../../catalogue/moves.ts';
import { storeOf } from '../../data/tables.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { addressAfter, saidOf } from '../acting/answers.ts';
import { unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { pathOf, pathOfProduct, PRODUCTS, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { keepSaidMost, readSaidMost } from '../insights/said-most.ts';
import { doTo } from './item-page.ts';
import { productPage, type ProductView } from './product-page.ts';
import { readProductItem } from './read-product.ts';

export function registerProductItems(page: DeclarePage, service: Service): void {
  const { db } = service;
  const pages = { service, saidMost: keepSaidMost() };
  page('GET', `${PRODUCTS}/*`, 'moderator', async (call) => {
    const { params, query, session, request } = call;
    const { business } = session;
    const sku = params['*'] || valueIn(query, 'sku');
    const product = await findAnyProduct(storeOf(db), business.id, { sku });
    if (product?.removed_at === null) return show(pages, call, product);
    // The sku that this one has become, for that of a product that is no more.
    const current = await currentSku(storeOf(db), business.id, sku);
    if (current !== sku) return { to: pathOfProduct(current) + new URL(request.url, 'http://console').search };
    if (!product) throw unknown();
    return show(pages, call, product);
  });
  page('POST', `${PRODUCTS}/rename`, 'owner', (call) => correct(pages, call, 'rename'));
  page('POST', `${PRODUCTS}/merge`, 'owner', (call) => correct(pages, call, 'merge'));
}

interface Pages {
  readonly service: Service;
  readonly saidMost: ReturnType<typeof keepSaidMost>;
}

async function show(
  { service: { db, now, addresses }, saidMost }: Pages,
  call: PageCall,
  product: ProductRow,
  refused?: ProductView['refused'],
): Promise<Answer> {
  const mostSaid = await readSaidMost(db, product, now(), saidMost);
  const item = await readProductItem(db, call.session.business, product, mostSaid);
  const done = await saidOf(db, call, pathOf(item.about));
  const link = new AddressBook(addresses).product(toProduct(product)).product_link ?? '';
  return productPage(item, { call, now: now(), link, done, refused });
}

async function correct(pages: Pages, call: PageCall, action: 'rename' | 'merge'): Promise<Answer> {
  const { db, now } = pages.service;
  const { business, account } = call.session;
  const number = Number(valueIn(call.form, 'number'));
  const product = Number.isSafeInteger(number) && (await findAnyProduct(storeOf(db), business.id, { id: number }));
  if (!product) throw unknown();
  const { sku: from } = product;
  const given = valueIn(call.form, action);
  const by = { actor: account.id, now: now() };
  return doTo(pages.service, call, {
    about: { subject: 'product', number },
    kind: action === 'rename' ? 'renamed' : 'merged',
    now: by.now,
    work: async (transaction) => {
      try {
        if (action === 'rename') await renameDecided(transaction, business, { from, given }, by);
        else await mergeDecided(transaction, business, { from, into: given }, by);
      } catch (error) {
        // It is not as if it had been done already.
        throw error instanceof ApiError && error.is('alreadyExists')
          ? apiRefusal('malformed', words.products.taken)
          : error;
      }
    },
    refuse: (status, problem) => show(pages, call, product, { status, problem }),
    after: (outcome) => ({ to: addressAfter(pathOfProduct(given), outcome) }),
  });
}
