/** The demo data: what a new service shows before a shop has reviews of its own. It is always the same. */
import type { Logger } from 'pino';
import { buildDemoData } from '../../demo-data/index.ts';
import { saveAuthor } from '../../review-store/content/authors.ts';
import { ensureBusiness, saveBusinessProfile } from '../../review-store/content/businesses.ts';
import { addComment } from '../../review-store/reviews/comments.ts';
import { saveProductReviews } from '../../review-store/reviews/product-review-changes.ts';
import { saveProducts } from '../../review-store/products/product-changes.ts';
import { saveProductQuestions } from '../../review-store/questions/product-question-changes.ts';
import { saveQuestions } from '../../review-store/questions/questions.ts';
import { saveReviews } from '../../review-store/reviews/review-changes.ts';
import { atomically } from '../../review-store/databases/transaction.ts';
import { logoImage, type LogoImage } from '../../server-kit/pictures/images.ts';
import { addAccount, findAccount } from '../people/accounts/accounts.ts';
import { createClient, revokeClients } from '../people/accounts/clients.ts';
import { hashPassword } from '../people/accounts/passwords.ts';
import { letProxyIn, proxyEmail } from '../people/accounts/proxy-account.ts';
import { addToken } from '../people/accounts/user-tokens.ts';
import { contentOf, Numbers, type DemoContent, type DemoNumbers } from './load/content.ts';
import { preparePictures, readLogo } from './load/pictures.ts';
import { saveMorning } from './load/morning.ts';
import { giveReasons } from './load/reasons.ts';
import { extensionOf, reserveImageIds, saveImage } from '../images/image-files.ts';
import { saveLogo, saveLook } from '../letters/look/by-command.ts';
import { passAll } from '../care/notices/untold.ts';
import { requireBusiness } from '../data/require-business.ts';
import { storeOf, type Database } from '../data/tables.ts';

/** The tokens and accounts of the demo. They are no secrets: anybody can read them here. */
export const demoAccess = {
  clientToken: 'demo-client',
  revokedClientToken: 'revoked-client',
  expiredUserToken: 'demo-expired-token',
  password: 'demo-password',
  owner: 'owner@demo-store.example',
  otherOwner: 'owner@other-store.example',
  disabled: 'disabled@demo-store.example',
  business: 'demo-store.example',
  otherBusiness: 'other-store.example',
} as const;

/** Before any reader's clock. */
const LONG_AGO = Date.UTC(2024, 0, 1);
const MARK = 'demo data';

/**
 * Loads the demo data, unless that was done before. All of it is one transaction: a process that is killed leaves
 * nothing behind, and of two instances that start at once one loads and the other waits.
 */
export async function loadDemoData(
  db: Database,
  logger: Logger,
  prepare = preparePictures,
  now = Date.now(),
): Promise<void> {
  if (await isLoaded(db)) return letDemoProxyIn(db);
  const started = performance.now();
  const { businesses } = buildDemoData();
  const pictures = await prepare(businesses);
  const logo = await logoImage(await readLogo());
  const prepared = performance.now();
  const passwordHash = await hashPassword(demoAccess.password);

  await atomically(db, async (transaction) => {
    const marked = await transaction
      .insertInto('service_setting')
      .values({ name: MARK, value: 'loaded' })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (marked.numInsertedOrUpdatedRows === 0n) return;
    await saveAccess(transaction, passwordHash);
    for (const picture of pictures.values()) await saveImage(transaction, picture, LONG_AGO, 1);
    const numbers: DemoNumbers = {
      products: new Numbers(),
      productReviews: new Numbers(),
      reviews: new Numbers(),
      productQuestions: new Numbers(),
      questions: new Numbers(),
      answers: new Numbers(),
      images: new Numbers(),
    };
    for (const business of businesses) {
      const content = contentOf(business, numbers, (name) => extensionOf(pictures.get(name)));
      await saveContent(transaction, business.domain, content);
    }
    await saveDemoLook(transaction, logo);
    await giveReasons(transaction);
    await saveMorning(transaction, {
      businessId: (await requireBusiness(transaction, demoAccess.business)).id,
      accountId: (await findAccount(transaction, demoAccess.owner))!.id,
      now,
    });
    for (const { domain } of businesses)
      await passAll(transaction, (await requireBusiness(transaction, domain)).id, now);
    await reserveImageIds(transaction, numbers.images.next());
  });
  logger.info(
    { milliseconds: { pictures: Math.round(prepared - started), all: Math.round(performance.now() - started) } },
    'demo data loaded',
  );
}

/** Data of an earlier version have no account of the proxy. */
async function letDemoProxyIn(db: Database): Promise<void> {
  if (await findAccount(db, proxyEmail)) return;
  await letProxyIn(db, demoAccess, [demoAccess.business], LONG_AGO);
}

async function isLoaded(db: Database): Promise<boolean> {
  return (
    (await db.selectFrom('service_setting').select('value').where('name', '=', MARK).executeTakeFirst()) !== undefined
  );
}

async function saveAccess(db: Database, passwordHash: string): Promise<void> {
  const now = LONG_AGO;
  await addAccount(db, { business: demoAccess.business, email: demoAccess.owner, passwordHash, now });
  // The owner may have another password, and codes: the proxy goes on.
  await addAccount(db, { business: demoAccess.business, email: proxyEmail, passwordHash, now });
  await addAccount(db, { business: demoAccess.otherBusiness, email: demoAccess.otherOwner, passwordHash, now });
  const disabled = await addAccount(db, {
    business: demoAccess.business,
    email: demoAccess.disabled,
    passwordHash,
    disabledAt: now,
    now,
  });
  // Long expired tokens are forgotten, except those of a disabled user.
  await addToken(db, disabled, demoAccess.expiredUserToken, now - 1, now);
  await createClient(db, 'demo', now, demoAccess.clientToken);
  await createClient(db, 'demo, revoked', now, demoAccess.revokedClientToken);
  await revokeClients(db, 'demo, revoked', now);
}

/** The colours of the storefront. */
async function saveDemoLook(db: Database, logo: LogoImage): Promise<void> {
  const { id } = await ensureBusiness(storeOf(db), demoAccess.business);
  await saveLook(db, id, {
    accent: '#3b5a45',
    background: '#f7f2e8',
    font: 'Iowan Old Style, Palatino, Georgia, serif',
  });
  await saveLogo(db, id, logo, LONG_AGO);
}

async function saveContent(db: Database, domain: string, content: DemoContent): Promise<void> {
  const store = storeOf(db);
  const { id } = await ensureBusiness(store, domain);
  await saveBusinessProfile(store, id, content.profile);
  await saveProducts(store, id, content.products);
  await saveProductReviews(store, id, content.productReviews);
  await saveReviews(store, id, content.reviews);
  for (const { reviewNo, author, content: text, activated, createdAt } of content.comments) {
    await addComment(store, id, {
      reviewNo,
      authorId: await saveAuthor(store, id, author),
      content: text,
      activated,
      now: createdAt,
    });
  }
  await saveProductQuestions(store, id, content.productQuestions);
  await saveQuestions(store, id, content.questions);
}
