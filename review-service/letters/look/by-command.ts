/** The command line's work on the look of a business. A running service shows it from the next page or mail on. */
import { randomBytes } from 'node:crypto';
import { atomically } from '../../../review-store/databases/transaction.ts';
import { logoImage, MAX_IMAGE_BYTES, type LogoImage } from '../../../server-kit/pictures/images.ts';
import { fetchPublic } from '../../../server-kit/network/public-fetch.ts';
import { eraseImages } from '../../images/erase-images.ts';
import { saveLogoImage } from '../../images/image-files.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database, ShopLookTable } from '../../data/tables.ts';
import { readLook, type Look } from './look.ts';

/** Null is as without a choice. */
export type LookChange = Partial<Omit<Look, 'logo'>>;

/** @throws ApiError `businessNotAvailable` if there is no such business. */
export async function changeLook(db: Database, domain: string, change: LookChange): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  await saveLook(db, id, change);
}

/**
 * Keeps a copy of the logo, encoded anew, so that mails and pages load it from this service alone.
 * @param bytes - the picture; null takes the logo away.
 * @throws ApiError `businessNotAvailable` if there is no such business, `imageRefused` or `imageTooLarge`.
 */
export async function changeLogo(
  db: Database,
  domain: string,
  bytes: Uint8Array | null,
  now = Date.now(),
): Promise<void> {
  const { id } = await requireBusiness(db, domain);
  const image = bytes && (await logoImage(bytes));
  await atomically(db, (transaction) => saveLogo(transaction, id, image, now));
}

export async function saveLogo(
  transaction: Database,
  businessId: number,
  image: LogoImage | null,
  now: number,
): Promise<void> {
  const { logo: earlier } = await readLook(transaction, businessId);
  const key = image && randomBytes(16).toString('base64url');
  if (image) await saveLogoImage(transaction, key!, image, now);
  await saveLook(transaction, businessId, {
    logo_key: key,
    logo_width: image?.width ?? null,
    logo_height: image?.height ?? null,
    logo_needs_light: image && (image.needsLight ? 1 : 0),
  });
  // A mail that was sent before shows the name of the shop in its place.
  if (earlier) await eraseImages(transaction, [{ original: earlier.path }]);
}

/** @throws FetchRefused for what is not on the public internet, or no file. */
export const fetchLogo = (url: string, deadlineMs: number): Promise<Buffer> =>
  fetchPublic(url, { maxBytes: MAX_IMAGE_BYTES, deadlineMs });

type Columns = LookChange &
  Partial<Pick<ShopLookTable, 'logo_key' | 'logo_width' | 'logo_height' | 'logo_needs_light'>>;

export async function saveLook(db: Database, businessId: number, change: Columns): Promise<void> {
  const none = { logo_key: null, logo_width: null, logo_height: null, logo_needs_light: null };
  await db
    .insertInto('shop_look')
    .values({ accent: null, background: null, font: null, locale: null, ...none, ...change, business_id: businessId })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(change))
    .execute();
}
