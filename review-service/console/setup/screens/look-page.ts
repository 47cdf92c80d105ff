/** The last page: what to paste, and how it looks in the shop's own colours. */
import { html, type Markup } from '../../../letters/html.ts';
import type { Page } from '../../../pages/frame/layout.ts';
import { stepPage, textPage } from './pages.ts';
import { SAMPLE_SKU } from './sample.ts';
import { copied, copying, snippets, type Snippet } from './snippet.ts';
import { pageStyleOf, propertiesOf, type Theme } from './theme.ts';

export interface LookPage extends Snippet {
  readonly theme: Theme;
}

/** Shows at once what was chosen. Without it, the button does. */
const live = `
const form = document.querySelector('#look');
let asked;
form.addEventListener('input', async () => {
  asked?.abort();
  asked = new AbortController();
  const query = new URLSearchParams(new FormData(form));
  const answer = await fetch('theme?' + query, { signal: asked.signal }).catch(() => null);
  if (!answer?.ok) return;
  const { page, properties } = await answer.json();
  document.querySelector('#preview').style.cssText = page;
  document.querySelector('#theme').textContent = properties;
});
`;

export interface Styles {
  /** A page of the shop, as declarations. */
  readonly page: string;
  /** The text to paste. */
  readonly properties: string;
}

export function stylesOf(theme: Theme): Styles {
  const lines = propertiesOf(theme).map(([name, value]) => `  ${name}: ${value};\n`);
  return { page: pageStyleOf(theme), properties: `:root {\n${lines.join('')}}` };
}

export function lookPage(look: LookPage): Page {
  const { business, proxyUrl, theme } = look;
  const { page, properties } = stylesOf(theme);
  return stepPage({
    step: 'Look',
    business,
    title: 'Show them on your pages',
    moreStyles: `#preview { ${page} }`,
    scripts: { inline: live + copying, module: `${proxyUrl}/plaudit.js` },
    content: html`${snippets(look)}
<section class="section" aria-labelledby="colours">
<h2 id="colours">In your own colours</h2>
<p class="hint">Elements take the font and colours of the page they stand on. These are for the rest.</p>
<form id="look">
<div class="theme">${colourFields(theme)}</div>
<div><button class="second">Show</button></div>
</form>
<div id="preview" role="group" aria-label="Preview, with sample reviews">${previewOf()}</div>
</section>
<section class="section" aria-labelledby="css">
${copied('css', 'And this into your style sheet', properties, 'theme')}
</section>
<form method="post" action="finish"><div class="send actions"><button>Finish</button></div></form>`,
  });
}

function colourFields(theme: Theme): Markup[] {
  const colours = [
    ['accent', 'Buttons'],
    ['stars', 'Stars'],
    ['background', 'Background'],
    ['text', 'Text'],
  ] as const;
  return [
    ...colours.map(
      ([name, label]) => html`<label>${label}<input type="color" name="${name}" value="${theme[name]}"></label>`,
    ),
    html`<label>Font of the page<input type="text" name="font" value="${theme.font}" maxlength="100"
 placeholder="Georgia, serif" autocomplete="off"></label>`,
  ];
}

/** Its answers come from this server (sample.ts), so that a new shop has something to look at. */
const previewOf = (): Markup => html`<plaudit-stars proxy="sample/" sku="${SAMPLE_SKU}"></plaudit-stars>
<plaudit-star-summary proxy="sample/" sku="${SAMPLE_SKU}"></plaudit-star-summary>
<plaudit-product-reviews proxy="sample/" sku="${SAMPLE_SKU}">
With JavaScript, sample reviews are shown here.</plaudit-product-reviews>`;

export interface DonePage extends Snippet {
  /** The steps still undone, each with what to do about it. */
  readonly missing: readonly Markup[];
  /** Where reviews are worked on from now on. */
  readonly consoleUrl: string;
}

/** The text to paste is here once more. */
export function donePage(done: DonePage): Page {
  const { business, missing, consoleUrl } = done;
  const items = missing.map((one) => html`<li>${one}</li>`);
  return {
    ...textPage(
      business,
      'Your shop is ready',
      html`<p>What shoppers write waits for you in the console.</p>
<p><a class="button" href="${consoleUrl}">Open the console</a></p>
${
  missing.length > 0 &&
  html`<section class="section" aria-labelledby="missing"><h2 id="missing">What is missing</h2>
<ul class="plain links">${items}</ul>
<p class="hint">As long as something is, <strong>plaudit start --setup-link</strong>, with the same --data,
prints a link that leads back here.</p></section>`
}
<section class="section" aria-label="Snippets">${snippets(done)}</section>`,
    ),
    scripts: { inline: copying },
  };
}
