import { html, type Html } from '../html.ts';
import { shop } from '../shop.ts';
import { choicesOf, english, type LanguageChoice, type Wording } from '../wording/index.ts';
import { footer } from './footer.ts';
import { header } from './header.ts';

export interface Page {
  /** Address of the page, without `.html`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly main: Html;
  /** The footer's account of how this page came about; absent if the page has no widgets. */
  readonly flow?: Html;
  /** Absent in the shop's first language. */
  readonly words?: Wording;
  /** The product that the page is about, if it is about one. */
  readonly sku?: string;
}

export interface Assets {
  readonly style: string;
  readonly scripts: readonly string[];
}

export function renderPage(content: Page, assets: Assets): string {
  const { path, title, description, main, flow, words = english, sku } = content;
  const languages = choicesOf(sku);
  const page = html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === shop.name ? `${shop.name} – ${shop.tagline}` : `${title} – ${shop.name}`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1b1714" media="(prefers-color-scheme: dark)">
${alternates(languages.filter(({ isSame }) => isSame))}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="/plaudit.js"></script>
${assets.scripts.map((script) => html`<script type="module" src="${script}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">${words.frame.skip}</a>
${header(path, words)}
<main id="main" tabindex="-1">
${main}
</main>
${footer({ flow, languages }, words)}
</body>
</html>
`;
  return page.markup;
}

/** The same page in every language that it is there in. */
function alternates(same: readonly LanguageChoice[]): Html | null {
  if (same.length < 2) return null;
  return html`${same.map(
    ({ words: { language }, path }) => html`<link rel="alternate" hreflang="${language}" href="${path}">\n`,
  )}`;
}
