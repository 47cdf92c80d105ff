/** One page with every mail in every language, by day and by night, and as plain text. */
import { html, type Markup } from '../../letters/html.ts';
import type { Page } from '../../pages/frame/layout.ts';
import { toText } from '../../letters/mail/blocks.ts';
import { catalogues, directionOf, type Wording } from '../../letters/wording/index.ts';
import { sampleMails, type SampleMail, type SampleShop } from './samples.ts';

export const galleryStyles = `
main { max-width: 84rem; }
header { max-width: 84rem; }
details { margin-top: .75rem; }
.looks { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }
.looks { padding-bottom: 1rem; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: .9rem; }
iframe, pre {
  box-sizing: border-box; width: 100%; height: 44rem; margin: .25rem 0 0; border: 1px solid var(--faint);
  border-radius: .5rem; background: var(--ground);
}
pre { overflow: auto; padding: 1rem; font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
pre { overflow-wrap: anywhere; }
.light { color-scheme: light; }
.dark { color-scheme: dark; }
`;

export function galleryPage(shop: SampleShop, wording: Wording): Page {
  return {
    wording,
    business: shop.name,
    title: 'All mails',
    moreStyles: galleryStyles,
    content: html`<h1>All mails</h1>
<p class="soft">As the service writes them for this shop. Links lead nowhere here.</p>
${Object.entries(sampleMails).map(([name, mail]) => section(name, mail, shop))}`,
  };
}

const section = (name: string, mail: SampleMail, shop: SampleShop): Markup => html`<section aria-labelledby="${name}">
<h2 id="${name}">${mail.title}</h2>
${Object.values(catalogues).map((wording) => inLanguage(name, mail, shop, wording))}
</section>`;

/** A closed one loads nothing. */
function inLanguage(name: string, mail: SampleMail, shop: SampleShop, wording: Wording): Markup {
  const { language } = wording;
  const { subject, blocks } = mail.make(shop, wording);
  const own = new Intl.DisplayNames([language], { type: 'language' }).of(language);
  const look = (scheme: 'light' | 'dark') => html`<figure><figcaption>${scheme}</figcaption>
<iframe class="${scheme}" sandbox src="mails/${name}/${language}/${scheme}" loading="lazy"
 title="${mail.title}, ${language}, ${scheme}"></iframe></figure>`;
  return html`<details ${language === 'en' && html`open`}>
<summary><span lang="${language}">${own}</span> <span class="soft">${language}</span></summary>
<p lang="${language}" dir="${directionOf(language)}"><strong>${subject}</strong></p>
<div class="looks">${look('light')}${look('dark')}
<figure><figcaption>plain text</figcaption>
<pre lang="${language}" dir="${directionOf(language)}" tabindex="0">${toText(blocks)}</pre></figure></div>
</details>`;
}
