/** The last page: what to paste, and how it looks in the shop's own colours. */
import { html, type Markup } from '../../../letters/html.ts';
import type { Page } from '../../../pages/frame/layout.ts';
import { words } from '../../words/index.ts';
import { guardOf } from './guard.ts';
import { stepPage, textPage } from './pages.ts';
import { SAMPLE_SKU } from './sample.ts';
import { copied, copying, snippets, type Snippet } from './snippet.ts';
import { colourNames, fieldOf, pageStyleOf, sheetOf, type Scheme, type Theme } from './theme.ts';

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
  const { light, dark, sheet, guard } = await answer.json();
  document.querySelector('#preview').style.cssText = light;
  document.querySelector('#preview-dark').style.cssText = dark;
  document.querySelector('#preview-dark').hidden = !query.has('dark');
  document.querySelector('#theme').textContent = sheet;
  document.querySelector('#guard').innerHTML = guard;
});
`;

/** As the preview of the set-up asks for it. */
export const stylesOf = (theme: Theme) => ({
  light: pageStyleOf(theme, 'light'),
  dark: pageStyleOf(theme, 'dark'),
  sheet: sheetOf(theme),
  guard: html`${guardOf(theme)}`.text,
});

export function lookPage(look: LookPage): Page {
  const { business, proxyUrl, theme } = look;
  const { light, dark, sheet } = stylesOf(theme);
  const preview = (scheme: Scheme) =>
    html`role="group" aria-label="${words.look.preview}: ${words.look.schemes[scheme]}"`;
  return stepPage({
    step: 'Look',
    business,
    title: 'Show them on your pages',
    moreStyles: `#preview { ${light} } #preview-dark { ${dark} }`,
    scripts: { inline: live + copying, module: `${proxyUrl}/plaudit.js` },
    content: html`${snippets(look)}
<section class="section" aria-labelledby="colours">
<h2 id="colours">${words.look.title}</h2>
<p class="hint">${words.look.hint}</p>
<div id="guard">${guardOf(theme)}</div>
<form id="look">${themeFields(theme)}
<div><button class="second">${words.look.show}</button></div>
</form>
<div class="preview" id="preview" ${preview('light')}>${previewOf('../sample/')}</div>
<div class="preview" id="preview-dark" ${preview('dark')} ${!theme.hasDark && html`hidden`}>
${previewOf('../sample/')}</div>
</section>
<section class="section" aria-labelledby="css">
${copied('css', words.look.paste, sheet, 'theme')}
</section>
<form method="post" action="finish"><div class="send actions"><button>Finish</button></div></form>`,
  });
}

/** The fields of the editor. */
export function themeFields(theme: Theme): Markup {
  const { look } = words;
  const colours = (scheme: Scheme) =>
    colourNames.map(
      (name) => html`<label>${look.colours[name]}
<input type="color" name="${fieldOf(scheme, name)}" value="${theme[scheme][name]}"></label>`,
    );
  return html`<fieldset class="theme"><legend>${look.schemes.light}</legend>${colours('light')}</fieldset>
<label class="check"><input type="checkbox" name="dark" value="1" ${theme.hasDark && html`checked`}>
${look.hasDark}</label>
<fieldset class="theme"><legend>${look.schemes.dark}</legend>${colours('dark')}</fieldset>
<div class="theme"><label>${look.font}<input type="text" name="font" value="${theme.font}" maxlength="100"
 placeholder="Georgia, serif" autocomplete="off"></label></div>`;
}

/** Its answers come from this server (sample.ts), so that a new shop has something to look at. */
export const previewOf = (
  proxy: string,
): Markup => html`<plaudit-stars proxy="${proxy}" sku="${SAMPLE_SKU}"></plaudit-stars>
<plaudit-star-summary proxy="${proxy}" sku="${SAMPLE_SKU}"></plaudit-star-summary>
<plaudit-product-reviews proxy="${proxy}" sku="${SAMPLE_SKU}">
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
