/** How the reviews on a page got there, for whoever runs this demo. */
import { html, type Html } from '../html.ts';

const steps = [
  { name: 'SQLite', text: 'The demo’s reviews, votes and photos, in the data folder on your disk.' },
  { name: 'Review service', text: 'Speaks the API, one port up from this page. It knows accounts, tokens and limits.' },
  {
    name: 'Proxy',
    text: 'Served you this page. It holds the tokens, keeps a copy, and takes out what is nobody’s business.',
  },
  { name: 'Elements', text: 'One script tag. Each element loads its own few kilobytes as it comes near.' },
];

/** @param call - what the first widget of the page asks the proxy for. */
export function flow(call: string): Html {
  return html`<section class="flow" aria-labelledby="flow">
    <h2 id="flow">How this page works</h2>
    <ol>${steps.map(({ name, text }) => html`<li><strong>${name}</strong><span>${text}</span></li>`)}</ol>
    <p>See for yourself: <a href="${call}">what the stars here are made of</a>, <a href="/readyz">whether the proxy is ready</a>, <a href="/sri.json">the hash of every script</a>. Each widget’s HTML is beside it; <a href="/elements">the elements</a> can be tried one by one.</p>
  </section>`;
}

export const ratingsCall = (skus: readonly string[]): string =>
  `/v1/businesses/-/product/reviews/stats?skus=${skus.join()}`;
