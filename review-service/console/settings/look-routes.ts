/** Settings → Look: the shop's colours on elements, in mails and on pages, and the guard that keeps them readable. */
import { createHash } from 'node:crypto';
import type { Service } from '../../context.ts';
import { readSetting, writeSetting } from '../../data/settings.ts';
import { html, trusted, type Markup } from '../../letters/html.ts';
import { changeLook } from '../../letters/look/by-command.ts';
import type { BusinessRow } from '../../../review-store/content/businesses.ts';
import type { DeclarePage, PageCall, Sent } from '../frame/page.ts';
import { valueIn } from '../frame/pieces.ts';
import { guardOf, refusedOf } from '../setup/screens/guard.ts';
import { previewOf, themeFields } from '../setup/screens/look-page.ts';
import { copied } from '../setup/screens/snippet.ts';
import {
  fieldsOf,
  pageStyleOf,
  readTheme,
  sheetOf,
  shownIn,
  usualTheme,
  type Scheme,
  type Theme,
} from '../setup/screens/theme.ts';
import { words } from '../words/index.ts';
import { declareSetting } from './declare.ts';
import { COPY, withoutProxy } from './websites-routes.ts';

const { look: said } = words;
const PATH = '/settings/look';
const settingOf = ({ id }: BusinessRow): string => `theme ${id}`;

export function registerLook(page: DeclarePage, service: Service): void {
  const { db, proxyUrl } = service;
  declareSetting<Theme>(page, service, 'look', {
    saved: said.saved,
    script: COPY,
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
    show: ({ at }, theme) => html`${guardOf(theme)}
<section class="card"><p class="soft">${said.hint}</p>
<form action="${at(PATH)}">${themeFields(theme)}
<div class="below"><button class="second">${said.show}</button>
<button formmethod="post">${words.shop.save}</button></div></form></section>
${proxyUrl() === null ? withoutProxy() : shownIn(theme).map((scheme) => frameOf(theme, scheme, at))}
<section class="card">${copied('css', said.paste, sheetOf(theme))}</section>`,
  });

  page('GET', `${PATH}/preview`, 'owner', ({ query }) => preview(service, readTheme(query), valueIn(query, 'scheme')));
}

function frameOf(theme: Theme, scheme: Scheme, at: PageCall['at']): Markup {
  const query = new URLSearchParams(Object.fromEntries(fieldsOf(theme)));
  query.set('scheme', scheme);
  return html`<iframe class="mail" sandbox="allow-scripts" title="${said.preview}: ${said.schemes[scheme]}"
 src="${at(`${PATH}/preview?${query.toString()}`)}"></iframe>`;
}

/** Elements of the proxy: they run in a frame that is of no origin, and reaches nothing of the console. */
function preview({ proxyUrl, addresses }: Service, theme: Theme, given: string): Sent {
  const url = proxyUrl() ?? '';
  const sheet = `body { margin: 0; padding: 1.25rem; font: 1rem/1.5 system-ui, sans-serif; ${pageStyleOf(
    theme,
    given === 'dark' ? 'dark' : 'light',
  )} } body > * + * { margin-top: 1.25rem; }`;
  const [here, there] = [addresses.publicUrl, url].map((address) => new URL(address || addresses.publicUrl).origin);
  const hash = createHash('sha256').update(sheet).digest('base64');
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        `default-src 'none'; script-src ${there}; style-src 'sha256-${hash}'; connect-src ${here} ${there}; ` +
        `img-src ${there}; frame-ancestors 'self'; base-uri 'none'; sandbox allow-scripts; ` +
        "require-trusted-types-for 'script'; trusted-types lit-html",
      'x-content-type-options': 'nosniff',
    },
    content: html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${said.preview}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${trusted(sheet)}</style>
<script type="module" src="${url}/plaudit.js"></script></head>
<body>${previewOf(`${addresses.publicUrl}/console/sample/`)}</body></html>`.text,
  };
}
