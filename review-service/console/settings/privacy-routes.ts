/** Settings → Privacy: finds a person, of whom there is then a page. */
import { sql } from 'kysely';
import type { Service } from '../../context.ts';
import type { Database } from '../../data/tables.ts';
import { html } from '../../letters/html.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { nameOf, valueIn } from '../frame/pieces.ts';
import { authorsNamed } from '../lists/who.ts';
import { words } from '../words/index.ts';

const { privacy: said } = words;
const PATH = '/settings/privacy';
/** So many at most; a name may be that of many. */
const MOST_PEOPLE = 50;

export const registerPrivacy = (page: DeclarePage, service: Service): void =>
  page('GET', PATH, 'owner', (call) => show(service, call));

async function show({ db }: Service, { session, query, at }: PageCall): Promise<Answer> {
  const q = valueIn(query, 'q').slice(0, 256);
  const people = q === '' ? [] : await findPeople(db, session.business.id, q);
  const [only, more] = people;
  if (only && !more) return { to: `/people/${only.id}` };
  const rows = people.map((person) => {
    const name = nameOf(person);
    return html`<li class="row"><div class="main"><a href="${at(`/people/${person.id}`)}"><bdi>${name}</bdi></a>
<p class="line soft"><bdi>${person.email ?? said.noAddress}</bdi></p></div></li>`;
  });
  return {
    title: words.navigation.privacy,
    body: html`<section class="card"><p class="soft">${said.text}</p>
<form class="find" action="${at(PATH)}" role="search"><div><label class="label" for="q">${said.find}</label>
<input type="search" id="q" name="q" value="${q}" maxlength="256" required dir="auto"></div>
<button>${said.button}</button></form></section>
${q !== '' && rows.length === 0 && html`<p class="card" role="status">${said.nobody}</p>`}
${rows.length > 0 && html`<ul class="plain card list">${rows}</ul>`}
${rows.length >= MOST_PEOPLE && html`<p class="soft">${said.many}</p>`}`,
  };
}

interface FoundPerson {
  /** Of their page. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
}

/** One for each address, and one for each author without. */
async function findPeople(db: Database, businessId: number, q: string): Promise<FoundPerson[]> {
  const number = /^[1-9]\d{0,14}$/.test(q) ? Number(q) : 0;
  const reviewed = ['product_review', 'review'] as const;
  const written = reviewed.map(
    (table) => sql`select author_id from ${sql.table(table)} where business_id = ${businessId}
      and (id = ${number} or order_id = ${q}) and author_id is not null`,
  );
  const named = await authorsNamed(db, businessId, q);
  const authors = await db
    .selectFrom('author')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where((eb) =>
      eb.or([
        eb('email', '=', q.toLowerCase()),
        ...(named.length > 0 ? [eb('id', 'in', named)] : []),
        sql<boolean>`id in (${sql.join(written, sql` union all `)})`,
      ]),
    )
    .orderBy('id')
    .limit(MOST_PEOPLE)
    .execute();
  const requests = await db
    .selectFrom('review_request')
    .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
    .where('business_id', '=', businessId)
    .where('email', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('email', '=', q.toLowerCase()),
        eb('order_id', '=', q),
        sql<boolean>`lower(first_name || ' ' || last_name) = ${q.toLowerCase()}`,
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST_PEOPLE)
    .execute();
  const found = new Map<string, FoundPerson>();
  for (const person of [...authors, ...requests]) {
    const key = person.email ?? `author ${person.id}`;
    if (!found.has(key)) found.set(key, { ...person, id: String(person.id) });
  }
  return [...found.values()].slice(0, MOST_PEOPLE);
}
