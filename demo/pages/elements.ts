import { elements, sharedAttributes, type ElementDescription } from '../elements/manifest.ts';
import { html, type Html } from '../html.ts';
import type { Page } from '../components/document.ts';
import { attributeTable, prose } from '../components/reference.ts';
import { block, script } from '../components/snippet.ts';
import { tint } from '../tint.ts';

const listening = `document.addEventListener('plaudit-submit', ({ detail }) => {
  console.log('A review of', detail.sku, 'with', detail.rating, 'stars');
});`;

function entry({ tagName, description = '' }: ElementDescription): Html {
  const [sentence = ''] = description.replaceAll(/\s+/g, ' ').split(/(?<=[.;:]) /);
  const about = prose(sentence.replace(/[;:]$/, '.'));
  return html`<li><a href="/elements/${tagName}"><code>${tagName}</code><span>${about}</span></a></li>`;
}

export const elementsPage: Page = {
  path: '/elements',
  title: 'The elements',
  description: 'Every element of Plaudit, to try and to paste.',
  main: html`<section class="room room-about">
  <p class="eyebrow">For whoever builds the shop</p>
  <h1>The elements</h1>
  <p>Each is a tag. Put the script into the page once, and the tags where they belong: they take the page’s type and
    colours, load when they come near, and step aside when anything fails.</p>
</section>
<div class="bench">
  ${block(script(), 'The script')}
  <ul class="bench-list">${elements.map(entry)}</ul>
  <section aria-labelledby="shared">
    <h2 id="shared">What all of them take</h2>
    ${attributeTable(sharedAttributes)}
  </section>
  <section aria-labelledby="listening">
    <h2 id="listening">Listening</h2>
    <p>Events bubble and cross shadow roots, so one listener on the page hears every element.</p>
    ${block(tint(listening, 'js'), 'The example of listening')}
  </section>
</div>`,
};
