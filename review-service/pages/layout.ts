/** The frame around every page, and the headers that keep it harmless. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, trusted, type Markup } from '../html.ts';
import type { Wording } from '../wording/index.ts';
import type { Mistakes } from './review-form.ts';
import { styles } from './styles.ts';

/** How a policy names a script or a style sheet that stands in the page. */
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const styleSource = sourceOf(styles);

export interface Page {
  readonly wording: Wording;
  /** The name at the top; null if the page belongs to no business. */
  readonly business: string | null;
  readonly title: string;
  readonly content: Markup;
  /** Addresses of the pictures on the page; the page may load none from elsewhere. */
  readonly images?: readonly string[];
  /** A style sheet beside the one of every page. */
  readonly moreStyles?: string;
  readonly scripts?: PageScripts;
}

/** Only the page that previews the elements has scripts; every page works without. */
export interface PageScripts {
  /** Stands in the page. */
  readonly inline: string;
  /** Loaded from another server, which the page may then call, as it may call its own. */
  readonly module: string;
}

/** A host may contain characters that end a directive, such as `;`. Pictures from there are not shown. */
const plainOrigin = /^https?:\/\/[\w.[\]:-]+$/;

export function pageHeaders({
  images = [],
  moreStyles,
  scripts,
}: Pick<Page, 'images' | 'moreStyles' | 'scripts'> = {}): Record<string, string> {
  const origins = [...new Set(images.map((address) => new URL(address).origin))].filter((origin) =>
    plainOrigin.test(origin),
  );
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${styleSource}${moreStyles === undefined ? '' : ` ${sourceOf(moreStyles)}`}`,
      ...(origins.length > 0 ? [`img-src ${origins.join(' ')}`] : []),
      ...(scripts ? scriptDirectives(scripts) : []),
      "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ].join('; '),
    'cache-control': 'no-store',
    // The address of the page lets somebody write, so it must not be passed on.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    // The language of a page depends on it.
    vary: 'accept-language',
  };
}

function scriptDirectives({ inline, module }: PageScripts): string[] {
  const { origin } = new URL(module);
  return [`script-src ${sourceOf(inline)} ${origin}`, `connect-src 'self' ${origin}`];
}

/** A page with mistakes says so first. */
export const titleOf = (title: string, mistakes: Mistakes, { errors }: Wording): string =>
  Object.keys(mistakes).length > 0 ? `${errors.heading}: ${title}` : title;

export function renderPage({ wording, business, title, content, moreStyles, scripts }: Page): string {
  const header =
    business !== null &&
    html`<header><span class="initial" aria-hidden="true">${[...business][0]}</span>${business}</header>`;
  return html`<!doctype html>
<html lang="${wording.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(styles)}</style>
${moreStyles !== undefined && html`<style>${trusted(moreStyles)}</style>`}
</head>
<body>${header}<main>${content}</main>${scripts && scriptTags(scripts)}</body>
</html>
`.text;
}

const scriptTags = ({ inline, module }: PageScripts): Markup =>
  html`<script type="module" src="${module}"></script><script type="module">${trusted(inline)}</script>`;

export function show(reply: FastifyReply, http: number, page: Page): FastifyReply {
  return reply.code(http).headers(pageHeaders(page)).send(renderPage(page));
}

/**
 * After a redirect, reloading the page sends nothing again.
 * @param path - relative: below what path the service is published, only whoever asks knows.
 */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers(pageHeaders()).redirect(path, 303);
}
