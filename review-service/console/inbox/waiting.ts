/** The things that wait for somebody: held, reported, low stars without a reply, questions without an answer. */
import { sql, type RawBuilder } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { State } from '../../../review-store/tables.ts';
import { listUnseen } from '../../content/imports/files/unseen.ts';
import type { Session } from '../frame/page.ts';
import type { OtherSubject } from '../frame/pieces.ts';
import { listRefused } from '../../content/refused-writes.ts';
import { readLowStars } from '../../content/moderation/low-stars.ts';
import { subjectOfReview, type Subject, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { readRevisions } from '../acting/revision.ts';

export const waitingKinds = ['held', 'reported', 'low', 'question', 'import', 'refused'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

export interface Waiting {
  readonly about: Subject;
  readonly kinds: readonly WaitingKind[];
  /** Since when, in milliseconds since 1970. */
  readonly since: number;
  /** Higher first; stars are no part of it. */
  readonly risk: number;
}

/** With imports that refused something, which are the owner's, and writes that were refused as they arrived. */
export type InInbox = Omit<Waiting, 'about'> & { readonly about: Waiting['about'] | OtherSubject };

export async function readInbox(
  db: Database,
  { business, role }: Pick<Session, 'business' | 'role'>,
  now: number,
): Promise<InInbox[]> {
  const waiting: InInbox[] = await readWaiting(db, business, now);
  const imports = role === 'owner' ? await listUnseen(db, business.id, now) : [];
  const risk = RISK.other;
  for (const { id: number, startedAt: since } of imports)
    waiting.push({ about: { subject: 'import', number }, kinds: ['import'], since, risk });
  for (const { number, refused_at: since } of await listRefused(db, business.id, now))
    waiting.push({ about: { subject: 'refused', number }, kinds: ['refused'], since, risk });
  return waiting.toSorted((one, other) => one.since - other.since);
}

interface Found {
  readonly about: Subject;
  readonly kind: WaitingKind;
  readonly since: number;
  readonly risk: number;
}

/** All that waits, the oldest first, without what was put off and is as it was then. */
export async function readWaiting(db: Database, business: BusinessRow, now: number): Promise<Waiting[]> {
  const found = [
    ...(await held(db, business.id)),
    ...(await reported(db, business.id)),
    ...(await low(db, business)),
    ...(await questions(db, business.id)),
  ];
  const off = await readPutOff(db, business, now);
  const each = Map.groupBy(found, ({ about }) => keyOf(about));
  return [...each]
    .filter(([key]) => !off.has(key))
    .map(([, some]) => toWaiting(some))
    .toSorted((one, other) => one.since - other.since || one.about.number - other.about.number);
}

const keyOf = ({ subject, number }: Subject): string => `${subject} ${number}`;

/** Its stars make something that waits neither older nor riskier, for any reason that it waits. */
function toWaiting(some: readonly Found[]): Waiting {
  const others = some.filter(({ kind }) => kind !== 'low');
  const decisive = others.length > 0 ? others : some;
  return {
    about: some[0]!.about,
    kinds: some.map(({ kind }) => kind),
    since: Math.min(...decisive.map(({ since }) => since)),
    risk: decisive.reduce((sum, { risk }) => sum + risk, 0),
  };
}

const RISK = { held: 4, heldForReason: 8, report: 12, other: 1 };

async function held(db: Database, businessId: number): Promise<Found[]> {
  const of = (table: 'product_review' | 'review' | 'product_question') =>
    db
      .selectFrom(table as 'review')
      .select(['id', 'created_at', 'held_for'])
      .where('business_id', '=', businessId)
      // Not as a parameter, which would not use the index of what waits.
      .where(sql<boolean>`state = 0`)
      .execute();
  const toFound = (subject: SubjectKind) => (row: { id: number; created_at: number; held_for: string | null }) =>
    ({
      about: { subject, number: row.id },
      kind: subject === 'product question' ? 'question' : 'held',
      since: row.created_at,
      risk: row.held_for !== null && row.held_for !== 'new' ? RISK.heldForReason : RISK.held,
    }) as const;
  return [
    ...(await of('product_review')).map(toFound('product review')),
    ...(await of('review')).map(toFound('review')),
    ...(await of('product_question')).map(toFound('product question')),
  ];
}

/** Of what is hidden nobody need say anything. */
async function reported(db: Database, businessId: number): Promise<Found[]> {
  const rows = await db
    .selectFrom('review_flag')
    .select(['review_id', 'of_product'])
    .select(sql<number>`count(*)`.as('reports'))
    .select(sql<number>`min(created_at)`.as('since'))
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`case when of_product = 1 then not exists (
        select 1 from product_review where product_review.business_id = review_flag.business_id
          and product_review.id = review_id and state = ${State.removed}
      ) else not exists (
        select 1 from review where review.business_id = review_flag.business_id
          and review.id = review_id and state = ${State.removed}
      ) end`,
    )
    .groupBy(['review_id', 'of_product'])
    .execute();
  return rows.map((row) => ({
    about: { subject: row.of_product === 1 ? 'product review' : 'review', number: row.review_id },
    kind: 'reported',
    since: Number(row.since),
    risk: RISK.report * Number(row.reports),
  }));
}

async function low(db: Database, business: BusinessRow): Promise<Found[]> {
  const found = await readLowStars(db, business);
  return found.map(({ at, ...name }) => ({ about: subjectOfReview(name), kind: 'low', since: at, risk: RISK.other }));
}

async function questions(db: Database, businessId: number): Promise<Found[]> {
  const of = async (subject: 'product question' | 'question', waits: RawBuilder<boolean>): Promise<Found[]> => {
    const rows = await db
      .selectFrom((subject === 'question' ? subject : 'product_question') as 'question')
      .select(['id', 'published_at', 'created_at'])
      .where('business_id', '=', businessId)
      .where('state', '=', State.published)
      .where(waits)
      .execute();
    return rows.map((row) => ({
      about: { subject, number: row.id },
      kind: 'question',
      since: row.published_at ?? row.created_at,
      risk: RISK.other,
    }));
  };
  const answers = sql<boolean>`(num_answers = 0 or held_answers is not null)`;
  return [...(await of('product question', answers)), ...(await of('question', sql<boolean>`num_answers = 0`))];
}

/** Until when, by their keys. */
async function readPutOff(db: Database, business: BusinessRow, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('put_off')
    .select(['subject', 'subject_id as number', 'revision', 'until'])
    .where('business_id', '=', business.id)
    .where('until', '>', now)
    .execute();
  const off = new Map<string, number>();
  for (const [subject, put] of Map.groupBy(rows, (row) => row.subject)) {
    const numbers = put.map(({ number }) => number);
    const current = await readRevisions(db, business, subject, numbers);
    for (const { number, revision, until } of put)
      if (current.get(number) === revision) off.set(keyOf({ subject, number }), until);
  }
  return off;
}

/** Where something is in the inbox. */
export interface Place {
  readonly waits: boolean;
  /** Until when it is put off; null where it is not. */
  readonly until: number | null;
  readonly previous: Subject | null;
  /** After the last one the first; null if there is no other. */
  readonly next: Subject | null;
}

export async function placeOf(db: Database, business: BusinessRow, about: Subject, now: number): Promise<Place> {
  const waiting = await readWaiting(db, business, now);
  const at = waiting.findIndex((one) => one.about.subject === about.subject && one.about.number === about.number);
  const next = waiting[at + 1] ?? waiting[0];
  const waits = at >= 0;
  return {
    waits,
    until: waits ? null : ((await readPutOff(db, business, now)).get(keyOf(about)) ?? null),
    previous: waiting[at - 1]?.about ?? null,
    next: next && next.about !== waiting[at]?.about ? next.about : null,
  };
}
