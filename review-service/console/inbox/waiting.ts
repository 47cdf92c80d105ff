/** The things that wait for somebody: held, reported, low stars without a reply, questions without an answer. */
import { sql } from 'kysely';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import { State } from '../../../review-store/tables.ts';
import { listUnseen } from '../../content/imports/files/unseen.ts';
import { listRefused } from '../../content/refused-writes.ts';
import type { Session } from '../frame/page.ts';
import { pathOf, readEach, type OtherSubject } from '../frame/pieces.ts';
import { readLowStars } from '../../content/moderation/low-stars.ts';
import { subjectOfReview, tableOf, type Subject } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { readRevisions } from '../acting/revision.ts';

export const waitingKinds = ['held', 'reported', 'low', 'question', 'import', 'refused'] as const;
export type WaitingKind = (typeof waitingKinds)[number];

interface Found<About = Subject> {
  readonly about: About;
  readonly kind: WaitingKind;
  /** In milliseconds since 1970. */
  readonly since: number;
  /** Higher first; stars are no part of it. */
  readonly risk: number;
}

export type Waiting<About = Subject> = Omit<Found<About>, 'kind'> & { readonly kinds: readonly WaitingKind[] };

/** With imports that refused something, which are the owner's, and writes that were refused as they arrived. */
export type InInbox = Waiting<Subject | OtherSubject>;

const RISK = { held: 4, heldForReason: 8, report: 12, other: 1 };

export async function readInbox(
  db: Database,
  { business, role }: Pick<Session, 'business' | 'role'>,
  now: number,
): Promise<InInbox[]> {
  const waiting: InInbox[] = await readWaiting(db, business, now);
  const imports = role === 'owner' ? await listUnseen(db, business.id, now) : [];
  for (const { id: number, startedAt: since } of imports)
    waiting.push({ about: { subject: 'import', number }, kinds: ['import'], since, risk: RISK.other });
  for (const { number, refused_at: since } of await listRefused(db, business.id, now))
    waiting.push({ about: { subject: 'refused', number }, kinds: ['refused'], since, risk: RISK.other });
  return waiting.toSorted((one, other) => one.since - other.since);
}

/** All that waits, the oldest first, without what was put off and is as it was then. */
async function readWaiting(db: Database, business: BusinessRow, now: number): Promise<Waiting[]> {
  const low = await readLowStars(db, business);
  const found: Found[] = [
    ...(await held(db, business.id)),
    ...(await reported(db, business.id)),
    ...low.map(
      ({ at: since, ...name }) => ({ about: subjectOfReview(name), kind: 'low', since, risk: RISK.other }) as const,
    ),
    ...(await questions(db, business.id)),
  ];
  const off = await readPutOff(db, business, now);
  const each = Map.groupBy(found, ({ about }) => pathOf(about));
  return [...each]
    .filter(([path]) => !off.has(path))
    .map(([, some]) => toWaiting(some))
    .toSorted((one, other) => one.since - other.since || one.about.number - other.about.number);
}

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

async function held(db: Database, businessId: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const subject of ['product review', 'review', 'product question'] as const) {
    const rows = await db
      .selectFrom(tableOf[subject])
      .select(['id as number', 'created_at as since', 'held_for'])
      .where('business_id', '=', businessId)
      // Not as a parameter, which would not use the index of what waits.
      .where(sql<boolean>`state = 0`)
      .execute();
    const kind = subject === 'product question' ? 'question' : 'held';
    for (const { number, since, held_for: reason } of rows) {
      const risk = reason !== null && reason !== 'new' ? RISK.heldForReason : RISK.held;
      found.push({ about: { subject, number }, kind, since, risk });
    }
  }
  return found;
}

/** Of what is hidden nobody need say anything. */
async function reported(db: Database, businessId: number): Promise<Found[]> {
  const isHidden = (table: 'product_review' | 'review') =>
    sql`exists (select 1 from ${sql.table(table)} as of_it where of_it.business_id = review_flag.business_id
      and of_it.id = review_id and of_it.state = ${State.removed})`;
  const rows = await db
    .selectFrom('review_flag')
    .select(['review_id as number', 'of_product'])
    .select(({ fn }) => [fn.countAll().as('reports'), fn.min('created_at').as('since')])
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .where(sql<boolean>`not case when of_product = 1 then ${isHidden('product_review')} else ${isHidden('review')} end`)
    .groupBy(['review_id', 'of_product'])
    .execute();
  return rows.map(({ number, of_product: ofProduct, since, reports }) => ({
    about: { subject: ofProduct === 1 ? 'product review' : 'review', number },
    kind: 'reported',
    since: Number(since),
    risk: RISK.report * Number(reports),
  }));
}

/** Without an answer, or with one that is held, as those about products may be. */
async function questions(db: Database, businessId: number): Promise<Found[]> {
  const found: Found[] = [];
  for (const [subject, waits] of [
    ['product question', sql<boolean>`(num_answers = 0 or held_answers is not null)`],
    ['question', sql<boolean>`num_answers = 0`],
  ] as const) {
    const rows = await db
      .selectFrom(tableOf[subject])
      .select(['id as number', 'published_at', 'created_at'])
      .where('business_id', '=', businessId)
      .where('state', '=', State.published)
      .where(waits)
      .execute();
    for (const { number, published_at: published, created_at: created } of rows)
      found.push({ about: { subject, number }, kind: 'question', since: published ?? created, risk: RISK.other });
  }
  return found;
}

/** Until when, by their addresses. */
async function readPutOff(db: Database, business: BusinessRow, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('put_off')
    .select(['subject', 'subject_id as number', 'revision', 'until'])
    .where('business_id', '=', business.id)
    .where('until', '>', now)
    .execute();
  const current = await readEach(rows, (subject, numbers) => readRevisions(db, business, subject, numbers));
  const asItWas = rows.filter((row) => current.get(pathOf(row)) === row.revision);
  return new Map(asItWas.map((row) => [pathOf(row), row.until]));
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
    until: waits ? null : ((await readPutOff(db, business, now)).get(pathOf(about)) ?? null),
    previous: waiting[at - 1]?.about ?? null,
    next: next && next.about !== waiting[at]?.about ? next.about : null,
  };
}
