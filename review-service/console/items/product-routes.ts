/** The pages of products, and the corrections of their skus. */
import type { Service } from '../../context.ts';
import { ApiError, refuse as apiRefusal } from '../../../contract/endpoints/errors.ts';
import { toProduct, type ProductRow } from '../../../review-store/products/products.ts';
import { mergeDecided, renameDecided } from '../../catalogue/moves.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { act } from '../acting/act.ts';
import { addressAfter, changeOf, saidOf } from '../acting/answers.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { pathOf, pathOfProduct, PRODUCTS, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { keepSaidMost, readSaidMost } from '../insights/said-most.ts';
import { unknownItem } from './item-routes.ts';
import { productPage, type ProductView } from './product-page.ts';
import { findAnyProduct, heirOf, readProductItem } from './read-product.ts';

const { products: said } = words;

export function registerProductItems(page: DeclarePage, service: Service): void {
  const { db } = service;
  const pages = { service, saidMost: keepSaidMost() };
  page('GET', `${PRODUCTS}/*`, 'moderator', async (call) => {
    const { params, query, session, request } = call;
    const sku = params['*'] || valueIn(query, 'sku');
    const product = await findAnyProduct(db, session.business, { sku });
    if (product?.removed_at === null) return show(pages, call, product);
    const heir = await heirOf(db, session.business, sku);
    if (heir !== null) return { to: pathOfProduct(heir) + new URL(request.url, 'http://console').search };
    if (!product) throw unknownItem();
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
  more: Pick<ProductView, 'status' | 'problem' | 'typed'> = {},
): Promise<Answer> {
  const mostSaid = await readSaidMost(db, product, now(), saidMost);
  const item = await readProductItem(db, call.session.business, product, mostSaid);
  const done = await saidOf(db, call, pathOf(item.about));
  const link = new AddressBook(addresses).product(toProduct(product)).product_link ?? '';
  return productPage(item, { call, now: now(), link, done, ...more });
}

async function correct(pages: Pages, call: PageCall, action: 'rename' | 'merge'): Promise<Answer> {
  const { service } = pages;
  const { db } = service;
  const [now, { session, form }] = [service.now(), call];
  const { business, account } = session;
  const number = Number(valueIn(form, 'number'));
  const product = Number.isSafeInteger(number) ? await findAnyProduct(db, business, { number }) : undefined;
  if (!product) throw unknownItem();
  const about = { subject: 'product', number } as const;
  const given = valueIn(form, action);
  const refuse = (status: number, problem: string) =>
    show(pages, call, product, { status, problem, typed: { [action]: given } });
  const by = { actor: account.id, now };
  const kind = action === 'rename' ? 'renamed' : 'merged';
  try {
    const wanted = [{ about, revision: valueIn(form, 'revision') }];
    const outcome = await act({ db, session, now }, kind, wanted, async (transaction) => {
      const { sku: from } = product;
      try {
        if (action === 'rename') await renameDecided(transaction, business, { from, given }, by);
        else await mergeDecided(transaction, business, { from, into: given }, by);
      } catch (error) {
        // It is not as if it had been done already.
        throw error instanceof ApiError && error.is('alreadyExists') ? apiRefusal('malformed', said.taken) : error;
      }
    });
    const [changed] = outcome.changed;
    if (changed) return await refuse(409, changeOf(words.changed.nothing, changed));
    return { to: addressAfter(pathOfProduct(given), outcome) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.is('productNotFound') ? 400 : error.http, error.message);
  }
}
