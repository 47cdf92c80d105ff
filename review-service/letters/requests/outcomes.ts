/** The state of requests: told by the rows that are there, and noted where nothing else would be left of it. */
import { sql } from 'kysely';
import { formatDateTime } from '../../../contract/entities/dates.ts';
import { countAll } from '../../../review-store/content/rows.ts';
import { requireBusiness } from '../../data/require-business.ts';
import type { Database } from '../../data/tables.ts';
import type { RequestRow } from './requests.ts';

/** `not mailed`: the shop has the link and sends it itself. */
export const requestStates = [
  'waiting',
  'sent',
  'refused',
  'given up',
  'unsubscribed',
  'opened',
  'written',
  'not mailed',
] as const;
export type RequestState = (typeof requestStates)[number];

/** The furthest that it came. */
const state = sql<RequestState>`case
  when review_no is not null then 'written'
  when exists (select 1 from review_request_product as product where product.request_id = review_request.id
    and product.review_id is not null) then 'written'
  when opened_at is not null then 'opened'
  when mail_outcome is not null then mail_outcome
  when exists (select 1 from job where job.id = review_request.mail_id) then 'waiting'
  when exists (select 1 from job where job.id = review_request.reminder_id) then 'waiting'
  when mail_id is not null then 'sent'
  else 'not mailed' end`;

export async function stateOf(db: Database, requestId: string): Promise<RequestState | undefined> {
  const row = await db
    .selectFrom('review_request')
    .select(state.as('state'))
    .where('id', '=', requestId)
    .executeTakeFirst();
  return row?.state;
}

/** Whether somebody was asked and may not have seen it. */
export const mayRemind = (state: RequestState | undefined): boolean => state === 'sent' || state === 'opened';

/** A mail of a request that the other side will never take, or that went nowhere for days. */
export async function noteUndelivered(db: Database, mailId: string, outcome: 'refused' | 'given up'): Promise<void> {
  await db
    .updateTable('review_request')
    .set({ mail_outcome: outcome })
    .where((eb) => eb.or([eb('mail_id', '=', mailId), eb('reminder_id', '=', mailId)]))
    .execute();
}

export async function noteOpened(db: Database, { id, opened_at }: RequestRow, now: number): Promise<void> {
  if (opened_at !== null) return;
  await db
    .updateTable('review_request')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute();
}

/** A request under the API's names, with what became of it. */
export interface ListedRequest {
  readonly id: string;
  readonly kind: RequestRow['kind'];
  readonly state: RequestState;
  readonly email: string | null;
  readonly phone: string | null;
  readonly order_id: string;
  /** Such as `2026-11-03`. */
  readonly order_date: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly location: string | null;
  readonly language: string | null;
  readonly labels: readonly string[];
  readonly product_skus: readonly string[];
  readonly created: string;
  /** Null where it was not. */
  readonly opened: string | null;
  readonly reminded: string | null;
}

export interface RequestFilter {
  readonly state?: RequestState | undefined;
  /** An address or an order, whole, or a name or its beginning. */
  readonly q?: string | undefined;
}

const PAGE = 500;

/**
 * All requests of a business, the newest first.
 * @throws ApiError `businessNotAvailable` if there is no such business.
 */
export async function* listRequests(
  db: Database,
  domain: string,
  filter: RequestFilter,
): AsyncGenerator<ListedRequest> {
  const { id } = await requireBusiness(db, domain);
  let after: RequestRow | undefined;
  for (;;) {
    const rows = await matching(db, id, filter)
      .selectAll()
      .select(state.as('state'))
      .$if(after !== undefined, (query) =>
        query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.created_at, after!.id))),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute();
    yield* await listed(db, rows);
    after = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** One page of them, and how many there are. */
export async function readRequests(
  db: Database,
  businessId: number,
  filter: RequestFilter,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<{ readonly requests: readonly ListedRequest[]; readonly total: number }> {
  const rows = await matching(db, businessId, filter)
    .selectAll()
    .select(state.as('state'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(count)
    .execute();
  return { requests: await listed(db, rows), total: await countAll(matching(db, businessId, filter)) };
}

function matching(db: Database, businessId: number, { state: wanted, q }: RequestFilter) {
  const word = q?.trim().toLowerCase() ?? '';
  return db
    .selectFrom('review_request')
    .where('business_id', '=', businessId)
    .$if(wanted !== undefined, (query) => query.where(state, '=', wanted!))
    .$if(word !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('recipient', '=', word),
          eb(sql<string>`lower(order_id)`, '=', word),
          eb(sql<string>`lower(first_name || ' ' || last_name)`, '=', word),
          eb(sql<string>`lower(first_name)`, '=', word),
          eb(sql<string>`lower(last_name)`, '=', word),
        ]),
      ),
    );
}

async function listed(
  db: Database,
  rows: readonly (RequestRow & { readonly state: RequestState })[],
): Promise<ListedRequest[]> {
  if (rows.length === 0) return [];
  const products = Map.groupBy(
    await db
      .selectFrom('review_request_product')
      .select(['request_id', 'sku'])
      .where(
        'request_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('position')
      .execute(),
    (product) => product.request_id,
  );
  const moment = (time: number | null): string | null => (time === null ? null : formatDateTime(time));
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    email: row.email,
    phone: row.phone,
    order_id: row.order_id,
    order_date: formatDateTime(row.order_date).slice(0, 10),
    first_name: row.first_name,
    last_name: row.last_name,
    location: row.location,
    language: row.language,
    labels: JSON.parse(row.labels) as string[],
    product_skus: (products.get(row.id) ?? []).map(({ sku }) => sku),
    created: formatDateTime(row.created_at),
    opened: moment(row.opened_at),
    reminded: moment(row.reminded_at),
  }));
}
