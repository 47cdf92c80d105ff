/** Settings → Who did what: the acts of the people of a shop, by pages, commands and calls, the newest first. */
import { sql } from 'kysely';
import type { RawParameters } from '../../../contract/endpoints/read-parameters.ts';
import type { Service } from '../../context.ts';
import { eventKinds, shopEventKinds } from '../../data/event-tables.ts';
import { BY_COMMAND, type EventKind, type SubjectKind } from '../../data/events.ts';
import type { Database } from '../../data/tables.ts';
import { html, type Markup } from '../../letters/html.ts';
import { spokenActors } from '../items/timeline.ts';
import { dayIn, DAY_MS, oneOf, pageIn, wayTo } from '../lists/filter.ts';
import { fieldOf, pagesOf } from '../lists/list-page.ts';
import { choicesOf } from '../frame/forms.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { momentOf, pathOf, reasonOf, selectOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';

const { whoDidWhat: said } = words;
const PATH = '/settings/who-did-what';

/** Those that only shoppers cause are nobody's act. */
const ofShoppers: readonly string[] = ['written', 'edited', 'held', 'reported'] satisfies EventKind[];
const kinds = [...shopEventKinds, ...eventKinds].filter((kind) => !ofShoppers.includes(kind));

/** As the indexes have it, letter for letter: SQLite uses them for no other. */
const byPeople = sql<boolean>`actor not in ('author', 'shopper')`;

export const registerWhoDidWhat = (page: DeclarePage, { db }: Service): void =>
  page('GET', PATH, 'owner', (call) => show(db, call));

const readFilter = (raw: RawParameters) => ({
  /** The id of an account, or `command`. */
  person: valueIn(raw, 'person').slice(0, 100),
  kind: oneOf(kinds, valueIn(raw, 'kind')),
  from: dayIn(raw, 'from'),
  /** A day, which is included. */
  to: dayIn(raw, 'to'),
});
type Filter = ReturnType<typeof readFilter>;

/** Those that match; two indexes hold them alone. */
export const actsOf = (db: Database, businessId: number, { person, kind, from, to }: Filter) =>
  db
    .selectFrom('event')
    .where('business_id', '=', businessId)
    .where(byPeople)
    .$if(person !== '', (some) => some.where('actor', '=', person))
    .$if(kind !== '', (some) => some.where('kind', '=', kind as EventKind))
    .$if(from !== null, (some) => some.where('created_at', '>=', from))
    .$if(to !== null, (some) => some.where('created_at', '<', to! + DAY_MS));

async function readActs(db: Database, businessId: number, filter: Filter, page: number) {
  const { total } = await actsOf(db, businessId, filter)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  const way = wayTo(page, Number(total));
  if (!way) return { total: Number(total), acts: [] };
  const direction = way.isFromEnd ? 'asc' : 'desc';
  const acts = await actsOf(db, businessId, filter)
    .select(['subject', 'subject_id', 'kind', 'actor', 'reason', 'whom', 'created_at as at'])
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(way.count)
    .offset(way.offset)
    .execute();
  return { total: Number(total), acts: way.isFromEnd ? acts.toReversed() : acts };
}

/** Everybody who did something: from each to the next one in the index, however much they did. */
async function readActors(db: Database, businessId: number): Promise<string[]> {
  const first = sql`select min(actor) from event where business_id = ${businessId} and ${byPeople}`;
  const { rows } = await sql<{ name: string }>`with recursive found (name) as (
    ${first} union all select (${first} and actor > name) from found where name is not null)
    select name from found where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

type Act = Awaited<ReturnType<typeof readActs>>['acts'][number];

async function show(db: Database, { session, query, at }: PageCall): Promise<Shown> {
  const { business } = session;
  const filter = readFilter(query);
  const page = pageIn(query);
  const { total, acts } = await readActs(db, business.id, filter, page);
  const actors = [...new Set([...(await readActors(db, business.id)), session.account.id, BY_COMMAND])];
  const names = await spokenActors(db, [...actors, ...acts.flatMap(({ whom }) => whom ?? [])]);
  const people = actors.map((actor) => [actor, names(actor)] as const);
  return {
    title: words.navigation.whoDidWhat,
    body: html`${filterOf(filter, people, query)}
<p class="soft">${said.found(total)}</p>
${
  acts.length === 0
    ? html`<p class="card">${total === 0 && query['kind'] === undefined ? said.noneAtAll : words.list.none}</p>`
    : html`<ul class="plain card list">${acts.map((one) => row(one, names, at))}</ul>`
}
${pagesOf(at(PATH), query, page, total)}`,
  };
}

const filterOf = (
  { person, kind }: Filter,
  people: readonly (readonly [string, string])[],
  raw: RawParameters,
): Markup => html`<form class="card find" role="search">
${selectOf({ name: 'person', label: said.person, chosen: person, options: [['', words.list.any], ...people] })}
${selectOf({ name: 'kind', label: said.kind, chosen: kind, options: choicesOf(kinds, words.events, words.list.any) })}
${fieldOf({ name: 'from', label: words.list.from, value: valueIn(raw, 'from'), type: 'date' })}
${fieldOf({ name: 'to', label: words.list.to, value: valueIn(raw, 'to'), type: 'date' })}
<button class="second">${words.list.show}</button></form>`;

function row(act: Act, names: (actor: string) => string, at: PageCall['at']): Markup {
  const { kind, actor, reason, whom, at: moment } = act;
  const done = html`<span class="act">${words.events[kind]}</span>`;
  return html`<li class="row"><div class="main"><p>${done}${whom !== null && html` <bdi>${names(whom)}</bdi>`}
${reason !== null && html` <span class="soft">${whyOf(kind, reason)}</span>`}</p>
<p class="line soft"><bdi>${names(actor)}</bdi>${momentOf(moment)}</p></div>${linkOf(act, at)}</li>`;
}

function whyOf(kind: Act['kind'], reason: string): string {
  const { navigation } = words;
  const known: Readonly<Record<string, string>> = kind === 'settings changed' ? navigation : said.roles;
  return Object.hasOwn(known, reason) ? known[reason]! : reasonOf(reason);
}

const linkOf = ({ subject, subject_id: number }: Act, at: PageCall['at']): Markup | false =>
  subject !== 'shop' &&
  html`<a href="${at(pathOf({ subject, number }))}">${said.subjects[subject satisfies SubjectKind]} ${number}</a>`;
