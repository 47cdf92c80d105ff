/** The last page: what to paste, and how it looks in the shop's own colours. */
import { html, type Markup } from '../../../letters/html.ts';
import type { Page } from '../../../pages/frame/layout.ts';
import { words } from '../../words/index.ts';
import { guardOf } from './guard.ts';
import { stepPage, strongIn, textPage } from './pages.ts';
import { live, PREVIEW, previewsOf } from './preview.ts';
import { copied, copying, snippets, type Snippet } from './snippet.ts';
import { colourNames, fieldOf, sheetOf, type Scheme, type Theme } from './theme.ts';

const { look: said, setUp } = words;

export function lookPage(snippet: Snippet, theme: Theme): Page {
  return stepPage({
    step: 'look',
    business: snippet.business,
    scripts: { inline: live + copying, isLive: true },
    content: html`${snippets(snippet)}
<section class="section" aria-labelledby="colours">
<h2 id="colours">${said.title}</h2>
<p class="hint">${said.hint}</p>
<div id="guard">${guardOf(theme)}</div>
<form id="look">${themeFields(theme)}
<div><button class="second">${said.show}</button></div>
</form>
${previewsOf(theme, `..${PREVIEW}`)}
</section>
<section class="section" aria-labelledby="css">
${copied('css', said.paste, sheetOf(theme))}
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
