/** The frame around every page of the console, and the headers that keep it harmless. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { firstLetter } from '../../../contract/first-letter.ts';
import { html, type Markup } from '../../letters/html.ts';
import type { Session } from '../../people/accounts/sessions.ts';
import { words } from '../words/index.ts';
import { mayUse, navigation, settings, type Place } from './navigation.ts';
import { keysHelp } from './keys.ts';
import type { Shown } from './page.ts';
import { script } from './script.ts';
import { styles } from './styles.ts';

const assetOf = (content: string, extension: string): string =>
  `/assets/console-${createHash('sha256').update(content).digest('base64url').slice(0, 12)}.${extension}`;
const sheet = assetOf(styles, 'css');
const program = assetOf(script, 'js');

/** The style sheet and the script, under names that change with them. */
export function registerAssets(app: FastifyInstance): void {
  for (const [path, type, content] of [
    [sheet, 'text/css', styles],
    [program, 'text/javascript', script],
  ] as const)
    app.get(`/console${path}`, (_request, reply) =>
      reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable', 'x-content-type-options': 'nosniff' })
        .type(`${type}; charset=utf-8`)
        .send(content),
    );
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
    "require-trusted-types-for 'script'; trusted-types 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  // With `no-referrer` a form would say that it comes from nowhere.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

export interface Around {
  /** Null where nobody is signed in. */
  readonly session: Session | null;
  /** See PageCall. */
  readonly at: (path: string) => string;
  /** Of this page, below the console. */
  readonly path: string;
}

export function showPage(reply: FastifyReply, page: Shown, around: Around): FastifyReply {
  const { status = 200, cacheControl, isFollowed = false } = page;
  reply.code(status).headers(headers);
  if (cacheControl !== undefined) reply.header('cache-control', cacheControl);
  if (isFollowed) reply.header('refresh', '2');
  return reply.send(renderPage(page, around).text);
}

function renderPage(page: Shown, around: Around): Markup {
  const { session, at } = around;
  const name = session?.business.name ?? 'Plaudit';
  const next = page.next !== undefined && html`<link rel="prefetch" href="${page.next}">`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} – ${name}</title>
<link rel="stylesheet" href="${at(sheet)}">
${session && !session.item && html`<script type="module" src="${at(program)}"></script>`}
${next}${page.script !== undefined && html`<script type="module" src="${page.script}"></script>`}
</head>
${session ? (session.item ? atOne(page, session, around) : signedIn(page, session, around)) : alone(page)}
</html>
`;
}

/** The keyboard begins where the page does. */
const heading = ({ title }: Shown): Markup => html`<h1 tabindex="-1" autofocus>${title}</h1>`;

const said = ({ done }: Shown): Markup | undefined => done && html`<div class="said" role="status">${done}</div>`;

const alone = (page: Shown): Markup => html`<body class="alone">
<main>
<p class="brand"><span class="initial" aria-hidden="true">P</span>Plaudit</p>
${said(page)}
<div class="card">${heading(page)}
${page.body}</div>
</main>
</body>`;

const contentOf = (page: Shown, tabs: Markup | false = false): Markup => html`<main id="content" tabindex="-1">
${said(page)}
<div class="head">${heading(page)}${page.aside}</div>
${tabs}
${page.body}
</main>`;

/** Somebody whom a link in a mail let at one thing: there are no other pages, but for whoever signs in. */
function atOne(page: Shown, { business }: Session, { at, path }: Around): Markup {
  const signIn = at(`/sign-in?next=${encodeURIComponent(`/console${path}`)}`);
  return html`<body>
<header class="bar"><span class="home"><span class="initial" aria-hidden="true">${firstLetter(business.name)}</span>
<bdi class="name">${business.name}</bdi></span>
<a class="button second" href="${signIn}">${words.signIn.button}</a>
</header>
${contentOf(page)}
</body>`;
}

function signedIn(page: Shown, session: Session, { at, path }: Around): Markup {
  const list = (places: readonly Place[]) =>
    places
      .filter(({ role }) => mayUse(session.role, role))
      .map((place) => {
        const isHere = path === place.path || path.startsWith(`${place.path}/`);
        const label = words.navigation[place.label];
        return html`<li><a href="${at(place.path)}" ${isHere && html`aria-current="page"`}>${label}</a></li>`;
      });
  const tabs =
    path.startsWith('/settings/') &&
    html`<nav aria-label="${words.frame.settings}"><ul class="tabs">${list(settings)}</ul></nav>`;
  const hasKeys = session.account.hasKeys && html`data-keys`;
  return html`<body data-count="${at('/inbox/count')}" ${hasKeys}>
<a class="skip" href="#content">${words.frame.skip}</a>
${bar(session, at)}
<div class="frame">
<nav class="side" id="pages" popover aria-label="${words.frame.pages}"><ul>${list(navigation)}</ul></nav>
${contentOf(page, tabs)}
</div>
</body>`;
}

function bar(session: Session, at: Around['at']): Markup {
  const { frame } = words;
  const { account, business, businesses } = session;
  const shops = businesses.map(({ id, name, domain }) => {
    const here = id === business.id && html`aria-current="true"`;
    return html`<button class="quiet" name="business" value="${id}" ${here}><bdi>${name || domain}</bdi></button>`;
  });
  const choice =
    businesses.length > 1 &&
    html`<button class="quiet" popovertarget="shops">${frame.choose}</button>
<div class="drop" id="shops" popover><form method="post" action="${at('/business')}">${shops}</form></div>`;
  return html`<header class="bar">
<button class="quiet opens-side" popovertarget="pages">${frame.menu}</button>
<a class="home" href="${at('')}"><span class="initial" aria-hidden="true">${firstLetter(business.name)}</span>
<bdi class="name">${business.name}</bdi></a>
${choice}
${keysHelp(session)}
<button class="quiet" popovertarget="account">${frame.account}</button>
<div class="drop" id="account" popover>
<p class="soft">${account.email}</p>
<a href="${at('/settings/sign-in')}">${words.navigation.signIn}</a>
<form method="post" action="${at('/sign-out')}"><button class="quiet">${frame.signOut}</button></form>
</div>
</header>`;
}
