import { html, type Html } from '../html.ts';
import { shop } from '../shop.ts';
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
}

export interface Assets {
  readonly style: string;
  readonly scripts: readonly string[];
}

export function renderPage({ path, title, description, main, flow }: Page, assets: Assets): string {
  const page = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === shop.name ? `${shop.name} – ${shop.tagline}` : `${title} – ${shop.name}`}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f2e8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#1b1714" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="/plaudit.js"></script>
${assets.scripts.map((script) => html`<script type="module" src="${script}"></script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${header(path)}
<main id="main" tabindex="-1">
${main}
</main>
${footer(flow)}
</body>
</html>
`;
  return page.markup;
}
