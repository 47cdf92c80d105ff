/**
 * Real elements in the colours of a theme. They run in a frame that is of no origin: nothing of the page around it is
 * in their reach. Its colours are in the address behind `#`, so that others are seen without loading it again.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../../../context.ts';
import { html, trusted, type Markup } from '../../../letters/html.ts';
import { words } from '../../words/index.ts';
import { SAMPLE_SKU } from './sample.ts';
import { pageStyleOf, schemes, type Theme } from './theme.ts';

/** Below the console. */
export const PREVIEW = '/sample/preview';

/** One for each scheme. @param address - of PREVIEW, as of the page around. */
export const previewsOf = (theme: Theme, address: string): Markup =>
  html`${schemes.map(
    (scheme) => html`<iframe class="preview" id="preview-${scheme}" sandbox="allow-scripts"
 title="${words.look.preview}: ${words.look.schemes[scheme]}" ${scheme === 'dark' && !theme.hasDark && html`hidden`}
 src="${address}#${encodeURIComponent(pageStyleOf(theme, scheme))}"></iframe>`,
  )}`;

/** Shows at once what is chosen in a page with an editor, as that page would come anew. Without it, the button does. */
export const live = `
const form = document.querySelector('#look');
let asked;
form?.addEventListener('input', () => {
  asked?.abort();
  asked = new XMLHttpRequest();
  asked.responseType = 'document';
  asked.onload = ({ target: { response } }) => {
    if (!response?.querySelector('#look')) return;
    for (const place of ['#guard', '#css + .pasted code'])
      document.querySelector(place).replaceChildren(...response.querySelector(place).childNodes);
    for (const frame of document.querySelectorAll('.preview')) {
      const { hidden, src } = response.getElementById(frame.id);
      frame.hidden = hidden;
      frame.contentWindow.location.replace(src);
    }
  };
  const address = new URL(form.action);
  address.search = new URLSearchParams(new FormData(form));
  asked.open('GET', address);
  asked.send();
});
`;

const follow = `
const follow = () => { document.documentElement.style.cssText = decodeURIComponent(location.hash.slice(1)); };
addEventListener('hashchange', follow);
follow();
`;
const sheet = `
html { font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: clamp(1rem, 4vw, 1.75rem); }
body > * + * { margin-top: 1.25rem; }
`;
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** There is nothing in it that not everybody may see. */
export function registerPreview(app: FastifyInstance, { proxyUrl, addresses }: Service): void {
  app.get(`/console${PREVIEW}`, async (_request, reply) => {
    const url = proxyUrl();
    const [here, there] = [addresses.publicUrl, url ?? addresses.publicUrl].map((address) => new URL(address).origin);
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy':
          `default-src 'none'; script-src ${hashOf(follow)} ${there}; style-src ${hashOf(sheet)}; ` +
          `connect-src 'self' ${here} ${there}; img-src ${there}; frame-ancestors 'self'; base-uri 'none'; ` +
          "sandbox allow-scripts; require-trusted-types-for 'script'; trusted-types lit-html",
        'x-content-type-options': 'nosniff',
      })
      .send(
        html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${words.look.preview}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${trusted(sheet)}</style>
${url !== null && html`<script type="module" src="${url}/plaudit.js"></script>`}
<script>${trusted(follow)}</script></head>
<body>${elements}</body></html>`.text,
      );
  });
}

/** Their answers come from this server (sample.ts), so that a new shop has something to look at. */
const elements = html`<plaudit-stars proxy="." sku="${SAMPLE_SKU}"></plaudit-stars>
<plaudit-star-summary proxy="." sku="${SAMPLE_SKU}"></plaudit-star-summary>
<plaudit-product-reviews proxy="." sku="${SAMPLE_SKU}">
${words.setUp.look.noScript}</plaudit-product-reviews>`;
