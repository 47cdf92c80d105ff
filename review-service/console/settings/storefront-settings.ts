/** Settings of the storefront: which pages may ask for reviews, what is pasted into them, and how it looks there. */
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { Service } from '../../context.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import { readStorefront } from '../../data/storefronts.ts';
import { html, type Markup } from '../../letters/html.ts';
import { changeLook } from '../../letters/look/by-command.ts';
import type { Mistakes } from '../../pages/frame/review-form.ts';
import { problem, unknown } from '../frame/guard.ts';
import type { DeclarePage, PageCall } from '../frame/page.ts';
import { dayOf, valueIn } from '../frame/pieces.ts';
import { findSomeSku } from '../setup/catalogue.ts';
import { readOriginLines } from '../setup/screens/forms.ts';
import { guardOf, refusedOf } from '../setup/screens/guard.ts';
import { themeFields } from '../setup/screens/look-page.ts';
import { originsField } from '../setup/screens/pages.ts';
import { live, PREVIEW, previewsOf } from '../setup/screens/preview.ts';
import { copied, copying, snippets } from '../setup/screens/snippet.ts';
import { readTheme, sheetOf, usualTheme, type Theme } from '../setup/screens/theme.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';

const { websites, look } = words;
const LOOK = '/settings/look';
const SNIPPET = '/settings/snippet';
/** The script of the buttons that copy, and of the editor of colours. */
export const TOOLS = '/settings/tools.js';

export function registerWebsites(page: DeclarePage, service: Service): void {
  const { db, starter } = service;
  /** Of a program that serves several shops, the first says which pages may ask. */
  const keeper = ({ session }: PageCall) => (starter?.choices()?.business === session.business.domain ? starter : null);

  declareSetting<string>(page, service, 'websites', {
    saved: websites.saved,
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
      return html`<section class="card"><p class="soft">${websites.text}</p>
${keeps && !keeps.isFixed ? form : html`<p class="note">${keeps ? websites.fixed : websites.elsewhere}</p>`}</section>
<section class="card"><h2>${websites.askedTitle}</h2>${
        asked ? html`<p>${asked.origin}, ${dayOf(asked.at)}</p>` : html`<p class="soft">${websites.notAsked}</p>`
      }</section>`;
    },
  });

  page('GET', SNIPPET, 'owner', async ({ session, at }) => {
    const { domain: business } = session.business;
    const proxyUrl = service.proxyUrl();
    const sku = (await findSomeSku(db, business)) ?? 'YOUR-SKU';
    return {
      title: words.navigation.snippet,
      ...(proxyUrl === null ? {} : { script: at(TOOLS) }),
      body: html`<section class="card">${
        proxyUrl === null ? withoutProxy() : snippets({ business, proxyUrl, sku })
      }</section>`,
    };
  });

  page('GET', TOOLS, 'owner', () => ({
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'private, max-age=3600' },
    content: copying + live,
  }));
}

/** Where nobody has said where the proxy is. */
const withoutProxy = (): Markup => html`${problem(websites.noProxy)}`;

const settingOf = ({ id }: BusinessRow): string => `theme ${id}`;

export function registerLook(page: DeclarePage, service: Service): void {
  const { db, proxyUrl } = service;
  declareSetting<Theme>(page, service, 'look', {
    saved: look.saved,
    script: TOOLS,
    read: async ({ session, query }) =>
      valueIn(query, 'accent') === ''
        ? ((await readSetting<Theme>(db, settingOf(session.business))) ?? usualTheme)
        : readTheme(query),
    typed: ({ form }) => readTheme(form),
    // Each is said by the guard, above the form.
    mistakes: (theme) => Object.fromEntries(refusedOf(theme).entries()),
    async save(transaction, { session: { business } }, theme) {
      const { accent, background } = theme.light;
      await writeSetting(transaction, settingOf(business), theme);
      await changeLook(transaction, business.domain, { accent, background, font: theme.font || null });
    },
    show: ({ at }, theme) => html`<div id="guard">${guardOf(theme)}</div>
<section class="card"><p class="soft">${look.hint}</p>
<form id="look" action="${at(LOOK)}">${themeFields(theme)}
<div class="below"><button class="second">${look.show}</button>
<button formmethod="post">${words.shop.save}</button></div></form></section>
${proxyUrl() === null ? withoutProxy() : previewsOf(theme, at(PREVIEW))}
<section class="card">${copied('css', look.paste, sheetOf(theme))}</section>`,
  });
}
