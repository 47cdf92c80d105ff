/**
 * A mail as HTML that mail programs understand: tables, a style on every element, no script, and nothing loaded but
 * pictures of the service. Style sheets only add what some programs know: the dark scheme.
 */
import { firstLetter } from '../../../contract/first-letter.ts';
import { html, trusted, type Markup } from '../html.ts';
import { fontList } from '../look/fonts.ts';
import { logoBox, type Look } from '../look/look.ts';
import { needsPlate, paletteOf } from '../look/palette.ts';
import { directionOf } from '../wording/index.ts';
import { htmlOf, type MailStyle } from './block-html.ts';
import { openingOf, type MailBlock } from './blocks.ts';

export interface MailFrame {
  /** Of the blocks, such as `de`. */
  readonly language: string;
  readonly subject: string;
  /** Its name. */
  readonly shop: string;
  /** Where the shop can be written to by post, in one line; null if it has not said. */
  readonly postal: string | null;
  readonly look: Look;
}

/** Where the night colours begin. */
export const DARK_MEDIA = '@media (prefers-color-scheme:dark)';

/** As many blanks as the widest inboxes show characters. */
const BLANKS = trusted('&#847;&zwnj;&nbsp;'.repeat(90));
const UNSEEN = 'margin:0;display:none;max-height:0;overflow:hidden;mso-hide:all';

const SYSTEM_FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

export function toHtml(blocks: readonly MailBlock[], { language, subject, shop, postal, look }: MailFrame): string {
  const families = `${look.font === null ? '' : `${fontList(look.font)},`}${SYSTEM_FONTS}`;
  const direction = directionOf(language);
  const style: MailStyle = { colours: paletteOf(look, 'light'), font: `16px/1.55 ${families}`, direction };
  const { ground, onGround, paper, faint } = style.colours;
  const small = `padding:20px 24px 0;font:${style.font};font-size:13px;color:${onGround};text-align:center`;
  const sheet = `background:${paper};border:1px solid ${faint};border-radius:16px;padding:28px 24px 12px`;
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>${trusted(darkStyles(look))}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${ground}">
${preheader(blocks)}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ground}"
 style="background:${ground}" dir="${direction}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td align="center" style="padding:0 0 20px">${brand(shop, look, style)}</td></tr>
<tr><td class="paper" bgcolor="${paper}" style="${sheet}">
${blocks.filter((block) => !isAside(block)).map((block) => htmlOf(block, style))}
</td></tr>
<tr><td class="on-ground" style="${small}">
${blocks.filter(isAside).map((block) => htmlOf(block, style))}
${postal !== null && html`<p dir="auto" style="margin:0 0 8px">${postal}</p>`}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`.text;
}

/** Inboxes show it beside the subject. Characters that nobody sees push the text after it out of their line. */
const preheader = (blocks: readonly MailBlock[]): Markup =>
  html`<p dir="auto" aria-hidden="true" style="${UNSEEN}">${openingOf(blocks)}${BLANKS}</p>`;

const isAside = (block: MailBlock): boolean => typeof block === 'object' && 'aside' in block;

/** The logo, or the name with its first letter; a logo that is hardly wider than high has the name beside it. */
function brand(name: string, look: Look, { colours, font }: MailStyle): Markup {
  const label = html`<td class="on-ground" dir="auto"
 style="padding:0 10px;font:${font};font-size:18px;font-weight:700;color:${colours.onGround}">${name}</td>`;
  if (look.logo === null) {
    const circle = `width:40px;height:40px;border-radius:50%;background:${colours.action};color:${colours.onAction}`;
    const letter = `font:${font};font-size:18px;font-weight:700;line-height:40px`;
    const initial = html`<td class="action" width="40" height="40" align="center" bgcolor="${colours.action}"
 aria-hidden="true" style="${circle};${letter}">${initialOf(name)}</td>`;
    return brandTable(html`${initial}${label}`);
  }
  const { width, height, isWide } = logoBox(look.logo);
  const shown = `display:block;border:0;width:${width}px;height:${height}px;font:${font};font-weight:700`;
  const image = html`<td class="logo"><img src="${look.logo.path}" alt="${isWide ? name : ''}" width="${width}"
 height="${height}" style="${shown}"></td>`;
  return brandTable(html`${image}${!isWide && label}`);
}

const initialOf = (name: string): string => firstLetter(name).toLocaleUpperCase();

const brandTable = (cells: Markup): Markup =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table>`;

/** The night colours. `!important`, since all else stands on the elements themselves. */
function darkStyles(look: Look): string {
  const { ground, onGround, paper, ink, soft, faint, star, action, onAction, link } = paletteOf(look, 'dark');
  const rules = {
    '.ground': `background:${ground}`,
    '.on-ground': `color:${onGround}`,
    '.paper': `background:${paper};border-color:${faint}`,
    '.ink': `color:${ink}`,
    '.soft': `color:${soft}`,
    '.faint': `border-color:${faint}`,
    '.link': `color:${link}`,
    '.star': `color:${star}`,
    '.action': `background:${action};color:${onAction}`,
    ...(!needsPlate(look) ? {} : { '.logo': 'background:#fff;padding:8px;border-radius:8px' }),
  };
  const night = Object.entries(rules)
    .map(([selector, declarations]) => `${selector}{${declarations.replaceAll(';', '!important;')}!important}`)
    .join('\n');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
${DARK_MEDIA}{
${night}
}`;
}
