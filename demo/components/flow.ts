/** How the reviews on a page got there, for the person who runs this demo, and the HTML that brings them. */
import { html, type Html } from '../html.ts';
import { english, type Wording } from '../wording/index.ts';
import { snippet, type Shown } from './snippet.ts';

/**
 * @param call - what the first widget of the page asks the proxy for.
 * @param shown - the widgets of the page, in their order.
 */
export function flow(call: string, shown: readonly Shown[], words: Wording = english): Html {
  const { heading, steps, see, links } = words.flow;
  const items = Object.values(steps).map(
    ({ name, text }) => html`<li><strong>${name}</strong><span>${text}</span></li>`,
  );
  return html`<section class="flow" aria-labelledby="flow">
    <h2 id="flow">${heading}</h2>
    <ol>${items}</ol>
    <div class="flow-links"><span>${see}</span>
      <a href="${call}">${links.call}</a>
      <a href="/readyz">${links.ready}</a>
      <a href="/sri.json">${links.hashes}</a>
      <a href="/elements">${links.elements}</a>
    </div>
    ${snippet(shown, words)}
  </section>`;
}

export const ratingsCall = (skus: readonly string[]): string =>
  `/v1/businesses/-/product/reviews/stats?skus=${skus.join()}`;
