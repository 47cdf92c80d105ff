/**
 * Follows what was edited, hidden and published, and how much is in no listing.
 *
 * Our own service says with each answer to a read which of its changes is the last. Only where the mirror does not have
 * it, it is asked what has changed, in one call. Any other API says nothing of the kind, so what is gone there is found
 * by the sweep, and what is in no listing is counted now and then.
 */
import { readAnswer } from '../../../contract/endpoints/answers.ts';
import { refuse } from '../../../contract/endpoints/errors.ts';
import { EXTENSIONS_HEADER, LAST_CHANGE_HEADER, readExtensions } from '../../../contract/endpoints/extensions.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { forgetEarlierSkus } from '../../../review-store/products/earlier-skus.ts';
import { saveEarlierSkus } from '../../../review-store/reviews/product-moves.ts';
import { nothingUnlisted } from '../../../review-store/reviews/transparency.ts';
import { storeOf } from '../../state/open.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { Heard } from '../../upstream/client.ts';
import { countUnlistedPages } from '../walk/count-unlisted.ts';
import { forgetProductFigures } from '../parts/figures.ts';
import { textsChanged } from '../../../insights/texts.ts';
import { currentTurn } from '../parts/holds.ts';
import { writeModeration, type KnownUnlisted } from '../parts/moderation.ts';
import {
  both,
  fill,
  keepPage,
  lastChangeOf,
  nothingNew,
  PAGE_TIMEOUT_MS,
  type News,
  type PageTools,
} from '../walk/pages.ts';
import { parts, type MirroredBusiness } from '../parts/parts.ts';
import { forget, readAnew } from '../parts/seen.ts';
import type { Tracked } from '../state/tracked.ts';

/** Of a hundred changes each; the next ones follow in another task. */
const MOST_PAGES = 10;

/** Notes what an answer says of the API, and returns whether there is something to follow. */
export function noteHeaders(tracked: Tracked | undefined, { header }: Heard): boolean {
  if (!tracked) return false;
  const { following } = tracked;
  const names = readExtensions(header(EXTENSIONS_HEADER));
  // While a service is replaced by a newer one, some answers do not say it yet.
  const extensions = names.length === 0 && following.extensions?.size ? following.extensions : new Set(names);
  const said = lastChangeOf(header(LAST_CHANGE_HEADER)) ?? following.said;
  const isNews = following.extensions === null || said !== following.said;
  tracked.following = { ...following, extensions, said };
  return isNews;
}

export function followModeration(tools: PageTools, tracked: Tracked): Promise<News> {
  return tracked.following.extensions?.has('changes') ? followChanges(tools, tracked) : countAnew(tools, tracked);
}

async function followChanges(tools: PageTools, tracked: Tracked): Promise<News> {
  let news = nothingNew;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const page = await followPage(tools, tracked, count === 0 ? 'head' : 'sweep');
    news = both(news, page);
    if (page.isLast) break;
  }
  return news;
}

async function followPage(
  tools: PageTools,
  tracked: Tracked,
  lane: 'head' | 'sweep',
): Promise<News & { readonly isLast: boolean }> {
  const { db, client, clock, signal } = tools;
  const { business } = tracked;
  const { lastChange: after } = tracked.following;
  const turn = await currentTurn(db, business.domain);
  const { body } = await client.call('listReviewChanges', {
    lane,
    business: business.domain,
    fields: { after: String(after), count: String(MAX_COUNT) },
    timeoutMs: PAGE_TIMEOUT_MS,
    signal,
  });
  const answer = readAnswer('listReviewChanges', body);
  if (!answer) throw refuse('upstreamFailed', 'The review service answered listReviewChanges with something unknown');
  const { gone, last, unlisted } = answer;
  // Its data are others than before, such as those of a backup: what it has changed is read from the beginning.
  const isReset = last < after;
  const lastChange = isReset ? 0 : answer.up_to;
  const readAt = clock.now();
  const news = await fill(tools, business, async (db) => {
    let kept = nothingNew;
    for (const name of isReset ? [] : (['products', 'reviews', 'productReviews'] as const)) {
      const page = parts[name].read(body);
      const { sweep } = tracked.progress.get(name)!;
      if (page) kept = both(kept, await keepPage(tools, db, business, name, { page, turn, lastChange: null }, sweep));
      if (name === 'products') await saveEarlier(db, business, answer.earlier_skus, readAt);
    }
    if (isReset) await forgetEarlierSkus(storeOf(db), business.id);
    else await remove(db, tracked, gone, readAt);
    const known = unlisted && { business: unlisted.business, products: { known: unlisted.products, others } };
    const counted = await writeModeration(db, business.domain, { lastChange, readAt }, isReset ? null : known);
    const beside = gone.reviews.length + gone.product_reviews.length + answer.earlier_skus.length;
    return { ...kept, changed: kept.changed || counted || beside > 0 };
  });
  tracked.following = { ...tracked.following, lastChange, readAt };
  // The figures of the business are the service's own, and have changed with its reviews.
  tracked.hasNewReviews ||= after !== lastChange;
  return { ...news, isLast: !isReset && unlisted !== null };
}

const others = nothingUnlisted;

/** Keeps earlier skus of products. Reviews may have moved with them, and are read with others from now on. */
async function saveEarlier(
  db: ProxyDb,
  { id, domain }: MirroredBusiness,
  earlier: readonly { readonly product_id: number; readonly skus: readonly string[] }[],
  now: number,
): Promise<void> {
  for (const { product_id: productId, skus } of earlier) {
    const moved = await saveEarlierSkus(storeOf(db), id, productId, skus, now);
    await textsChanged(db, id, 'productReviews', moved.reviews);
    // They are not what was read any more: where they move back, that is news.
    await readAnew(db, domain, 'products', moved.products);
    await readAnew(db, domain, 'productReviews', moved.reviews);
    await readAnew(db, domain, 'productQuestions', moved.questions);
    await forgetProductFigures(db, domain, skus);
  }
}

/** No sweep will see them again, and that must not count as missing. */
async function remove(
  db: ProxyDb,
  { business }: Tracked,
  gone: { readonly reviews: readonly number[]; readonly product_reviews: readonly number[] },
  now: number,
): Promise<void> {
  for (const [name, ids] of [
    ['reviews', gone.reviews],
    ['productReviews', gone.product_reviews],
  ] as const) {
    await parts[name].remove(db, business, ids, now);
    await forget(db, business.domain, name, ids);
  }
}

async function countAnew(tools: PageTools, tracked: Tracked): Promise<News> {
  const { business, following } = tracked;
  const unlisted: KnownUnlisted = await countUnlistedPages(tools, business);
  const readAt = tools.clock.now();
  const { lastChange } = following;
  await fill(tools, business, async (db) => ({
    changed: await writeModeration(db, business.domain, { lastChange, readAt }, unlisted),
  }));
  tracked.following = { ...tracked.following, readAt };
  return nothingNew;
}
