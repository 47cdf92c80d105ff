/** Settings → Catalogue: where the products come from, how it was read last, and a file of them. */
import type { Service } from '../../context.ts';
import { hastenFeed, listFeeds } from '../../catalogue/feeds.ts';
import { feedTrouble, type FeedState } from '../../data/feed-state.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { agoOf, doneOf, valueIn } from '../frame/pieces.ts';
import { takeCatalogue, useFeed, type TakenCatalogue } from '../setup/catalogue.ts';
import { readFeedAddress } from '../setup/screens/forms.ts';
import { catalogueFields, resultOf } from '../setup/screens/products-page.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './note-setting.ts';

const { catalogue: said } = words;
export const PATH = '/settings/catalogue';

interface Outcome {
  readonly mistakes?: Mistakes;
  readonly feed?: string;
  readonly taken?: TakenCatalogue | null;
}

export function registerCatalogue(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', PATH, 'owner', (call) => cataloguePage(service, call));

  page('POST', PATH, 'owner', async (call) => {
    const { session, form, files } = call;
    const { domain } = session.business;
    const [feed, file] = [valueIn(form, 'feed'), files.get('file')];
    if (feed === '' && !file) return cataloguePage(service, call, { feed, mistakes: { feed: said.nothing } });
    const address = feed === '' ? '' : readFeedAddress(feed);
    if (address === null) return cataloguePage(service, call, { feed, mistakes: { feed: said.noAddress } });
    const taken = file ? await takeCatalogue(service, domain, [file]) : null;
    if (taken && 'wrong' in taken) return cataloguePage(service, call, { feed, mistakes: { file: taken.wrong } });
    if (address !== '') await useFeed(db, domain, address, now());
    await noteSetting(db, call, 'catalogue', now());
    return taken ? cataloguePage(service, call, { taken }) : { to: `${PATH}?done=reading` };
  });

  page('POST', `${PATH}/read`, 'owner', async ({ session }) => {
    const { domain } = session.business;
    if ((await listFeeds(db, domain)).length === 0) return { to: PATH };
    await hastenFeed(db, domain, now());
    await service.readFeed(domain);
    return { to: `${PATH}?done=read` };
  });
}

async function cataloguePage({ db, now }: Service, call: PageCall, outcome: Outcome = {}): Promise<Shown> {
  const { mistakes = {}, taken = null } = outcome;
  const [state] = await listFeeds(db, call.session.business.domain);
  const isWrong = Object.keys(mistakes).length > 0;
  const done = { read: said.wasRead, reading: said.reading };
  return {
    status: isWrong ? 400 : 200,
    title: words.navigation.catalogue,
    ...(isWrong || taken ? {} : doneOf(call, state?.failure ? {} : done)),
    body: html`${state && stateCard(state, call, now())}
<section class="card"><p class="soft">${said.text}</p>${resultOf(taken)}
<form class="fields wide" method="post" action="${call.at(PATH)}" enctype="multipart/form-data" novalidate>
${catalogueFields(outcome.feed ?? state?.url ?? '', mistakes, '4 MB')}
<button>${words.shop.save}</button></form></section>`,
  };
}

function stateCard(state: FeedState, { at }: PageCall, now: number): Markup {
  const { goodAt, products, refused } = state;
  const trouble = feedTrouble(state);
  const counts = fill(said.counts, { products: products ?? 0, refused: refused ?? 0 });
  return html`<section class="card"><h2>${said.feed}</h2><p class="links">${state.url}</p>
${trouble !== null && html`<p class="problem">${trouble}</p>`}
<p>${goodAt === null ? said.unread : html`${said.lastRead} ${agoOf(goodAt, now)}: ${counts}`}</p>
<form method="post" action="${at(`${PATH}/read`)}"><button class="second">${said.readNow}</button></form></section>`;
}
