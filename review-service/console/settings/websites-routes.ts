/** Settings → Websites and → Snippet: which pages may ask for reviews, and what is pasted into them. */
import type { Service } from '../../context.ts';
import { readStorefront } from '../../data/storefronts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { problem } from '../frame/guard.ts';
import type { DeclarePage, PageCall, Shown } from '../frame/page.ts';
import { dayOf, doneOf, valueIn } from '../frame/pieces.ts';
import { findSomeSku } from '../setup/catalogue.ts';
import { readOriginLines } from '../setup/screens/forms.ts';
import { originsField } from '../setup/screens/pages.ts';
import { copying, snippets } from '../setup/screens/snippet.ts';
import { words } from '../words/index.ts';
import { noteSetting } from './note-setting.ts';

const { websites: said } = words;
const WEBSITES = '/settings/websites';
export const SNIPPET = '/settings/snippet';
/** The script of the buttons that copy. */
export const COPY = `${SNIPPET}/copy.js`;

export function registerWebsites(page: DeclarePage, service: Service): void {
  const { db, starter, now } = service;
  /** Of a program that serves several shops, the first says which pages may ask. */
  const keeper = ({ session }: PageCall) => (starter?.choices()?.business === session.business.domain ? starter : null);

  async function websites(call: PageCall, typed?: string, wrong?: string): Promise<Shown> {
    const [keeps, asked] = [keeper(call), await readStorefront(db, call.session.business.id)];
    const origins = typed ?? keeps?.choices()?.origins.join('\n') ?? '';
    const form = html`<form class="fields wide" method="post" action="${call.at(WEBSITES)}" novalidate>
${originsField(origins, wrong)}<button>${words.shop.save}</button></form>`;
    return {
      status: wrong === undefined ? 200 : 400,
      title: words.navigation.websites,
      ...(wrong === undefined ? doneOf(call, { saved: said.saved }) : {}),
      body: html`<section class="card"><p class="soft">${said.text}</p>
${keeps && !keeps.isFixed ? form : html`<p class="note">${keeps ? said.fixed : said.elsewhere}</p>`}</section>
<section class="card"><h2>${said.askedTitle}</h2>${
        asked ? html`<p>${asked.origin}, ${dayOf(asked.at)}</p>` : html`<p class="soft">${said.notAsked}</p>`
      }</section>`,
    };
  }

  page('GET', WEBSITES, 'owner', (call) => websites(call));
  page('POST', WEBSITES, 'owner', async (call) => {
    const keeps = keeper(call);
    if (!keeps || keeps.isFixed) return { to: WEBSITES };
    const typed = valueIn(call.form, 'origins');
    const read = readOriginLines(typed);
    if ('wrong' in read) return websites(call, typed, read.wrong);
    keeps.keep({ business: call.session.business.domain, origins: read.origins });
    await noteSetting(db, call, 'websites', now());
    return { to: `${WEBSITES}?done=saved` };
  });

  page('GET', SNIPPET, 'owner', async ({ session, at }) => {
    const { domain: business } = session.business;
    const proxyUrl = service.proxyUrl();
    const sku = (await findSomeSku(db, business)) ?? 'YOUR-SKU';
    return {
      title: words.navigation.snippet,
      ...(proxyUrl === null ? {} : { script: at(COPY) }),
      body: html`<section class="card">${
        proxyUrl === null ? withoutProxy() : snippets({ business, proxyUrl, sku })
      }</section>`,
    };
  });

  page('GET', COPY, 'owner', () => ({
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=3600' },
    content: copying,
  }));
}

/** Where nobody has said where the proxy is. */
export const withoutProxy = (): Markup => html`${problem(said.noProxy)}`;
