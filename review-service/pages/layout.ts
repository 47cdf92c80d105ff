/** The frame around every page, and the headers that keep it harmless. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, trusted, type Markup } from '../html.ts';
import type { Wording } from '../wording/index.ts';
import type { Mistakes } from './review-form.ts';
import { styles } from './styles.ts';

const styleHash = createHash('sha256').update(styles).digest('base64');

export interface Page {
  readonly wording: Wording;
  /** The name at the top; null if the page belongs to no business. */
  readonly business: string | null;
  readonly title: string;
  readonly content: Markup;
  /** Addresses of the pictures on the page; the page may load none from elsewhere. */
  readonly images?: readonly string[];
}

/** A host may contain characters that end a directive, such as `;`. Pictures from there are not shown. */
const plainOrigin = /^https?:\/\/[\w.[\]:-]+$/;

/** @param images - addresses of the pictures on the page. */
export function pageHeaders(images: readonly string[] = []): Record<string, string> {
  const origins = [...new Set(images.map((address) => new URL(address).origin))].filter((origin) =>
    plainOrigin.test(origin),
  );
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${styleHash}'`,
      ...(origins.length > 0 ? [`img-src ${origins.join(' ')}`] : []),
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

/** A page with mistakes says so first. */
export const titleOf = (title: string, mistakes: Mistakes, { errors }: Wording): string =>
  Object.keys(mistakes).length > 0 ? `${errors.heading}: ${title}` : title;

export function renderPage({ wording, business, title, content }: Page): string {
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
</head>
<body>${header}<main>${content}</main></body>
</html>
`.text;
}

export function show(reply: FastifyReply, http: number, page: Page): FastifyReply {
  return reply.code(http).headers(pageHeaders(page.images)).send(renderPage(page));
}

/**
 * After a redirect, reloading the page sends nothing again.
 * @param path - relative: below what path the service is published, only whoever asks knows.
 */
export function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers(pageHeaders()).redirect(path, 303);
}
