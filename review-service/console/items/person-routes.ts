/** The page of a person: all that is kept about them, handed over as a file, and erased. */
import { createHash } from 'node:crypto';
import { fill } from '../../../contract/texts/texts.ts';
import { NOTHING } from '../../../contract/entities/personal-data.ts';
import { erasePerson, type Erased } from '../../care/privacy/erase.ts';
import { findPerson, readPerson, toErase, type PersonFile } from '../../care/privacy/person.ts';
import type { Service } from '../../context.ts';
import { noteEvent } from '../../data/events.ts';
import { AddressBook } from '../../letters/addresses.ts';
import { html, type Markup } from '../../letters/html.ts';
import { confirmPassword, passwordField } from '../entrance/proof.ts';
import { fileOf } from '../frame/forms.ts';
import { problem, unknown } from '../frame/guard.ts';
import type { Answer, DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { dayOf, hidden, momentOf, valueIn } from '../frame/pieces.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { itemRow, listRow, readListed } from '../lists/rows.ts';
import { words } from '../words/index.ts';
import { columnsOf, factsOf } from './item-page.ts';

const { privacy: said, item: itemWords } = words;

export function registerPeople(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', '/people/:id', 'owner', async (call) => {
    const { business, account } = call.session;
    const shown = await show(service, call);
    await noteEvent(db, { businessId: business.id, kind: 'person looked up', actor: account.id, now: now() });
    return shown;
  });
  page('GET', '/people/:id/file', 'owner', async (call) => {
    const { file } = await read(service, call);
    return fileOf(`person-${idOf(call)}.json`, 'application/json; charset=utf-8', JSON.stringify(file, null, 2));
  });
  page('POST', '/people/:id/erase', 'owner', (call) => erase(service, call));
}

const idOf = ({ params }: PageCall): string => params['id']!;

async function read({ db, addresses }: Service, call: PageCall) {
  const { business } = call.session;
  const known = await findPerson(db, business, idOf(call));
  if (!known) throw unknown();
  const file = await readPerson(db, business, known, new AddressBook(addresses));
  return { known, file, person: toErase(known, file), revision: revisionOf(file) };
}

/** Of all that is shown, in any order. */
const revisionOf = ({ categories, ...lists }: PersonFile): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        categories.Identifiers,
        Object.values(lists)
          .flat()
          .map((one) => JSON.stringify(one))
          .toSorted(),
      ]),
    )
    .digest('base64url');

interface Refusal {
  readonly status: number;
  readonly problem?: string;
  readonly mistakes?: Mistakes;
}

async function erase(service: Service, call: PageCall): Promise<Answer> {
  const { session, form } = call;
  const { person, revision } = await read(service, call);
  if (!person) throw unknown();
  if (valueIn(form, 'revision') !== revision) return show(service, call, { status: 409, problem: said.changed });
  const refusal = await confirmPassword(service, call);
  if (refusal) return show(service, call, refusal);
  const by = { actor: session.account.id, now: service.now() };
  const erased = await erasePerson(service.db, session.business, person, service, by);
  return receipt(call, erased, by.now);
}

async function show(service: Service, call: PageCall, refusal?: Refusal): Promise<Shown> {
  const { db } = service;
  const { file, person, revision } = await read(service, call);
  const { at, session } = call;
  const rows = await readListed(db, session.business, [
    ...file.productReviews.map(({ id: number }) => ({ subject: 'product review', number }) as const),
    ...file.reviews.map(({ reviewNo: number }) => ({ subject: 'review', number }) as const),
  ]);
  const reviews = [...rows.values()].map((one) => itemRow(one, { now: service.now(), at }));
  const path = at(`/people/${idOf(call)}`);
  const main = html`${listOf(words.list.reviews, reviews)}${listOf(said.texts, file.texts.map(textRow))}
${listOf(said.requests, file.requests.map(requestRow))}`;
  const erasing = person
    ? eraseForm(`${path}/erase`, revision, refusal?.mistakes)
    : html`<p class="card soft">${said.cannot}</p>`;
  const { Identifiers: identity } = file.categories;
  const name = identity === NOTHING ? NOTHING : identity.name;
  return {
    status: refusal?.status,
    title: name === NOTHING ? words.things.anonymous : name,
    body: html`${problem(refusal?.problem)}
${columnsOf(main, html`${aboutThem(file, `${path}/file`)}${erasing}`)}`,
  };
}

const listOf = (title: string, rows: readonly Markup[]): Markup | false =>
  rows.length > 0 && html`<section><h2 class="above">${title}</h2><ul class="plain card list">${rows}</ul></section>`;

const momentIn = (rfc: string | null): Markup | null => (rfc === null ? null : dayOf(Date.parse(rfc)));

const textRow = ({ kind, text, createdRFC }: PersonFile['texts'][number]): Markup =>
  listRow(html`<p class="text" dir="auto">${text}</p>`, html`<span>${said.kinds[kind]}</span>${momentIn(createdRFC)}`);

const requestRow = ({ order_id: order, skus, createdRFC }: PersonFile['requests'][number]): Markup =>
  listRow(
    html`<bdi>${fill(words.requests.order, { order })}</bdi>`,
    html`<bdi>${skus.join(', ') || words.requests.aboutShop}</bdi>${momentIn(createdRFC)}`,
  );

function aboutThem({ categories }: PersonFile, file: string): Markup {
  const { Identifiers: identity, 'Customer records information': records, 'Geolocation data': place } = categories;
  const known = (value: string) => value !== NOTHING && html`<bdi>${value}</bdi>`;
  const facts = factsOf([
    [said.name, identity !== NOTHING && known(identity.name)],
    [itemWords.email, identity !== NOTHING && known(identity.email)],
    [said.phone, records !== NOTHING && known(records.phone)],
    [itemWords.place, known(place)],
  ]);
  return html`<section class="card"><h2>${said.person}</h2>${facts}
<p><a class="button second" href="${file}" download>${said.handOver}</a></p>
<p class="hint">${said.handOverHint}</p></section>`;
}

const eraseForm = (action: string, revision: string, mistakes?: Mistakes): Markup =>
  html`<section class="card"><h2>${said.erase}</h2><p class="note">${said.eraseHint}</p>
<form class="fields" method="post" action="${action}">${hidden('revision', revision)}
${passwordField(words.confirm.password, mistakes)}
<button class="danger">${said.erase}</button></form></section>`;

/** Shown once: nothing that names the person is kept. */
function receipt({ session, at }: PageCall, erased: Erased, now: number): Shown {
  const { reviews, requests, mails, keptAnswers, person, missed, isShredded } = erased;
  const of = 'email' in person ? person.email : fill(words.things.number, { number: person.review.number });
  const gone = [said.reviews(reviews), said.asked(requests), said.mails(mails), said.answers(keptAnswers)];
  const facts = factsOf([
    [said.person, html`<bdi>${of}</bdi>`],
    [said.shop, html`<bdi>${session.business.name}</bdi>`],
    [said.when, momentOf(now)],
    [said.by, html`<bdi>${session.account.email}</bdi>`],
    [said.gone, gone.join(', ')],
  ]);
  return {
    title: said.receipt,
    body: html`<section class="card">${facts}
<p>${said.receiptText}</p>
${!isShredded && html`<p class="note">${said.notShredded}</p>`}
${missed.length > 0 && html`<p class="note">${fill(said.missed, { directories: missed.join(', ') })}</p>`}
<p><a class="button" href="${at('/settings/privacy')}">${said.done}</a></p></section>`,
  };
}
