/** How the proxy is doing, read from its database: from another process, or while it does not run. */
import { sql } from 'kysely';
import { State } from '../review-store/tables.ts';
import { partNames, type PartName } from './mirror/parts/parts.ts';
import { lastReadAt, readProgress } from './mirror/parts/progress.ts';
import { readHeld, type HeldRemovals } from './mirror/parts/removals.ts';
import { listBusinesses } from './state/open.ts';
import type { ProxyDb } from './state/tables.ts';
import { BURST_WINDOW_MS, HOUR_WINDOW_MS } from '../api-client/lanes.ts';
import { countWrites } from './writes/outbox/outbox-rows.ts';
import { countWaitingVotes } from './writes/votes/vote-rows.ts';

export interface PartStatus {
  readonly part: PartName;
  /** True where it is answered from the mirror. */
  readonly mirrored: boolean;
  /** How many items the mirror holds. */
  readonly items: number;
  /** Since it was last compared with the API, in part and as a whole; null for never. */
  readonly ageMs: number | null;
  readonly sweptAgeMs: number | null;
  /** Set where so much seems to be gone that nobody believes it yet. */
  readonly held: HeldRemovals | null;
}

export interface ProxyStatus {
  readonly businesses: readonly {
    readonly business: string;
    readonly parts: readonly PartStatus[];
    /** Published reviews that Google's feed cannot hold. */
    readonly notInGoogleFeed: { readonly withoutText: number; readonly withoutUrl: number };
  }[];
  /** Calls within the last ten seconds, within the last hour, and of the latter by lane. */
  readonly calls: { readonly burst: number; readonly hour: number; readonly byLane: Readonly<Record<string, number>> };
  /** The rest of a pause that the API asked for; 0 where it did not. */
  readonly pauseMs: number;
  readonly waiting: { readonly votes: number; readonly writes: number };
  /** True where some instance fills the mirror now. */
  readonly filling: boolean;
}

export async function readStatus(db: ProxyDb, now: number): Promise<ProxyStatus> {
  const domains = await listBusinesses(db);
  const gate = await db.selectFrom('proxy_gate').select('closed_until').where('name', '=', 'budget').executeTakeFirst();
  const lease = await db.selectFrom('proxy_lease').select('held_until').where('name', '=', 'mirror').executeTakeFirst();
  return {
    businesses: await Promise.all(
      domains.map(async (domain) => ({
        business: domain,
        parts: await readParts(db, domain, now),
        notInGoogleFeed: await countUnfit(db, domain),
      })),
    ),
    calls: await countCalls(db, now),
    pauseMs: Math.max(0, (gate?.closed_until ?? 0) - now),
    waiting: { votes: await countWaitingVotes(db), writes: (await countWrites(db)).waiting },
    filling: (lease?.held_until ?? 0) > now,
  };
}

async function readParts(db: ProxyDb, business: string, now: number): Promise<PartStatus[]> {
  const progress = await readProgress(db, business);
  const removals = await readHeld(db, [business]);
  const held = await db
    .selectFrom('mirror_item')
    .select(['part', countAll])
    .where('business', '=', business)
    .groupBy('part')
    .execute();
  return partNames.map((part) => {
    const one = progress.get(part)!;
    const readAt = lastReadAt(one);
    return {
      part,
      mirrored: one.mirroredAt !== null,
      items: Number(held.find((row) => row.part === part)?.count ?? 0),
      ageMs: readAt === 0 ? null : now - readAt,
      sweptAgeMs: one.sweptAt === null ? null : now - one.sweptAt,
      held: removals.find((removal) => removal.part === part) ?? null,
    };
  });
}

async function countUnfit(db: ProxyDb, business: string): Promise<{ withoutText: number; withoutUrl: number }> {
  const isEmpty = sql`trim(product_review.content) = ''`;
  const { rows } = await sql<{ without_text: number | null; without_url: number | null }>`
    select sum(case when ${isEmpty} then 1 else 0 end) as without_text,
      sum(case when not (${isEmpty}) and coalesce(product_link, '') not like 'http%'
        and coalesce(product_link, '') not like '//%' then 1 else 0 end) as without_url
    from product_review
    join business on business.id = product_review.business_id
    join product on product.business_id = business.id and product.id = product_id and product.removed_at is null
    where business.domain = ${business} and product_review.state = ${State.published}`.execute(db);
  return { withoutText: Number(rows[0]!.without_text), withoutUrl: Number(rows[0]!.without_url) };
}

async function countCalls(db: ProxyDb, now: number): Promise<ProxyStatus['calls']> {
  const rows = await db
    .selectFrom('proxy_call')
    .select(['lane', countAll])
    .where('ended_at', '>', now - HOUR_WINDOW_MS)
    .groupBy('lane')
    .execute();
  const byLane = Object.fromEntries(rows.map((row) => [row.lane, Number(row.count)]));
  const burst = await counted(
    db
      .selectFrom('proxy_call')
      .select(countAll)
      .where('ended_at', '>', now - BURST_WINDOW_MS)
      .executeTakeFirstOrThrow(),
  );
  return { burst, hour: Object.values(byLane).reduce((sum, calls) => sum + calls, 0), byLane };
}

const countAll = sql<number>`count(*)`.as('count');

const counted = async (row: Promise<{ readonly count: number }>): Promise<number> => Number((await row).count);
