/** One page of a listing: asked for, and kept as far as it says something new. */
import { MAX_COUNT } from '../../contract/endpoints.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import type { ProxyDb } from '../state/tables.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import type { Lane } from '../upstream/lanes.ts';
import type { ChangeTools, Noting } from './changes.ts';
import { currentTurn, heldSince } from './holds.ts';
import { parts, type MirroredBusiness, type Page, type PageItem, type Part, type PartName } from './parts.ts';
import { markSeen, readPrints } from './seen.ts';

export interface PageTools extends ChangeTools {
  readonly client: UpstreamClient;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly signal: AbortSignal;
}

export interface ReadPage {
  readonly page: Page;
  /** The turn of the holds before it was asked for. */
  readonly turn: number;
}

/** Milliseconds for one page, the waiting for the budget included. */
export const PAGE_TIMEOUT = 30_000;

/** @param timeout - milliseconds, where somebody waits for the page. */
export async function readPage(
  tools: PageTools, lane: Lane, business: MirroredBusiness, name: PartName, start: number, also: Readonly<Record<string, string>> = {}, timeout = PAGE_TIMEOUT,
): Promise<ReadPage> {
  const { db, client, metrics, signal } = tools;
  const part: Part = parts[name];
  const turn = await currentTurn(db, business.domain);
  const paging = part.paged ? { start: String(start), count: String(MAX_COUNT) } : {};
  const { body } = await client.call(part.operation, { lane, business: business.domain, fields: { ...part.query, ...also, ...paging }, timeout, signal });
  const page = tolerate(() => part.read(body));
  if (!page) throw new ApiError(399, `The review service answered ${part.operation} without a list`, { http: 502 });
  if (page.malformed > 0) metrics.malformedItems.inc({ operation: part.operation }, page.malformed);
  return { page, turn };
}

/** Keeps what is new of a page, and notes that all of it was seen. Most pages of a sweep hold nothing new. */
export async function keepPage(
  { clock }: PageTools, db: ProxyDb, { id, domain }: MirroredBusiness, name: PartName, { page, turn }: ReadPage, sweep: number, changes: Noting,
): Promise<void> {
  const ids = page.items.map((item) => item.id);
  const held = name === 'productReviews' ? await heldSince(db, domain, turn, ids, clock.now()) : new Set<number>();
  const prints = await readPrints(db, domain, name, ids);
  // A review that is not known yet is better kept with a count in motion than not at all: it is read again soon.
  const leftOut = (item: PageItem) => held.has(item.id) && prints.has(item.id);
  const wanted = page.items.filter((item) => !leftOut(item) && prints.get(item.id) !== item.print);
  if (wanted.length > 0) {
    await page.save(db, { id, domain }, new Set(wanted.map((item) => item.id)));
    changes.changed = true;
  }
  await markSeen(db, domain, name, page.items.map((item) => (held.has(item.id) ? { id: item.id, print: '' } : item)), sweep);
  for (const item of page.items) if (held.has(item.id) && item.sku !== null) changes.lookAgain.add(item.sku);
}

/** A body built to break its reader is as good as none. */
function tolerate<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch {
    return null;
  }
}
