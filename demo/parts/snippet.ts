/** “Show the HTML”: what to paste for the widget beside it. */
import { html, raw, type Html } from '../html.ts';
import { tint } from '../tint.ts';
import { pasteable, type Widget } from '../widget.ts';
import { icons } from './icons.ts';

/** Stands for the proxy's address until a script puts in the one that the page came from. */
const placeholder = 'https://reviews.your-shop.example';

/** What keeps a page still while the elements load: the height that each of them will take. */
export const reservations: Readonly<Record<string, string>> = {
  'plaudit-stars': 'plaudit-stars { display: block; min-block-size: 1.5em }',
  'plaudit-star-summary': `plaudit-star-summary { display: block; min-block-size: 9.5em }
@media (width < 33em) { plaudit-star-summary:not([sku], [item-group]) { min-block-size: 20.5em } }`,
  'plaudit-product-reviews': 'plaudit-product-reviews { display: block; min-block-size: 100svh }',
  'plaudit-review-form': 'plaudit-review-form { display: block; min-block-size: 52em }',
  'plaudit-questions': 'plaudit-questions { display: block; min-block-size: 100svh }',
  'plaudit-review-list': 'plaudit-review-list { display: block; min-block-size: 100svh }',
  'plaudit-top-rated': 'plaudit-top-rated { display: block; min-block-size: 24em }',
  'plaudit-transparency': 'plaudit-transparency { display: block; min-block-size: 28em }',
  'plaudit-write-review': 'plaudit-write-review { display: inline-block; min-block-size: 2.5em }',
};

/** The line that a page needs once. */
export const script = (): Html =>
  withAddress(tint(`<script type="module" src="${placeholder}/plaudit.js"></script>`, 'html'));

export function snippet(widget: Widget, about: string): Html {
  const code = `<script type="module" src="${placeholder}/plaudit.js"></script>\n\n${pasteable(widget)}`;
  const rule = reservations[widget.tag]!;
  return html`<details class="snippet">
  <summary>${icons.code()}Show the HTML<span class="unseen"> for ${about}</span></summary>
  <div class="snippet-body">
    <p>Paste this where ${about} should appear. The script is needed once a page.</p>
    ${block(withAddress(tint(code, 'html')), `HTML for ${about}`)}
    <p>And in the style sheet, so that nothing moves while it loads:</p>
    ${block(tint(rule, 'css'), `style for ${about}`)}
  </div>
</details>`;
}

export function block(code: Html, what: string): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="The ${what}"><code>${code}</code></pre><button class="copy" type="button" data-copy hidden>Copy<span class="unseen"> the ${what}</span></button></div>`;
}

export function withAddress(code: Html): Html {
  return raw(code.markup.replaceAll(placeholder, `<span data-proxy-address>${placeholder}</span>`));
}
