import { refuse } from '../../../../contract/endpoints/errors.ts';
import type { Parameters } from '../../../../contract/endpoints/parameters.ts';
import * as changes from '../../../../review-store/products/product-changes.ts';
import * as store from '../../../../review-store/products/products.ts';
import { contentOf, type Form } from '../../../../server-kit/http/form.ts';
import { eraseImages } from '../../../images/erase-images.ts';
import { imagePaths, nextImageId, prepareUpload, saveImage, type PreparedImage } from '../../../images/image-files.ts';
import { fetchUpload, type FetchImage } from '../../../images/uploads.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import type { Operation } from '../call.ts';

/** More pictures of one product are shown nowhere. */
const MAX_IMAGES = 50;

export const addProductImage: Operation<'addProductImage'> = async ({
  service,
  db,
  addresses,
  business,
  parameters,
  form,
  now,
  commit,
}) => {
  await findProduct(db, business.id, parameters);
  const prepared = await readImage(form, parameters, service.fetchImage);
  return commit(async (transaction) => {
    // Read again: another picture may have come meanwhile.
    const product = await lockProduct(transaction, business.id, parameters);
    if (product.images.length >= MAX_IMAGES)
      throw refuse('limitExceeded', `A product has at most ${MAX_IMAGES} images`);
    await saveImage(transaction, prepared, now);
    const image = { id: await nextImageId(transaction), url: imagePaths(prepared).original };
    await changes.saveProducts(storeOf(transaction), business.id, [{ ...product, images: [...product.images, image] }]);
    return { image: { ...image, url: addresses.image(image.url) } };
  });
};

export const removeProductImage: Operation<'removeProductImage'> = ({ business, parameters, commit }) =>
  commit(async (db) => {
    const product = await lockProduct(db, business.id, parameters);
    const image = product.images.find(({ id }) => id === parameters.image_id);
    if (!image) throw refuse('imageNotFound');
    await changes.saveProducts(storeOf(db), business.id, [
      { ...product, images: product.images.filter((other) => other !== image) },
    ]);
    // Its address is public and was given to shoppers, so a removed picture must not be served any more.
    await eraseImages(db, [{ original: image.url }]);
    return {};
  });

type Named = Partial<Parameters<'addProductImage'>>;

async function findProduct(db: Database, businessId: number, { sku, product_id }: Named) {
  if (sku === undefined && product_id === undefined)
    throw refuse('parameterMissing', 'Parameter product_id is missing');
  const found =
    sku === undefined
      ? await store.findProductById(storeOf(db), businessId, product_id!)
      : await store.findProductBySku(storeOf(db), businessId, sku);
  if (!found) throw refuse('productNotFound');
  if (product_id !== undefined && found.id !== product_id)
    throw refuse('malformed', 'Parameter product_id names another product than sku');
  return store.toProduct(found);
}

/** The same, locked: nobody else changes it until this transaction ends. */
async function lockProduct(db: Database, businessId: number, named: Named) {
  const { id } = await findProduct(db, businessId, named);
  const locked = await store.lockProduct(storeOf(db), businessId, { id });
  if (!locked) throw refuse('productNotFound');
  return store.toProduct(locked);
}

async function readImage(
  { files }: Form<PreparedImage>,
  { sku, image: address }: Parameters<'addProductImage'>,
  fetchImage: FetchImage,
): Promise<PreparedImage> {
  const [file, ...others] = files;
  if (others.length > 0) throw refuse('malformed', 'One image is taken at a time');
  if (file) return contentOf(file);
  if (address !== undefined) return prepareUpload(await fetchUpload('image', address, fetchImage));
  throw refuse('parameterMissing', `Parameter ${sku === undefined ? 'qqfile' : 'image'} is missing`);
}
