/** The last page: what to paste, and how it looks in the shop's own colours. */
import { html, type Markup } from '../html.ts';
import type { Page } from '../pages/layout.ts';
import { stepPage, textPage } from './pages.ts';
import { SAMPLE_SKU } from './sample.ts';
import { pageStyleOf, propertiesOf, type Theme } from './theme.ts';

/** What is pasted, and where it leads. */
export interface Snippet {
  readonly business: string;
  /** Where shoppers' browsers reach the proxy, without a trailing slash. */
  readonly proxyUrl: string;
  /** A product of the shop. */
  readonly sku: string;
}

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

const snippetOf = ({ proxyUrl, sku }: Snippet): string => `<script type="module" src="${proxyUrl}/plaudit.js"></script>

<plaudit-stars sku="${attribute(sku)}"></plaudit-stars>
<plaudit-star-summary sku="${attribute(sku)}"></plaudit-star-summary>
<plaudit-product-reviews sku="${attribute(sku)}"></plaudit-product-reviews>
<plaudit-review-form sku="${attribute(sku)}"></plaudit-review-form>`;

/** As it must be written in HTML. */
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export interface Styles {
  /** A page of the shop, as declarations. */
  readonly page: string;
  /** What to paste. */
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
    scripts: { inline: live, module: `${proxyUrl}/plaudit.js` },
    content: html`<h2 id="snippet">Paste this into a product page</h2>
<p class="hint">Each element stands where you put it. In place of the sku, your shop writes that of the product.</p>
<pre tabindex="0" aria-labelledby="snippet"><code>${snippetOf(look)}</code></pre>
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
<h2 id="css">And this into your style sheet</h2>
<pre tabindex="0" aria-labelledby="css"><code id="theme">${properties}</code></pre>
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

/** Nobody comes back to the set-up: what is to be pasted is here once more. */
export function donePage(snippet: Snippet, serviceUrl: string): Page {
  return textPage(
    snippet.business,
    'Your shop is ready',
    html`<h2 id="snippet">Paste this into a product page</h2>
<p class="hint">Then shoppers can read and write reviews there.</p>
<pre tabindex="0" aria-labelledby="snippet"><code>${snippetOf(snippet)}</code></pre>
<h2 class="section">Before shoppers come</h2>
<ul class="plain links">
<li>Give both addresses a public name with https, ${snippet.proxyUrl} for shoppers and ${serviceUrl} for links
in mails: <strong>--public-url</strong> and <strong>--service-public-url</strong>.</li>
<li>Name a mail server, <strong>PLAUDIT_SMTP_URL</strong>; until then each mail is a file below the data directory.</li>
<li>Back the data up, <strong>plaudit backup</strong>, and keep the copy elsewhere.</li>
</ul>`,
  );
}
