/** The blocks of a mail as HTML. Every element has its styles: mail programs drop style sheets. */
import { html, type Markup } from '../html.ts';
import type { Palette } from '../look/palette.ts';
import type { MailBlock, MailProduct, StarLink } from './blocks.ts';
import { plainLine, plainText } from './plain.ts';

export interface MailStyle {
  readonly colours: Palette;
  /** CSS of the font, with size and line height. */
  readonly font: string;
  readonly direction: 'ltr' | 'rtl';
}

/** For fingers (WCAG 2.2, 2.5.5). */
const STAR_PIXELS = 44;
const PICTURE_PIXELS = 72;

export function htmlOf(block: MailBlock, style: MailStyle): Markup {
  if (typeof block === 'string') return paragraph(block, style);
  if ('heading' in block) return heading(block.heading, style);
  if ('link' in block) return button(block.link, block.label, style);
  if ('aside' in block) return aside(block, style);
  if ('stars' in block) return starsToTap(block, style);
  if ('products' in block) return html`${block.products.map((product) => productRow(product, style))}`;
  if ('code' in block) return code(block.code, style);
  if ('command' in block) return command(block.command, style);
  return quote(block.quote, style);
}

const text = ({ font, colours }: MailStyle): string => `font:${font};color:${colours.ink}`;

const paragraph = (words: string, style: MailStyle): Markup =>
  html`<p class="ink" style="margin:0 0 16px;${text(style)}">${lines(words)}</p>`;

function heading(words: string, style: MailStyle): Markup {
  const large = 'font-size:24px;font-weight:700;line-height:1.25';
  return html`<h1 class="ink" style="margin:0 0 16px;${text(style)};${large}">${words}</h1>`;
}

/** Padding on the cell too: Outlook ignores that of a link. */
function button(url: string, label: string, { colours, font }: MailStyle): Markup {
  const { action, onAction } = colours;
  const link = `display:inline-block;padding:12px 28px;font:${font};font-weight:600;text-decoration:none`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="action" bgcolor="${action}" style="border-radius:999px;background:${action};mso-padding-alt:12px 28px">
<a class="action" href="${url}" style="${link};background:${action};color:${onAction};border-radius:999px">${label}</a>
</td></tr></table>`;
}

/** It stands on the ground, below the sheet. */
function aside({ aside: url, label, why }: { aside: string; label: string; why?: string }, style: MailStyle): Markup {
  const link = html`<a class="on-ground" href="${url}" style="color:${style.colours.onGround}">${label}</a>`;
  return html`<p style="margin:0 0 8px">${why !== undefined && html`${why} `}${link}</p>`;
}

function starsToTap({ stars, label }: { stars: readonly StarLink[]; label: string }, style: MailStyle): Markup {
  return html`<p class="ink" style="margin:8px 0 4px;${text(style)};font-weight:600">${label}</p>
${starTable(stars, style)}`;
}

function starTable(stars: readonly StarLink[], style: MailStyle): Markup {
  const { colours, font } = style;
  const square = `display:block;width:${STAR_PIXELS}px;height:${STAR_PIXELS}px;line-height:${STAR_PIXELS}px`;
  const glyph = "font-family:Arial,'Segoe UI Symbol',sans-serif;font-size:34px;text-decoration:none";
  const cells = stars.map(({ url, word, stars: said }) => {
    const name = `${said}: ${word}`;
    return html`<td width="${STAR_PIXELS}" align="center" valign="middle"><a class="star" href="${url}" title="${name}"
 aria-label="${name}" style="${square};${glyph};color:${colours.star}">&#9734;</a></td>`;
  });
  const [start, finish] = style.direction === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const end = (word: string, align: string) => html`<td class="soft" align="${align}"
 style="font:${font};font-size:13px;line-height:1.2;color:${colours.soft}">${word}</td>`;
  const width = stars.length * STAR_PIXELS;
  return html`<table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"
 dir="${style.direction}"><tr>${cells}</tr></table>
<table role="presentation" aria-hidden="true" width="${width}" cellpadding="0" cellspacing="0" border="0"
 dir="${style.direction}" style="margin:0 0 20px"><tr>${end(stars[0]?.word ?? '', start)}
${end(stars.at(-1)?.word ?? '', finish)}</tr></table>`;
}

function productRow({ title, picture, url, stars }: MailProduct, style: MailStyle): Markup {
  const name = plainLine(title);
  const side = `${PICTURE_PIXELS}`;
  const image = `display:block;width:${side}px;height:${side}px;border:0;border-radius:8px;object-fit:cover`;
  // Its title stands beside it: a screen reader need not say it twice.
  const shown =
    picture !== null &&
    html`<td width="${side}" valign="middle"><img src="${picture}" alt="" width="${side}" height="${side}"
 style="${image}"></td><td width="16"></td>`;
  const cell = `border-top:1px solid ${style.colours.faint};padding:16px 0 0`;
  return html`<table role="presentation" class="faint" width="100%" cellpadding="0" cellspacing="0" border="0"
 style="margin:0 0 8px"><tr><td class="faint" style="${cell}">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px"><tr>${shown}
<td valign="middle" style="word-break:break-word"><a class="ink" dir="auto" href="${url}"
 style="${text(style)};font-weight:600;text-decoration:none">${name}</a></td></tr></table>
${starTable(stars, style)}
</td></tr></table>`;
}

function code(words: string, style: MailStyle): Markup {
  const large = 'font-size:32px;font-weight:700;letter-spacing:.2em';
  const align = style.direction === 'rtl' ? 'right' : 'left';
  return html`<p class="ink" dir="ltr" style="margin:24px 0;${text(style)};${large};text-align:${align}">${words}</p>`;
}

function command(commands: string, { colours }: MailStyle): Markup {
  // A flag is not cut after its hyphens.
  const whole = (line: string): (Markup | string)[] =>
    line
      .split(' ')
      .map((word) => (word.startsWith('-') ? html`<span style="white-space:nowrap">${word}</span> ` : `${word} `));
  // Where one is cut all the same, the rest is indented.
  const style = 'display:block;padding-left:16px;text-indent:-16px';
  const shown = commands.split('\n').map((line) => html`<span style="${style}">${whole(line)}</span>`);
  const mono = "14px/1.5 ui-monospace,Menlo,Consolas,'Courier New',monospace";
  const box = `margin:0 0 16px;padding:12px 14px;border:1px solid ${colours.faint};border-radius:8px`;
  return html`<p class="ink faint" dir="ltr"
 style="${box};font:${mono};color:${colours.ink};word-break:break-word">${shown}</p>`;
}

function quote(words: string, style: MailStyle): Markup {
  const side = style.direction === 'rtl' ? 'right' : 'left';
  const bar = `padding-${side}:16px;border-${side}:4px solid ${style.colours.line}`;
  const look = `margin:0 0 16px;${text(style)};${bar};word-break:break-word`;
  return html`<blockquote class="ink" dir="auto" style="${look}">${lines(plainText(words))}</blockquote>`;
}

const lines = (words: string): Markup[] =>
  words.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`);
