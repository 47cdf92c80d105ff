/** Products, comments and questions of the API, each kept once: what is here already stays as it is. */
import { commentIds } from '../../../../api-client/comment-ids.ts';
import { unkeepable } from '../../../../api-client/keepable.ts';
import type { Comment, Product, ProductQuestion, Question, User } from '../../../../contract/entities/entities.ts';
import { unknownUser } from '../../../../contract/entities/users.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { nextIds, takeIds } from '../../../../review-store/content/ids.ts';
import { saveProducts } from '../../../../review-store/products/product-changes.ts';
import { currentSkus } from '../../../../review-store/products/earlier-skus.ts';
import { saveProductQuestions } from '../../../../review-store/questions/product-question-changes.ts';
import { saveQuestions } from '../../../../review-store/questions/questions.ts';
import { saveComments } from '../../../../review-store/reviews/comments.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { businessUser, newUsername } from '../../../people/authors.ts';
import { numberKey } from '../fingerprints.ts';
import { noteBefore } from '../products/counted.ts';
import { shownName } from './to-reviews.ts';

export interface Keeping {
  readonly business: BusinessRow;
  readonly importId: number;
  /** The server, by which items of one are told from those of another. */
  readonly vendor: string;
  readonly origin: string;
}

type Kind = 'comment' | 'question' | 'product_question';

/** @returns how many were set aside, here and below. In a transaction, as all of them. */
export async function keepProducts(db: Database, keeping: Keeping, items: readonly Product[]): Promise<number> {
  const { business, importId, origin } = keeping;
  const { kept } = keepable(items.filter(({ sku }) => sku !== ''));
  const each = [...new Map(kept.map((product) => [product.sku, product])).values()];
  const skus = each.map(({ sku }) => sku);
  const known = new Set((await currentSkus(storeOf(db), business.id, skus)).keys());
  for (const { sku } of await productsOf(db, business.id, skus)) known.add(sku);
  const added = each.filter(({ sku }) => !known.has(sku));
  const store = storeOf(db);
  const ids = await takeIds(
    store,
    'product',
    business.id,
    added.map(({ id }) => id),
  );
  const pictures = added.flatMap(({ images }) => images).length;
  let picture = pictures === 0 ? 0 : await nextIds(store, 'image', pictures);
  const toImage = ({ url }: { readonly url: string }) => ({
    id: picture++,
    url: URL.canParse(url, origin) ? new URL(url, origin).href : url,
  });
  await saveProducts(
    store,
    business.id,
    added.map((product, at) => ({ ...product, id: ids[at]!, images: product.images.map(toImage) })),
  );
  await noteBefore(db, { businessId: business.id, importId }, ids, true);
  return items.length - kept.length;
}

export async function keepComments(db: Database, keeping: Keeping, items: readonly Comment[]): Promise<number> {
  const { business, vendor } = keeping;
  const numbers = commentIds(items);
  const { kept, setAside } = keepable(items.map((item, at) => ({ item, id: numbers[at]! })));
  const { fresh, note } = await freshOf(db, keeping, 'comment', kept);
  const reviewKey = ({ reviewNo }: Comment) => numberKey(db, vendor, 'shop', String(reviewNo));
  const reviews = await reviewsHere(
    db,
    business.id,
    fresh.map(({ item }) => reviewKey(item)),
  );
  const placed = fresh.filter(({ item }) => reviews.has(reviewKey(item)));
  const first = placed.length === 0 ? 0 : await nextIds(storeOf(db), 'comment', placed.length);
  const rows = placed.map(
    ({ item }, at) =>
      [
        first + at,
        { ...item, reviewNo: reviews.get(reviewKey(item))!, author: userOf(item.author, business) },
      ] as const,
  );
  await saveComments(storeOf(db), business.id, new Map(rows));
  await note(
    placed,
    rows.map(([id]) => id),
  );
  return setAside + fresh.length - placed.length;
}

export async function keepProductQuestions(
  db: Database,
  keeping: Keeping,
  items: readonly ProductQuestion[],
): Promise<number> {
  const { business } = keeping;
  const { kept, setAside } = keepable(items);
  const { fresh, note } = await freshOf(db, keeping, 'product_question', kept);
  const skus = fresh.flatMap(({ product }) => product?.sku ?? []);
  const current = await currentSkus(storeOf(db), business.id, skus);
  const found = await productsOf(db, business.id, [...skus, ...current.values()]);
  const products = new Map(found.map(({ id, sku }) => [sku, id]));
  const idOf = ({ product }: ProductQuestion) =>
    product === null ? undefined : products.get(current.get(product.sku) ?? product.sku);
  const placed = fresh.filter((question) => idOf(question) !== undefined);
  const store = storeOf(db);
  const ids = await takeIds(
    store,
    'product_question',
    business.id,
    placed.map(({ id }) => id),
  );
  const answers = placed.flatMap((question) => question.answers).length;
  let answer = answers === 0 ? 0 : await nextIds(store, 'product_answer', answers);
  await saveProductQuestions(
    store,
    business.id,
    placed.map((question, at) => ({
      ...question,
      id: ids[at]!,
      product: { ...question.product!, sku: current.get(question.product!.sku) ?? question.product!.sku },
      author: userOf(question.author, business),
      answers: question.answers.map((one) => ({ ...one, id: answer++, author: userOf(one.author, business) })),
    })),
  );
  await note(placed, ids);
  return setAside + fresh.length - placed.length;
}

export async function keepQuestions(db: Database, keeping: Keeping, items: readonly Question[]): Promise<number> {
  const { business } = keeping;
  const { kept, setAside } = keepable(items);
  const { fresh, note } = await freshOf(db, keeping, 'question', kept);
  const ids = await takeIds(
    storeOf(db),
    'question',
    business.id,
    fresh.map(({ id }) => id),
  );
  await saveQuestions(
    storeOf(db),
    business.id,
    fresh.map((question, at) => ({
      ...question,
      id: ids[at]!,
      author: userOf(question.author, business),
      answers: question.answers.map((one) => ({ ...one, author: userOf(one.author, business) })),
    })),
  );
  await note(fresh, ids);
  return setAside;
}

function keepable<Item extends object>(items: readonly Item[]): { kept: readonly Item[]; setAside: number } {
  const kept = items.filter((item) => unkeepable(item, JSON.stringify(item)) === null);
  return { kept, setAside: items.length - kept.length };
}

/** Those that no import brought before, and how to note those that are kept now. */
async function freshOf<Item extends { readonly id: number }>(
  db: Database,
  { business, importId, vendor }: Keeping,
  kind: Kind,
  items: readonly Item[],
) {
  const each = [...new Map(items.map((item) => [item.id, item])).values()];
  const keyOf = ({ id }: Item) => numberKey(db, vendor, kind, String(id));
  const keys = each.map(keyOf);
  const rows =
    keys.length === 0
      ? []
      : await db
          .selectFrom('imported_item')
          .select('key_hash')
          .where('business_id', '=', business.id)
          .where('key_hash', 'in', keys)
          .execute();
  const known = new Set(rows.map((row) => row.key_hash));
  const note = async (kept: readonly Item[], ids: readonly number[]): Promise<void> => {
    const noted = kept.map((item, at) => ({
      business_id: business.id,
      key_hash: keyOf(item),
      kind,
      item_id: ids[at]!,
      import_id: importId,
    }));
    if (noted.length > 0) await db.insertInto('imported_item').values(noted).execute();
  };
  return { fresh: each.filter((_item, at) => !known.has(keys[at]!)), note };
}

/** The numbers of imported reviews of the shop that are still here, by their keys. */
async function reviewsHere(db: Database, businessId: number, keys: readonly string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('imported_review')
    .innerJoin('review', (join) =>
      join
        .onRef('review.business_id', '=', 'imported_review.business_id')
        .onRef('review.id', '=', 'imported_review.review_id'),
    )
    .select(['key_hash', 'review_id'])
    .where('imported_review.business_id', '=', businessId)
    .where('key_hash', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key_hash, row.review_id]));
}

const productsOf = (db: Database, businessId: number, skus: readonly string[]) =>
  skus.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('product')
        .select(['id', 'sku'])
        .where('business_id', '=', businessId)
        .where('sku', 'in', skus)
        .execute();

/** A person of their own: names of users there say nothing here. The shop stays itself. */
function userOf(user: User | null, business: BusinessRow): User | null {
  if (user === null) return null;
  if (user.username === business.domain) return businessUser(business);
  const { firstName, lastName } = shownName(user);
  return { ...unknownUser, username: newUsername(firstName), firstName: firstName || 'Anonymous', lastName };
}
