/** The snippet for a shop's pages: every element, with room between them. */
import { html, type Markup } from '../../../letters/html.ts';
import { words } from '../../words/index.ts';

const { snippet: said } = words.setUp;

/** Where it leads. */
export interface Snippet {
  readonly business: string;
  /** Where shoppers' browsers reach the proxy, without a trailing slash. */
  readonly proxyUrl: string;
  /** A product of the shop. */
  readonly sku: string;
}

const ofProduct = ['stars', 'star-summary', 'product-reviews', 'review-form', 'questions', 'transparency'];
const ofShop = ['star-summary', 'review-list', 'write-review', 'top-rated', 'transparency'];

function pasted({ proxyUrl }: Snippet, tags: readonly string[]): string {
  const lines = tags.map((tag) => `  <plaudit-${tag}></plaudit-${tag.split(' ')[0]}>\n`);
  return `<script type="module" src="${proxyUrl}/plaudit.js"></script>

<div style="display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem">
${lines.join('')}</div>`;
}

/** As it must be written in HTML. */
const attribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Its button appears with the script `copying`; without, the text can be selected. */
export const copied = (id: string, title: Markup | string, code: string): Markup => html`<h2 id="${id}">${title}</h2>
<div class="pasted"><pre tabindex="0" aria-labelledby="${id}"><code>${code}</code></pre>
<button type="button" class="second copy" hidden aria-describedby="${id}">${said.copy}</button>
<span class="soft" role="status"></span></div>`;

export function snippets(snippet: Snippet): Markup {
  const tags = ofProduct.map((tag) => `${tag} sku="${attribute(snippet.sku)}"`);
  const tagsOfShop = [...ofShop, 'edit-review customer="TOKEN"'];
  return html`${copied('snippet', said.title, pasted(snippet, tags))}
<p class="hint">${said.hint}</p>
<div class="section">${copied('shop-snippet', said.ofShop, pasted(snippet, tagsOfShop))}
<p class="hint">${said.ofShopHint}</p></div>`;
}

export const copying = `
for (const button of document.querySelectorAll('button.copy')) {
  const code = button.parentElement.querySelector('code');
  button.hidden = false;
  button.addEventListener('click', async () => {
    const said = button.nextElementSibling;
    said.textContent = '';
    const isCopied = await Promise.resolve(navigator.clipboard?.writeText(code.textContent).then(() => true))
      .catch(() => false);
    if (!isCopied) getSelection().selectAllChildren(code);
    said.textContent = isCopied || document.execCommand('copy') ? 'Copied' : 'Selected: copy it with Ctrl+C or ⌘C';
  });
}
`;
