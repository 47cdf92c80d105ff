/** A mail as it waits in the outbox, made of parts: our own words, and words of others as plain text. */
import { html, type Markup } from '../html.ts';
import { plainText } from './plain.ts';

/**
 * A paragraph; a link of ours, as a button, or small if the mail is not about it; a code to type in; or words that
 * somebody else wrote.
 */
export type MailPart =
  | string
  | { readonly link: string; readonly label: string }
  | { readonly aside: string; readonly label: string }
  | { readonly code: string }
  | { readonly quote: string };

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** What is stored until it is delivered. */
export interface Message {
  readonly from: Mailbox;
  readonly to: Mailbox;
  readonly replyTo: Mailbox | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one POST stops further requests (RFC 8058); null for mail that was asked for. */
  readonly stopUrl: string | null;
}

export function toText(parts: readonly MailPart[]): string {
  return `${parts.map(partToText).join('\n\n')}\n`;
}

function partToText(part: MailPart): string {
  if (typeof part === 'string') return part;
  if ('link' in part) return `${part.label}:\n${part.link}`;
  if ('aside' in part) return part.aside;
  if ('code' in part) return `    ${part.code}`;
  return plainText(part.quote).replace(/^/gm, '> ');
}

/** Every element has its styles: mail programs drop style sheets. */
export function toHtml(parts: readonly MailPart[], language: string): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:560px;margin:0 auto">
${parts.map(partToHtml)}
</div>
</body>
</html>
`.text;
}

const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:999px;background:#1c1917;color:#fff;' +
  'font-weight:600;text-decoration:none';
const SMALL = 'margin:0 0 16px;font-size:14px';
const QUOTE = 'margin:0 0 16px;padding:0 0 0 16px;border-left:4px solid #a8a29e';

function partToHtml(part: MailPart): Markup {
  if (typeof part === 'string') return html`<p style="margin:0 0 16px">${lines(part)}</p>`;
  if ('link' in part)
    return html`<p style="margin:24px 0"><a href="${part.link}" style="${BUTTON}">${part.label}</a></p>`;
  if ('aside' in part)
    return html`<p style="${SMALL}"><a href="${part.aside}" style="color:inherit">${part.label}</a></p>`;
  if ('code' in part)
    return html`<p style="margin:24px 0;font-size:32px;font-weight:700;letter-spacing:.2em">${part.code}</p>`;
  return html`<blockquote style="${QUOTE}">${lines(plainText(part.quote))}</blockquote>`;
}

const lines = (text: string): Markup[] =>
  text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
