/** Reads one page of a listing, and keeps what is new in it. */
import { MAX_COUNT } from '../../../contract/endpoints/limits.ts';
import { ApiError, refuse } from '../../../contract/endpoints/errors.ts';
import type { Clock } from '../../../server-kit/clock.ts';
import type { Metrics } from '../../metrics.ts';
import type { Lease } from '../../state/lease.ts';
import type { ProxyDb } from '../../state/tables.ts';
import type { UpstreamClient } from '../../../api-client/client.ts';
import type { Lane } from '../../../api-client/lanes.ts';
import type { Changed, Changes } from '../parts/changes.ts';
import { currentTurn, heldSince, numberOfQuestion } from '../parts/holds.ts';
import { parts, type MirroredBusiness, type Page, type PageItem, type Part, type PartName } from '../parts/parts.ts';
import { watchSaid } from '../parts/said.ts';
import { saveKeepable } from '../parts/save-keepable.ts';
import type { SetAside } from '../parts/set-aside.ts';
import { markSeen, readPrints } from '../parts/seen.ts';

export interface PageTools {
  readonly db: ProxyDb;
  readonly changes: Changes;
  readonly lease: Lease;
  readonly client: UpstreamClient;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly setAside: SetAside;
  readonly signal: AbortSignal;
}

export interface ReadPage {
  readonly page: Page;
  /** The turn of the holds before it was asked for. */
  readonly turn: number;
}

/** Somebody was erased since a page was asked for, whom it may show still. It is read anew. */
export class OutdatedPage extends ApiError {
  constructor() {
    super('upstreamFailed', 'The review service answered with what is out of date by now');
  }
}

/** The outcome of keeping a page. */
interface Kept extends News {
  /** True where counts of some of its items were in motion. */
  readonly isHeld: boolean;
}

export interface News extends Changed {
  /** Products to be read again, since reviews of theirs were left out. */
  readonly toRefresh: readonly string[];
}

/** For one page, waiting for the budget included. */
export const PAGE_TIMEOUT_MS = 30_000;

/** @param timeoutMs - shorter where somebody waits for the page. */
export async function readPage(
  tools: PageTools,
  lane: Lane,
  business: MirroredBusiness,
  name: PartName,
  start: number,
  also: Readonly<Record<string, string>> = {},
  timeoutMs = PAGE_TIMEOUT_MS,
): Promise<ReadPage> {
  const { db, client, metrics, signal } = tools;
  const part: Part = parts[name];
  const turn = await currentTurn(db, business.domain);
  const paging = part.paged ? { start: String(start), count: String(MAX_COUNT) } : {};
  const { body } = await client.call(part.operation, {
    lane,
    business: business.domain,
    fields: { ...part.query, ...also, ...paging },
    timeoutMs,
    signal,
  });
  const page = part.read(body);
  if (!page) throw refuse('upstreamFailed', `The review service answered ${part.operation} without a list`);
  if (page.malformed > 0) metrics.malformedItems.inc({ operation: part.operation }, page.malformed);
  return { page, turn };
}

/**
 * Changes the mirror as the one instance that fills it.
 * @throws LeaseLost where another instance has taken over. Then nothing is kept.
 */
export function fill<Result extends Changed>(
  { changes, lease }: PageTools,
  { domain }: MirroredBusiness,
  work: (db: ProxyDb) => Promise<Result>,
): Promise<Result> {
  return changes.change(domain, async (db) => {
    await lease.confirm(db);
    return work(db);
  });
}

/**
 * Keeps the new items of a page, and marks all as seen, but for those that the database refuses. Most pages of a sweep
 * bring nothing new.
 * @param db - a transaction.
 * @throws OutdatedPage
 */
export async function keepPage(
  { clock, setAside }: Pick<PageTools, 'clock' | 'setAside'>,
  db: ProxyDb,
  { id, domain }: MirroredBusiness,
  name: PartName,
  { page, turn }: ReadPage,
  sweep: number,
): Promise<Kept> {
  const ids = page.items.map((item) => item.id);
  const held = await heldOf(db, domain, name, turn, ids, clock.now());
  const prints = await readPrints(db, domain, name, ids);
  // A new review is better kept with a changing count than not at all: it is read again soon.
  const leftOut = (item: PageItem) => held.has(item.id) && prints.has(item.id);
  const wanted = page.items.filter((item) => !leftOut(item) && prints.get(item.id) !== item.print);
  const known = wanted.filter((item) => prints.has(item.id)).map((item) => item.id);
  const saysTheSame = await watchSaid(db, { id, domain }, name, known);
  const refused = await saveKeepable(
    db,
    wanted.map((item) => item.id),
    (ids) => page.save(db, { id, domain }, new Set(ids)),
  );
  const kept = page.items.filter((item) => !refused.some((one) => one.id === item.id));
  setAside.note(domain, name, [...page.unkeepable, ...refused], kept);
  await markSeen(
    db,
    domain,
    name,
    kept.map((item) => (held.has(item.id) ? { id: item.id, print: '' } : item)),
    sweep,
  );
  return {
    changed: wanted.length > refused.length,
    onlyAdds: await saysTheSame(),
    isHeld: held.size > 0,
    // A question has none, and is read again with the next head or sweep.
    toRefresh: page.items.flatMap(({ id, sku }) => (held.has(id) ? (sku ?? []) : [])),
  };
}

/** @throws OutdatedPage where somebody was erased since the page was asked for. */
async function heldOf(
  db: ProxyDb,
  domain: string,
  name: PartName,
  turn: number,
  ids: readonly number[],
  now: number,
): Promise<ReadonlySet<number>> {
  const numberOf = numbersHeld[name];
  const { everything, held } = await heldSince(db, domain, turn, numberOf ? ids.map(numberOf) : [], now);
  if (everything) throw new OutdatedPage();
  return numberOf ? new Set(ids.filter((id) => held.has(numberOf(id)))) : held;
}

/** Parts with items that can be held, and the numbers by which these are. */
const numbersHeld: Partial<Record<PartName, (id: number) => number>> = {
  productReviews: (id) => id,
  productQuestions: numberOfQuestion,
};

export const nothingNew: News = { changed: false, toRefresh: [] };

export const both = (one: News, other: News): News => ({
  changed: one.changed || other.changed,
  toRefresh: [...one.toRefresh, ...other.toRefresh],
});
