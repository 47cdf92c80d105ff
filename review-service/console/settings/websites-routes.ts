/** Settings → Websites and → Snippet: which pages may ask for reviews, and what is pasted into them. */
import type { Service } from '../../context.ts';
import { readStorefront } from '../../data/storefronts.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { problem, unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall } from '../frame/page.ts';
import { dayOf, valueIn } from '../frame/pieces.ts';
import { findSomeSku } from '../setup/catalogue.ts';
import { readOriginLines } from '../setup/screens/forms.ts';
import { originsField } from '../setup/screens/pages.ts';
import { copying, snippets } from '../setup/screens/snippet.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';

const { websites: said } = words;
export const SNIPPET = '/settings/snippet';
/** The script of the buttons that copy. */
export const COPY = `${SNIPPET}/copy.js`;

export function registerWebsites(page: DeclarePage, service: Service): void {
  const { db, starter } = service;
  /** Of a program that serves several shops, the first says which pages may ask. */
  const keeper = ({ session }: PageCall) => (starter?.choices()?.business === session.business.domain ? starter : null);

  declareSetting<string>(page, service, 'websites', {
    saved: said.saved,
    read: (call) => keeper(call)?.choices()?.origins.join('\n') ?? '',
    typed(call) {
      if (keeper(call)?.isFixed ?? true) throw unknown();
      return valueIn(call.form, 'origins');
    },
    mistakes(typed): Mistakes {
      const { wrong } = readOriginLines(typed);
      return wrong === undefined ? {} : { origins: wrong };
    },
    async save(_, call, typed) {
      keeper(call)!.keep({ business: call.session.business.domain, origins: readOriginLines(typed).origins });
    },
    async show(call, origins, mistakes) {
      const [keeps, asked] = [keeper(call), await readStorefront(db, call.session.business.id)];
      const form = html`<form class="fields wide" method="post" action="${call.at('/settings/websites')}" novalidate>
${originsField(origins, mistakes)}<button>${words.shop.save}</button></form>`;
      return html`<section class="card"><p class="soft">${said.text}</p>
${keeps && !keeps.isFixed ? form : html`<p class="note">${keeps ? said.fixed : said.elsewhere}</p>`}</section>
<section class="card"><h2>${said.askedTitle}</h2>${
        asked ? html`<p>${asked.origin}, ${dayOf(asked.at)}</p>` : html`<p class="soft">${said.notAsked}</p>`
      }</section>`;
    },
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
