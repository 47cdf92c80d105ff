/** Keeps a page of changes, and how far it brings the mirror, in one transaction. */
import type { SingleAnswer } from '../../../contract/endpoints/answers.ts';
import { textsChanged } from '../../../insights/texts.ts';
import { earlierSkusOf } from '../../../review-store/products/earlier-skus.ts';
import { saveEarlierSkus } from '../../../review-store/reviews/product-moves.ts';
import { nothingUnlisted } from '../../../review-store/reviews/transparency.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb } from '../../state/tables.ts';
import { forgetProductFigures } from '../parts/figures.ts';
import { writeModeration } from '../parts/moderation.ts';
import { parts, type MirroredBusiness, type Page, type PartName } from '../parts/parts.ts';
import { writePosition, type Position } from '../parts/position.ts';
import { touchProgress } from '../parts/progress.ts';
import { forget, readAnew, readPrints } from '../parts/seen.ts';
import type { Tracked } from '../state/tracked.ts';
import { fill, keepPage, type PageTools } from '../walk/pages.ts';
import { idsOfComments, numberComments, takeComments } from './comments.ts';

export type Changes = SingleAnswer<'listChanges'>;

export interface ReadChanges {
  readonly answer: Changes;
  /** The turn of the holds before it was asked for. */
  readonly turn: number;
}

/** In their order: products come before what is about them. */
const partOf = {
  products: 'products',
  product_reviews: 'productReviews',
  product_questions: 'productQuestions',
  reviews: 'reviews',
  comments: 'comments',
  questions: 'questions',
} as const satisfies Record<keyof Changes['gone'], PartName>;
const kinds = Object.keys(partOf) as (keyof typeof partOf)[];

/** A statement has so many parameters. */
const AT_ONCE = 500;

/**
 * @returns the position after it; the one before it where something was left out, since a vote for it was on its way:
 * then the page is to be asked for again.
 * @throws OutdatedPage where somebody was erased since it was asked for.
 */
export async function keepChanges(
  tools: PageTools,
  tracked: Tracked,
  { answer, turn }: ReadChanges,
  before: Position,
): Promise<Position> {
  const { business } = tracked;
  const commentIds = await idsOfComments(tools.db, business.domain, answer.changes.comments);
  const pages = pagesOf(answer, commentIds);
  const now = tools.clock.now();
  const { position } = await fill(tools, business, async (db) => {
    let [added, changed, isHeld] = [false, false, false];
    for (const [name, page] of pages) {
      const { sweep } = tracked.progress.get(name)!;
      const kept = await keepPage(tools, db, business, name, { page, turn }, sweep);
      if (kept.onlyAdds) added ||= kept.changed;
      else changed ||= kept.changed;
      isHeld ||= kept.isHeld;
      if (name === 'products') changed = (await saveEarlier(db, business, answer, now)) || changed;
    }
    await numberComments(db, business.domain, answer.changes.comments, commentIds);
    changed = (await removeGone(tools, db, business, answer.gone, now)) || changed;
    const known = answer.unlisted && {
      business: answer.unlisted.business,
      products: { known: answer.unlisted.products, others: nothingUnlisted },
    };
    added = (await writeModeration(db, business.domain, now, known)) || added;
    const position = isHeld ? before : { ...before, cursor: answer.next };
    await writePosition(db, business.domain, position);
    if (!position.filling && !answer.more) await touchProgress(db, business.domain, now);
    return { changed: added || changed, onlyAdds: !changed, position };
  });
  if (before.filling)
    for (const [name, { items }] of pages) tracked.filled.set(name, (tracked.filled.get(name) ?? 0) + items.length);
  return position;
}

function pagesOf({ changes }: Changes, commentIds: readonly number[]): [PartName, Page][] {
  const { business, products, product_reviews, product_questions, reviews, comments, questions } = changes;
  const pages: [PartName, Page][] = [
    ['products', parts.products.page(products)],
    ['productReviews', parts.productReviews.page(product_reviews)],
    ['productQuestions', parts.productQuestions.page(product_questions)],
    ['reviews', parts.reviews.page(reviews)],
    // As they are without their numbers.
    [
      'comments',
      parts.comments.page(
        comments.map(({ id: _id, ...comment }) => comment),
        commentIds,
      ),
    ],
    ['questions', parts.questions.page(questions)],
  ];
  if (business) pages.push(['business', parts.business.page(business)]);
  return pages.filter(([, { sent }]) => sent > 0);
}

/** No sweep will see them again, and that must not count as missing. */
async function removeGone(
  { setAside }: PageTools,
  db: ProxyDb,
  business: MirroredBusiness,
  gone: Changes['gone'],
  now: number,
): Promise<boolean> {
  let removed = 0;
  for (const kind of kinds) {
    const name = partOf[kind];
    const ids = kind === 'comments' ? await takeComments(db, business.domain, gone.comments) : gone[kind];
    setAside.note(
      business.domain,
      name,
      [],
      ids.map((id) => ({ id })),
    );
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE);
      // Most of what no shopper may see has never been here.
      const known = [...(await readPrints(db, business.domain, name, some)).keys()];
      removed += known.length;
      await removeItems(db, business, name, known, now);
    }
  }
  return removed > 0;
}

export async function removeItems(
  db: ProxyDb,
  business: MirroredBusiness,
  name: PartName,
  ids: readonly number[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await parts[name].remove(db, business, ids, now);
  await forget(db, business.domain, name, ids);
}

/**
 * Keeps earlier skus of products. Reviews may have moved with them, and are read with others from now on.
 * @returns whether any is new, or gone.
 */
async function saveEarlier(
  db: ProxyDb,
  { id, domain }: MirroredBusiness,
  { changes, earlier_skus }: Changes,
  now: number,
): Promise<boolean> {
  const said = new Map(earlier_skus.map(({ product_id, skus }) => [product_id, skus.toSorted()]));
  const productIds = new Set([...changes.products.map((product) => product.id), ...said.keys()]);
  let changed = false;
  for (const [productId, before] of await earlierSkusOf(storeOf(db), id, [...productIds])) {
    const skus = said.get(productId) ?? [];
    if (skus.join('\0') === before.toSorted().join('\0')) continue;
    changed = true;
    const moved = await saveEarlierSkus(storeOf(db), id, productId, skus, now);
    await textsChanged(db, id, 'productReviews', moved.reviews);
    // They are not what was read any more: where they move back, that is news.
    await readAnew(db, domain, 'products', moved.products);
    await readAnew(db, domain, 'productReviews', moved.reviews);
    await readAnew(db, domain, 'productQuestions', moved.questions);
    await forgetProductFigures(db, domain, skus);
  }
  return changed;
}
