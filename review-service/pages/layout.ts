/** The frame around every page, and the headers that keep it harmless. */
import { createHash } from 'node:crypto';
import { html, trusted, type Markup } from '../html.ts';
import { styles } from './styles.ts';

const styleHash = createHash('sha256').update(styles).digest('base64');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  // The address of the page is what lets somebody write: it goes nowhere else.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

export interface Page {
  readonly language: string;
  readonly title: string;
  readonly content: Markup;
}

export function renderPage({ language, title, content }: Page): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trusted(styles)}</style>
</head>
<body><main>${content}</main></body>
</html>
`.text;
}
