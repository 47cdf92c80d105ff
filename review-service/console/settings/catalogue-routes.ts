/** Settings → Catalogue: where the products come from, how it was read last, and a file of them. */
import type { Service } from '../../context.ts';
import { inTransaction } from '../../../review-store/databases/transaction.ts';
import { hastenFeed, listFeeds } from '../../catalogue/feeds.ts';
import { feedTrouble, type FeedState } from '../../data/feed-state.ts';
import { fill } from '../../../contract/texts/texts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { fine, wrong } from '../frame/forms.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { agoOf, doneOf, valueIn } from '../frame/pieces.ts';
import { takeCatalogue, useFeed, type TakenCatalogue } from '../setup/catalogue.ts';
import { findCatalogueMistakes, readFeedAddress } from '../setup/screens/forms.ts';
import { catalogueFields, resultOf } from '../setup/screens/products-page.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './declare.ts';

const { catalogue: said } = words;
const PATH = '/settings/catalogue';

export function registerCatalogue(page: DeclarePage, service: Service): void {
  const { db, now } = service;
  page('GET', PATH, 'owner', (call) => cataloguePage(service, call));

  page('POST', PATH, 'owner', async (call) => {
    const { domain } = call.session.business;
    const [feed, file] = [valueIn(call.form, 'feed'), call.files.get('file')];
    const mistakes = findCatalogueMistakes(feed, file !== undefined, said.nothing);
    if (Object.keys(mistakes).length > 0) return cataloguePage(service, call, wrong(mistakes));
    const taken = file ? await takeCatalogue(service, domain, [file]) : null;
    if (taken && 'wrong' in taken) return cataloguePage(service, call, wrong({ file: taken.wrong }));
    await inTransaction(db, async (transaction) => {
      if (feed !== '') await useFeed(transaction, domain, readFeedAddress(feed)!, now());
      await noteSetting(transaction, call, 'catalogue', now());
    });
    const reading = feed === '' ? null : await readingOf(service, domain);
    return taken ? cataloguePage(service, call, fine, taken) : reading!;
  });

  page('POST', `${PATH}/read`, 'owner', async ({ session }) => {
    const { domain } = session.business;
    if ((await listFeeds(db, domain)).length === 0) return { to: PATH };
    await hastenFeed(db, domain, now());
    return readingOf(service, domain);
  });
}

/** The owner who had the feed read is still there to be told what came of it. */
const readingOf = async (service: Service, domain: string) => ({
  to: `${PATH}?done=${(await service.readFeed(domain)) ? 'read' : 'reading'}`,
});

async function cataloguePage(
  { db, now }: Service,
  call: PageCall,
  { status, mistakes } = fine,
  taken: TakenCatalogue | null = null,
): Promise<Shown> {
  const [state] = await listFeeds(db, call.session.business.domain);
  const feed = status === 200 ? state?.url : valueIn(call.form, 'feed');
  return {
    status,
    title: words.navigation.catalogue,
    ...doneOf(call, state?.failure ? {} : { read: said.wasRead, reading: said.reading }),
    body: html`${state && stateCard(state, call, now())}
<section class="card"><p class="soft">${said.text}</p>${resultOf(taken)}
<form class="fields wide" method="post" action="${call.at(PATH)}" enctype="multipart/form-data" novalidate>
${catalogueFields(feed ?? '', mistakes, '4 MB')}
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
