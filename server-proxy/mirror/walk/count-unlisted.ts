/**
 * Counts what an API other than our own has in no listing, by the listings that merchants may ask for. They name no
 * reasons, and no review of a product that waits. A count that takes more pages stays unknown.
 */
import { readListAnswer, type ListItem } from '../../../contract/endpoints/answers.ts';
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import type { Unlisted } from '../../../contract/entities/transparency.ts';
import { State } from '../../../review-store/tables.ts';
import {
  nothingUnlisted,
  overallOf,
  Tally,
  tallyOf,
  withoutWaiting,
} from '../../../review-store/reviews/transparency.ts';
import type { KnownUnlisted } from '../parts/moderation.ts';
import { PAGE_TIMEOUT_MS, type PageTools } from './pages.ts';
import type { MirroredBusiness } from '../parts/parts.ts';

/** Of a hundred items each, for one listing. */
const MOST_PAGES = 10;

export async function countUnlistedPages(tools: PageTools, business: MirroredBusiness): Promise<KnownUnlisted> {
  return { business: await countOfBusiness(tools, business), products: await countOfProducts(tools, business) };
}

async function countOfBusiness(tools: PageTools, business: MirroredBusiness): Promise<Unlisted | null> {
  const removed = await readAll(tools, business, 'listReviews', { deleted: '1' });
  // A server that does not know the parameter answers with what is published.
  if (!removed?.every(isRemoved)) return null;
  const listed = await readAll(tools, business, 'listReviews', { unpublished: '1' });
  const tally = new Tally();
  for (const { rating } of removed) tally.add(State.removed, overallOf(rating), null);
  for (const { rating, published } of listed ?? [])
    if (published === 'pending') tally.add(State.pending, overallOf(rating), null);
  return listed === null ? withoutWaiting(tally.unlisted) : tally.unlisted;
}

async function countOfProducts(tools: PageTools, business: MirroredBusiness): Promise<KnownUnlisted['products']> {
  const removed = await readAll(tools, business, 'listProductReviews', { deleted: '1' });
  if (!removed?.every(isRemoved)) return null;
  const tallies = new Map<string, Tally>();
  for (const { product, rating } of removed)
    if (product) tallyOf(tallies, product.sku).add(State.removed, rating, null);
  return {
    known: Object.fromEntries([...tallies].map(([sku, tally]) => [sku, withoutWaiting(tally.unlisted)])),
    others: withoutWaiting(nothingUnlisted),
  };
}

const isRemoved = ({ removedRFC }: { readonly removedRFC: string | null }): boolean => removedRFC !== null;

/** Null where it is too long. */
async function readAll<Name extends 'listReviews' | 'listProductReviews'>(
  { client, signal }: PageTools,
  { domain }: MirroredBusiness,
  name: Name,
  fields: Readonly<Record<string, string>>,
): Promise<ListItem<Name>[] | null> {
  const all: ListItem<Name>[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { body } = await client.call(name, {
      lane: 'sweep',
      business: domain,
      fields: { ...fields, start: String(page * MAX_COUNT), count: String(MAX_COUNT) },
      timeoutMs: PAGE_TIMEOUT_MS,
      signal,
    });
    const read = readListAnswer(name, body);
    if (!read) return null;
    all.push(...read.items);
    if (read.sent < MAX_COUNT) return all;
  }
  return null;
}
