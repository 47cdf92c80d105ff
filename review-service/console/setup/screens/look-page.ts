/** The last page: what to paste, and how it looks in the shop's own colours. */
import { html, type Markup } from '../../../letters/html.ts';
import type { Page } from '../../../pages/frame/layout.ts';
import { words } from '../../words/index.ts';
import { guardOf } from './guard.ts';
import { stepPage, strongIn, textPage } from './pages.ts';
import { SAMPLE_SKU } from './sample.ts';
import { copied, copying, snippets, type Snippet } from './snippet.ts';
import { colourNames, fieldOf, pageStyleOf, sheetOf, type Scheme, type Theme } from './theme.ts';

const { look: said, setUp } = words;

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

export function lookPage(snippet: Snippet, theme: Theme): Page {
  const { business, proxyUrl } = snippet;
  const { light, dark, sheet } = stylesOf(theme);
  const preview = (id: string, scheme: Scheme, isHidden = false) => html`<div class="preview" id="${id}" role="group"
 aria-label="${said.preview}: ${said.schemes[scheme]}" ${isHidden && html`hidden`}>${previewOf('../sample/')}</div>`;
  return stepPage({
    step: 'look',
    business,
    moreStyles: `#preview { ${light} } #preview-dark { ${dark} }`,
    scripts: { inline: live + copying, module: `${proxyUrl}/plaudit.js` },
    content: html`${snippets(snippet)}
<section class="section" aria-labelledby="colours">
<h2 id="colours">${said.title}</h2>
<p class="hint">${said.hint}</p>
<div id="guard">${guardOf(theme)}</div>
<form id="look">${themeFields(theme)}
<div><button class="second">${said.show}</button></div>
</form>
${preview('preview', 'light')}
${preview('preview-dark', 'dark', !theme.hasDark)}
</section>
<section class="section" aria-labelledby="css">
${copied('css', said.paste, sheet, 'theme')}
</section>
<form method="post" action="finish"><div class="send actions"><button>${setUp.look.send}</button></div></form>`,
  });
}

/** The fields of the editor. */
export function themeFields(theme: Theme): Markup {
  const colours = (scheme: Scheme) =>
    html`<fieldset class="theme"><legend>${said.schemes[scheme]}</legend>${colourNames.map(
      (name) => html`<label>${said.colours[name]}
<input type="color" name="${fieldOf(scheme, name)}" value="${theme[scheme][name]}"></label>`,
    )}</fieldset>`;
  return html`${colours('light')}
<label class="check"><input type="checkbox" name="dark" value="1" ${theme.hasDark && html`checked`}>
${said.hasDark}</label>
${colours('dark')}
<div class="theme"><label>${said.font}<input type="text" name="font" value="${theme.font}" maxlength="100"
 placeholder="Georgia, serif" autocomplete="off"></label></div>`;
}

/** Its answers come from this server (sample.ts), so that a new shop has something to look at. */
export const previewOf = (
  proxy: string,
): Markup => html`<plaudit-stars proxy="${proxy}" sku="${SAMPLE_SKU}"></plaudit-stars>
<plaudit-star-summary proxy="${proxy}" sku="${SAMPLE_SKU}"></plaudit-star-summary>
<plaudit-product-reviews proxy="${proxy}" sku="${SAMPLE_SKU}">
${setUp.look.noScript}</plaudit-product-reviews>`;

/**
 * The text to paste is here once more.
 * @param undone - the steps still undone, each with what to do about it.
 * @param consoleUrl - where reviews are worked on from now on.
 */
export function donePage(snippet: Snippet, undone: readonly Markup[], consoleUrl: string): Page {
  const { done } = setUp;
  const items = undone.map((one) => html`<li>${one}</li>`);
  const missing = html`<section class="section" aria-labelledby="missing"><h2 id="missing">${done.missing}</h2>
<ul class="plain links">${items}</ul>
<p class="hint">${strongIn(done.hint)}</p></section>`;
  const content = html`<p>${done.text}</p>
<p><a class="button" href="${consoleUrl}">${done.open}</a></p>
${items.length > 0 && missing}
<section class="section" aria-label="${done.snippets}">${snippets(snippet)}</section>`;
  return { ...textPage(snippet.business, done.title, content), scripts: { inline: copying } };
}
