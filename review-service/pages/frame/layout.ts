/** The frame around every page, and the headers that keep it harmless. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { firstLetter } from '../../../contract/first-letter.ts';
import { html, trusted, type Markup } from '../../letters/html.ts';
import { logoBox, usualLook } from '../../letters/look/look.ts';
import { pageStyles } from '../../letters/look/page-styles.ts';
import { directionOf, type Wording } from '../../letters/wording/index.ts';
import type { Face } from './face.ts';
import { photoPreviews } from './photo-previews.ts';
import type { Mistakes } from './review-form.ts';
import { styles } from './styles.ts';

/** How a policy names a script or a style sheet that stands in the page. */
const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const usualFace: Face = { look: usualLook, logoUrl: null };

export interface Page {
  readonly wording: Wording;
  /** The name at the top; null if the page belongs to no business. */
  readonly business: string | null;
  readonly title: string;
  readonly content: Markup;
  /** Addresses of the pictures on the page; the page may load none from elsewhere. */
  readonly images?: readonly string[];
  /** True if the page shows photos that are chosen in it. */
  readonly previews?: boolean;
  /** A style sheet beside the one of every page. */
  readonly moreStyles?: string;
  readonly scripts?: PageScripts;
}

/** Every page works without. */
export interface PageScripts {
  /** Stands in the page. */
  readonly inline: string;
  /** Whether it asks its own server for more, and the page has frames of that. */
  readonly isLive?: boolean;
}

/** A host may contain characters that end a directive, such as `;`. Pictures from there are not shown. */
const plainOrigin = /^https?:\/\/[\w.[\]:-]+$/;

type Sources = Pick<Page, 'images' | 'previews' | 'moreStyles' | 'scripts'>;

export function pageHeaders(page: Sources = {}, face: Face = usualFace): Record<string, string> {
  const { images = [], moreStyles } = page;
  const { logoUrl } = face;
  const shown = logoUrl === null ? images : [logoUrl, ...images];
  const pictures = [...new Set(shown.map((address) => new URL(address).origin))].filter((origin) =>
    plainOrigin.test(origin),
  );
  if (page.previews) pictures.push('blob:');
  const sheets = [styles, pageStyles(face.look), ...(moreStyles === undefined ? [] : [moreStyles])];
  const scripts = scriptsOf(page);
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src ${sheets.map(sourceOf).join(' ')}`,
      ...(pictures.length > 0 ? [`img-src ${pictures.join(' ')}`] : []),
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

const scriptsOf = ({ previews, scripts }: Sources): PageScripts | undefined =>
  previews ? { inline: photoPreviews } : scripts;

const scriptDirectives = ({ inline, isLive = false }: PageScripts): string[] => [
  `script-src ${sourceOf(inline)}`,
  ...(isLive ? ["connect-src 'self'; frame-src 'self'"] : []),
];

/** A page with mistakes says so first. */
export const titleOf = (title: string, mistakes: Mistakes, { errors }: Wording): string =>
  Object.keys(mistakes).length > 0 ? `${errors.heading}: ${title}` : title;

export function renderPage(page: Page, face: Face = usualFace): string {
  const { wording, business, title, content, moreStyles } = page;
  const { language } = wording;
  const scripts = scriptsOf(page);
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(styles)}</style>
<style>${trusted(pageStyles(face.look))}</style>
${moreStyles !== undefined && html`<style>${trusted(moreStyles)}</style>`}
</head>
<body>${business !== null && brand(business, face)}<main>${content}</main>${
    scripts && html`<script type="module">${trusted(scripts.inline)}</script>`
  }</body>
</html>
`.text;
}

/** The logo, or the name with its first letter; a logo that is hardly wider than high has the name beside it. */
function brand(business: string, { look: { logo }, logoUrl }: Face): Markup {
  const name = html`<bdi>${business}</bdi>`;
  if (logo === null || logoUrl === null)
    return html`<header><span class="initial" aria-hidden="true">${firstLetter(business)}</span>${name}</header>`;
  const { width, height, isWide } = logoBox(logo);
  const alt = isWide && business;
  const image = html`<img class="logo" src="${logoUrl}" alt="${alt}" width="${width}" height="${height}">`;
  return html`<header>${image}${!isWide && name}</header>`;
}

/** @param face - of the business; a page that belongs to none has the usual one. */
export function show(reply: FastifyReply, http: number, page: Page, face: Face = usualFace): FastifyReply {
  return reply.code(http).headers(pageHeaders(page, face)).send(renderPage(page, face));
}

/**
 * After a redirect, reloading the page sends nothing again.
 * @param path - relative: only the browser knows below what path the service is published.
 */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers(pageHeaders()).redirect(path, 303);
}
