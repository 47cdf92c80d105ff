/** Settings → Privacy: finds a person, of whom there is then a page. */
import type { Service } from '../../context.ts';
import { html } from '../../letters/html.ts';
import type { Answer, DeclarePage, PageCall } from '../frame/page.ts';
import { nameOf, valueIn } from '../frame/pieces.ts';
import { words } from '../words/index.ts';
import { findPeople, MOST_PEOPLE } from './find-people.ts';

const { privacy: said } = words;
const PATH = '/settings/privacy';

export function registerPrivacy(page: DeclarePage, service: Service): void {
  page('GET', PATH, 'owner', (call) => show(service, call));
}

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
