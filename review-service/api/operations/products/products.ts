import type { Product } from '../../../../contract/entities/entities.ts';
import { refuse } from '../../../../contract/endpoints/errors.ts';
import type { Parameters } from '../../../../contract/endpoints/parameters.ts';
import { nextId } from '../../../../review-store/content/ids.ts';
import * as changes from '../../../../review-store/products/product-changes.ts';
import { newProduct } from '../../../../review-store/products/product-entries.ts';
import * as store from '../../../../review-store/products/products.ts';
import { nextImageId } from '../../../images/image-files.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

export const listProducts: Operation<'listProducts'> = async ({ db, addresses, business, parameters }) => {
  const items = await store.readProductPage(storeOf(db), business.id, parameters);
  return {
    products: items.map((product) => addresses.product(product)),
    count: items.length,
    start: parameters.start,
    query: parameters.q ?? '',
  };
};

/** Adds a product, or changes the one with this sku; fields that are not given stay as they are. */
export const addProduct: Operation<'addProduct'> = ({ business, addresses, parameters, now, commit }) =>
  commit(async (db) => {
    const known = await store.lockProduct(storeOf(db), business.id, { sku: parameters.sku });
    const earlier = known
      ? store.toProduct(known)
      : newProduct({ id: await nextId(storeOf(db), 'product'), sku: parameters.sku, now });
    const images = await withImage(db, earlier.images, parameters.image_url);
    await changes.saveProducts(storeOf(db), business.id, [{ ...earlier, ...given(parameters), images }]);
    const saved = await store.findProductBySku(storeOf(db), business.id, parameters.sku);
    return { product: addresses.product(store.toProduct(saved!)) };
  });

export const removeProduct: Operation<'removeProduct'> = ({ business, parameters, now, commit }) =>
  commit(async (db) => {
    const product = await store.findProductById(storeOf(db), business.id, parameters.product_id);
    if (!product) throw refuse('productNotFound');
    await changes.removeProducts(storeOf(db), business.id, [product.id], now);
    return {};
  });

/** The fields that a call gives; `undefined` never overwrites. */
function given(parameters: Parameters<'addProduct'>): Partial<Product> {
  const { sku: _sku, image_url: _address, currency, categories, ...described } = parameters;
  const fields: { readonly [Name in keyof Product]?: Product[Name] | undefined } = {
    ...described,
    currency: currency?.toUpperCase(),
    categories: categories?.map((category_name) => ({ category_name })),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The shop's own picture of a product stays where the shop has it. */
async function withImage(
  db: Database,
  images: Product['images'],
  address: string | undefined,
): Promise<Product['images']> {
  if (address === undefined || images.some((image) => image.url === address)) return images;
  return [...images, { id: await nextImageId(db), url: address }];
}
