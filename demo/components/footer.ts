import { html, type Html } from '../html.ts';
import { categories, shop } from '../shop.ts';
import type { LanguageChoice, Wording } from '../wording/index.ts';
import { inEnglish } from './header.ts';
import { icons } from './icons.ts';

interface Foot {
  readonly flow: Html | undefined;
  readonly languages: readonly LanguageChoice[];
}

export function footer({ flow, languages }: Foot, words: Wording): Html {
  const { about, hours, imaginary } = words.footer;
  return html`<footer class="foot">
  <div class="foot-columns">
    <div class="foot-about">
      <p class="foot-name">${icons.frond()}<span dir="ltr">${shop.name}</span></p>
      <p>${about}</p>
      ${languageChoice(languages, words)}
    </div>
    ${linksOf(words)}
    <div>
      <h2>${hours.heading}</h2>
      <p>${hours.week}<br>${hours.firing}</p>
    </div>
  </div>
  ${flow}
  <p class="small-print">${imaginary}</p>
</footer>`;
}

function linksOf(words: Wording): Html {
  const { shop: all, house } = words.footer;
  const link = (to: string, name: string): Html => html`<li><a href="${to}" ${inEnglish(words)}>${name}</a></li>`;
  return html`<nav aria-label="${all.label}">
      <h2>${all.heading}</h2>
      <ul>${categories.map(({ key, path }) => link(path, words.categories[key]!))}${link('/', all.everything)}</ul>
    </nav>
    <nav aria-label="${house.label}">
      <h2>${house.heading}</h2>
      <ul>
        ${link('/about', house.reviews)}
        ${link('/about#kiln-lane', house.lane)}
        ${link('/basket', house.basket)}
        <li><a href="mailto:${shop.email}">${house.write}</a></li>
        ${link('/elements', house.elements)}
        <li hidden><a data-mails>${house.mails}</a></li>
      </ul>
    </nav>`;
}

function languageChoice(languages: readonly LanguageChoice[], words: Wording): Html {
  const links = languages.map(
    ({ words: { language, name }, path }) => html`<li><a href="${path}" lang="${language}" hreflang="${language}"
      ${language === words.language ? html`aria-current="true"` : null}>${name}</a></li>`,
  );
  return html`<nav class="languages" aria-label="${words.footer.languages}">
        <ul>${links}</ul>
      </nav>`;
}
