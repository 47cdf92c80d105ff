/** The facts that a yearly risk sheet is written from, beside those of the policy. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { State } from '../../../review-store/tables.ts';
import { eventKinds } from '../../data/event-tables.ts';
import type { Database } from '../../data/tables.ts';

export interface RiskFacts {
  /** Of the year: how often each kind of thing happened, by its reason where it has one. */
  readonly events: readonly { readonly kind: string; readonly reason: string | null; readonly count: number }[];
  /** Of what is hidden today: hidden in the year, by reason. */
  readonly hidden: readonly { readonly reason: string | null; readonly count: number }[];
  /** Since when things that happen are noted, in milliseconds since 1970; null where nothing was. */
  readonly notedSince: number | null;
  /** When the oldest review that waits was written. */
  readonly waitingSince: number | null;
  readonly openReports: number;
  /** Published reviews with an e-mail address of the team, of the shop or of its domain. */
  readonly ofTeam: number;
  /** Skus whose reviews stand with another product. */
  readonly merged: number;
}

/** @param year - its first moment and its last, in milliseconds since 1970. */
export async function readRiskFacts(
  db: Database,
  { id, domain, email }: BusinessRow,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<RiskFacts> {
  const first = <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(db).then(({ rows }) => rows[0]!);
  const both = (query: (table: 'product_review' | 'review') => ReturnType<typeof sql>) =>
    sql.join([query('product_review'), query('review')], sql` union all `);
  const { rows: events } = await sql<RiskFacts['events'][number]>`select kind, reason, count(*) as count from event
    where business_id = ${id} and kind in ('held', 'reported', 'report closed', 'renamed', 'merged', 'moved')
      and created_at between ${from} and ${to} group by kind, reason order by kind, reason`.execute(db);
  const { rows: hidden } = await sql<RiskFacts['hidden'][number]>`select reason, count(*) as count from (${both(
    (table) => sql`select hidden_for as reason from ${sql.table(table)} where business_id = ${id}
      and state = ${State.removed} and removed_at between ${from} and ${to}`,
  )}) as hidden group by reason order by reason`.execute(db);
  // One look into the index for each kind.
  const firsts = eventKinds.map(
    (kind) => sql`select min(created_at) as at from event where business_id = ${id} and kind = ${kind}`,
  );
  const noted = await first(
    sql<{ at: number | null }>`select min(at) as at from (${sql.join(firsts, sql` union all `)}) as kinds`,
  );
  const waiting = await first(
    sql<{ at: number | null }>`select min(at) as at from (${both(
      (table) => sql`select min(created_at) as at from ${sql.table(table)}
        where business_id = ${id} and state = ${State.pending}`,
    )}) as waiting`,
  );
  const reports = await first(
    sql<{ open: number }>`select count(*) as open from review_flag where business_id = ${id} and closed_at is null`,
  );
  const team = sql`select lower(account.email) from account join account_business on account_id = account.id
    where account_business.business_id = ${id}`;
  const ofTeam = await first(
    sql<{ reviews: number }>`select count(*) as reviews from author join (${both(
      (table) =>
        sql`select author_id from ${sql.table(table)} where business_id = ${id} and state = ${State.published}`,
    )}) as written on written.author_id = author.id
    where author.business_id = ${id} and (lower(author.email) in (${team})
      or lower(author.email) = ${email?.toLowerCase() ?? ''} or lower(author.email) like ${`%@${domain}`})`,
  );
  const merged = await first(
    sql<{
      skus: number;
    }>`select count(*) as skus from earlier_sku where business_id = ${id} and undo like '%"kind":"merge"%'`,
  );
  return {
    events: events.map(({ kind, reason, count }) => ({ kind, reason, count: Number(count) })),
    hidden: hidden.map(({ reason, count }) => ({ reason, count: Number(count) })),
    notedSince: noted.at === null ? null : Number(noted.at),
    waitingSince: waiting.at === null ? null : Number(waiting.at),
    openReports: Number(reports.open),
    ofTeam: Number(ofTeam.reviews),
    merged: Number(merged.skus),
  };
}
