/** Products, comments and questions of the API: each is kept once, and follows what changes there. */
import { commentIds } from '../../../../api-client/comment-ids.ts';
import { unkeepable } from '../../../../api-client/keepable.ts';
import type { Comment, Product, ProductQuestion, Question, User } from '../../../../contract/entities/entities.ts';
import { unknownUser } from '../../../../contract/entities/users.ts';
import type { BusinessRow } from '../../../../review-store/content/businesses.ts';
import { nextIds, takeIds } from '../../../../review-store/content/ids.ts';
import { saveProducts } from '../../../../review-store/products/product-changes.ts';
import { currentSkus } from '../../../../review-store/products/earlier-skus.ts';
import { saveProductQuestions } from '../../../../review-store/questions/product-question-changes.ts';
import { readProductQuestions, readQuestions, saveQuestions } from '../../../../review-store/questions/questions.ts';
import { idsOfRemoved, readComments, removeComments, saveComments } from '../../../../review-store/reviews/comments.ts';
import { storeOf, type Database } from '../../../data/tables.ts';
import { businessUser, newUsername } from '../../../people/authors.ts';
import { numberKey } from '../fingerprints.ts';
import { keepingCopies } from '../items/copies.ts';
import { follow, hashOf, isChangedThere, type Said } from '../items/follow.ts';
import { noteItems, productIds, readKnown, type ItemKind, type KnownItem } from '../items/known-items.ts';
import { noteBefore } from '../products/counted.ts';
import type { Keeping } from './keeping.ts';
import { awaitPictures } from './pictures.ts';
import { shownName } from './to-reviews.ts';

/** @returns how many were set aside, here and below. In a transaction, as all of them. */
export async function keepProducts(db: Database, keeping: Keeping, items: readonly Product[]): Promise<number> {
  const { business, importId, origin } = keeping;
  const { kept } = keepable(items.filter(({ sku }) => sku !== ''));
  const absolute = ({ url }: { readonly url: string }) => (URL.canParse(url, origin) ? new URL(url, origin).href : url);
  const each = [...new Map(kept.map((product) => [product.sku, product])).values()].map((product) => ({
    ...product,
    images: product.images.map((image) => ({ ...image, url: absolute(image) })),
  }));
  const skus = each.map(({ sku }) => sku);
  const store = storeOf(db);
  const current = await currentSkus(store, business.id, skus);
  const here = await productIds(db, business.id, skus);
  const added = each.filter(({ sku }) => !current.has(sku) && !here.has(sku));
  const numbers = added.map(({ id }) => id);
  const ids = await takeIds(store, 'product', business.id, numbers);
  const pictures = added.flatMap(({ images }) => images).length;
  let picture = pictures === 0 ? 0 : await nextIds(store, 'image', pictures);
  await saveProducts(
    store,
    business.id,
    added.map((product, at) => ({
      ...product,
      id: ids[at]!,
      images: product.images.map(({ url }) => ({ id: picture++, url })),
    })),
  );
  await noteBefore(db, { businessId: business.id, importId }, ids, true);
  const shown = each.map(({ sku, images }) => ({ sku: current.get(sku) ?? sku, urls: images.map(({ url }) => url) }));
  await awaitPictures(db, keeping, shown);
  return items.length - kept.length;
}

export async function keepComments(db: Database, keeping: Keeping, items: readonly Comment[]): Promise<number> {
  const { business, vendor } = keeping;
  const { each, setAside } = await comments(db, keeping, items);
  const reviewKey = ({ reviewNo }: Comment) => numberKey(db, vendor, 'shop', String(reviewNo));
  const fresh = each.filter(({ known }) => !known);
  const keys = fresh.map(({ item }) => reviewKey(item));
  const reviews = await reviewsHere(db, business.id, keys);
  const placed = fresh.filter(({ item }) => reviews.has(reviewKey(item)));
  const first = placed.length === 0 ? 0 : await nextIds(storeOf(db), 'comment', placed.length);
  const added = placed.map(({ item }, at): [number, Comment] => [
    first + at,
    { ...item, reviewNo: reviews.get(reviewKey(item))!, author: userOf(item.author, business) },
  ]);
  const before = each.filter(({ known }) => known);
  const here = await commentsHere(db, business.id, before);
  const changed = before.flatMap(({ item, known }): [number, Comment][] => {
    const { id, said } = known!;
    const one = here.get(id);
    return one && isChangedThere(said, hashOf(db, item), hashOf(db, one))
      ? [[id, { ...item, reviewNo: one.reviewNo, author: one.author }]]
      : [];
  });
  await keepingCopies(db, keeping, 'comment', before, () =>
    saveComments(storeOf(db), business.id, new Map([...added, ...changed])),
  );
  const numbers = [...added.map(([id]) => id), ...before.map(({ known }) => known!.id)];
  const noted = [...placed, ...before].map(({ key, item }, at) => ({
    key,
    id: numbers[at]!,
    said: hashOf(db, item),
  }));
  await noteItems(db, noting(keeping, 'comment'), noted);
  return setAside + fresh.length - placed.length;
}

/** Takes away those that were removed there. A server that does not know of that gives others, which were just seen. */
export async function dropComments(db: Database, keeping: Keeping, items: readonly Comment[]): Promise<number> {
  const { business, walk, now } = keeping;
  const { each } = await comments(db, keeping, items);
  const gone = each.filter(({ known }) => known && known.seen !== walk);
  const here = await commentsHere(db, business.id, gone);
  const ids = gone.flatMap(({ known }) => {
    const one = here.get(known!.id);
    return one && hashOf(db, one) === known!.said ? known!.id : [];
  });
  await keepingCopies(db, keeping, 'comment', gone, () => removeComments(storeOf(db), business.id, ids, now));
  return 0;
}

async function comments(db: Database, keeping: Keeping, items: readonly Comment[]) {
  const numbers = commentIds(items);
  const { kept, setAside } = keepable(items.map((item, at) => ({ item, id: numbers[at]! })));
  const each = await knownOf(db, keeping, 'comment', kept);
  return { each: each.map(({ item, ...one }) => ({ ...one, item: item.item })), setAside };
}

/** Those that nobody has removed. */
async function commentsHere(
  db: Database,
  businessId: number,
  of: readonly { readonly known: KnownItem | undefined }[],
) {
  const ids = of.map(({ known }) => known!.id);
  const found = await readComments(storeOf(db), businessId, ids);
  const removed = await idsOfRemoved(storeOf(db), businessId, ids);
  return new Map(found.flatMap(({ id, ...comment }) => (removed.has(id) ? [] : [[id, comment] as const])));
}

export async function keepProductQuestions(
  db: Database,
  keeping: Keeping,
  items: readonly ProductQuestion[],
): Promise<number> {
  const { business } = keeping;
  const store = storeOf(db);
  const { kept, setAside } = keepable(items);
  const skus = kept.flatMap(({ product }) => product?.sku ?? []);
  const current = await currentSkus(store, business.id, skus);
  const products = await productIds(db, business.id, [...skus, ...current.values()]);
  const skuOf = ({ product }: ProductQuestion) => (product && (current.get(product.sku) ?? product.sku)) ?? '';
  const each = await knownOf(db, keeping, 'product_question', kept);
  const placed = each.filter(({ item, known }) => known ?? products.has(skuOf(item)));
  const answers = placed.flatMap(({ item }) => item.answers).length;
  let answer = answers === 0 ? 0 : await nextIds(store, 'product_answer', answers);
  await keepAsked(db, keeping, 'product_question', placed, {
    read: (ids) => readProductQuestions(store, business.id, ids),
    save: (questions) => saveProductQuestions(store, business.id, questions),
    place: (question) => ({ ...question, product: { ...question.product!, sku: skuOf(question) } }),
    newId: () => answer++,
  });
  return setAside + each.length - placed.length;
}

export async function keepQuestions(db: Database, keeping: Keeping, items: readonly Question[]): Promise<number> {
  const { business } = keeping;
  const { kept, setAside } = keepable(items);
  await keepAsked(db, keeping, 'question', await knownOf(db, keeping, 'question', kept), {
    read: (ids) => readQuestions(storeOf(db), business.id, business.domain, ids),
    save: (questions) => saveQuestions(storeOf(db), business.id, questions),
    place: (question) => question,
    // Answers are numbered within their question.
    newId: (wanted) => wanted,
  });
  return setAside;
}

interface Ways<Item> {
  read(ids: readonly number[]): Promise<readonly Item[]>;
  save(items: readonly Item[]): Promise<void>;
  place(item: Item): Item;
  newId(wanted: number): number;
}

/** Adds questions, and has those that came before follow. */
async function keepAsked<Item extends ProductQuestion | Question>(
  db: Database,
  keeping: Keeping,
  kind: 'question' | 'product_question',
  each: readonly Known<Item>[],
  { read, save, place, newId }: Ways<Item>,
): Promise<void> {
  const { business } = keeping;
  const fresh = each.filter(({ known }) => !known);
  const wanted = fresh.map(({ item }) => item.id);
  const ids = await takeIds(storeOf(db), kind, business.id, wanted);
  const before = each.filter(({ known }) => known);
  const here = new Map((await read(before.map(({ known }) => known!.id))).map((one) => [one.id, one]));
  const withUsers = (item: Item): Item => ({
    ...item,
    author: userOf(item.author, business),
    answers: item.answers.map((one) => ({ ...one, author: userOf(one.author, business) })),
  });
  const followed = [
    ...fresh.map(({ key, item }, at) => {
      const there = { ...place(withUsers(item)), id: ids[at]! };
      return { key, ...follow(db, none(db, there), there, { ...there, answers: [], num_answers: 0 }, newId) };
    }),
    ...before.flatMap(({ key, item, known }) => {
      const one = here.get(known!.id);
      if (!one) return [];
      const said = known!.said === '' ? known!.since : (JSON.parse(known!.said) as Said);
      const { item: now, said: saidNow } = follow(db, said, withUsers(item), one, newId);
      const stays = { id: one.id, author: one.author, ...('product' in one ? { product: one.product } : {}) };
      return [{ key, item: { ...now, ...stays }, said: saidNow }];
    }),
  ];
  const isChanged = ({ item }: { readonly item: Item }) => JSON.stringify(item) !== JSON.stringify(here.get(item.id));
  const changed = followed.filter(isChanged).map(({ item }) => item);
  await keepingCopies(db, keeping, kind, before, () => save(changed));
  const noted = followed.map(({ key, item, said }) => ({ key, id: item.id, said: JSON.stringify(said) }));
  await noteItems(db, noting(keeping, kind), noted);
}

const none = (db: Database, there: ProductQuestion | Question): Said => ({ of: hashOf(db, there), answers: {} });

function keepable<Item extends object>(items: readonly Item[]): { kept: readonly Item[]; setAside: number } {
  const kept = items.filter((item) => unkeepable(item, JSON.stringify(item)) === null);
  return { kept, setAside: items.length - kept.length };
}

interface Known<Item> {
  readonly key: string;
  readonly item: Item;
  /** Undefined where no import brought it before. */
  readonly known: KnownItem | undefined;
}

async function knownOf<Item extends { readonly id: number }>(
  db: Database,
  { business, vendor }: Keeping,
  kind: ItemKind,
  items: readonly Item[],
): Promise<Known<Item>[]> {
  const each = new Map(items.map((item) => [numberKey(db, vendor, kind, String(item.id)), item]));
  const known = await readKnown(db, business.id, [...each.keys()]);
  return [...each].map(([key, item]) => ({ key, item, known: known.get(key) }));
}

const noting = ({ business, importId, vendor, walk }: Keeping, kind: ItemKind) => ({
  businessId: business.id,
  importId,
  kind,
  from: { vendor, seen: walk },
});

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

/** A person of their own: names of users there say nothing here. The shop stays itself. */
function userOf(user: User | null, business: BusinessRow): User | null {
  if (user === null) return null;
  if (user.username === business.domain) return businessUser(business);
  const { firstName, lastName } = shownName(user);
  return { ...unknownUser, username: newUsername(firstName), firstName: firstName || 'Anonymous', lastName };
}
