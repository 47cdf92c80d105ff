/** “Show the HTML”: all that a page has of Plaudit, to paste. */
import { html, raw, type Html } from '../html.ts';
import { tint } from '../tint.ts';
import { pasteable, type Widget } from '../widget.ts';
import { english, fill, type Wording } from '../wording/index.ts';
import { icons } from './icons.ts';

/** Stands for the proxy's address until a script puts in the one that the page came from. */
const placeholder = 'https://reviews.your-shop.example';

/** Keeps a page still while the elements load: the height that each of them will take. */
export const reservations: Readonly<Record<string, string>> = {
  'plaudit-stars': 'plaudit-stars { display: block; min-block-size: 1.5em }',
  'plaudit-star-summary': `plaudit-star-summary { display: block; min-block-size: 9.5em }
@media (pointer: coarse) { plaudit-star-summary:is([sku], [item-group]) { min-block-size: max(9.5em, 220px) } }
@media (width < 33em) { plaudit-star-summary:not([sku], [item-group]) { min-block-size: 20.5em } }`,
  'plaudit-product-reviews': 'plaudit-product-reviews { display: block; min-block-size: 100svh }',
  'plaudit-review-form': 'plaudit-review-form { display: block; min-block-size: 52em }',
  'plaudit-questions': 'plaudit-questions { display: block; min-block-size: 100svh }',
  'plaudit-review-list': 'plaudit-review-list { display: block; min-block-size: 100svh }',
  'plaudit-top-rated': 'plaudit-top-rated { display: block; min-block-size: 24em }',
  'plaudit-transparency': 'plaudit-transparency { display: block; min-block-size: 28em }',
  'plaudit-write-review': 'plaudit-write-review { display: inline-block; min-block-size: 2.5em }',
};

const scriptTag = `<script type="module" src="${placeholder}/plaudit.js"></script>`;

/** The line that a page needs once. */
export const script = (): Html => withAddress(tint(scriptTag, 'html'));

/** A widget of a page, and what to call it. */
export interface Shown {
  readonly name: string;
  readonly widget: Widget;
}

export function snippet(shown: readonly Shown[], words: Wording): Html {
  const { show, paste, style, htmlFor, styleFor } = words.snippet;
  const names = new Intl.ListFormat(words.language).format(shown.map(({ name }) => name));
  const tags = shown.map(({ name, widget }) => `<!-- ${name} -->\n${pasteable(widget)}`);
  const rules = [...new Set(shown.map(({ widget }) => reservations[widget.tag]!))];
  return html`<details class="snippet">
  <summary>${icons.code()}${show}</summary>
  <div class="snippet-body">
    <p>${paste}</p>
    ${block(withAddress(tint([scriptTag, ...tags].join('\n\n'), 'html')), fill(htmlFor, { what: names }), words)}
    <p>${style}</p>
    ${block(tint(rules.join('\n'), 'css'), fill(styleFor, { what: names }), words)}
  </div>
</details>`;
}

/** @param label - for those who hear the page. */
export function block(code: Html, label: string, { snippet: { copy, copied, selected } }: Wording = english): Html {
  const button = html`<button class="copy" type="button" hidden data-copy
    data-copied="${copied}" data-selected="${selected}">${copy}<span class="unseen">: ${label}</span></button>`;
  // Between the tags of `pre` every space would show.
  return html`<div class="code" dir="ltr"><pre
    tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>${button}</div>`;
}

export function withAddress(code: Html): Html {
  return raw(code.markup.replaceAll(placeholder, `<span data-proxy-address>${placeholder}</span>`));
}
