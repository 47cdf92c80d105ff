import { html, type Html } from '../html.ts';
import { variantsOf, type Product } from '../shop.ts';
import { inWords, type Wording } from '../wording/index.ts';

/** The other colours of a product; nothing if it has none. */
export function swatches(product: Product, words: Wording): Html | null {
  const variants = variantsOf(product).map((variant) => inWords(variant, words));
  const label = product.itemGroup && words.variantLabels[product.itemGroup];
  if (!label || variants.length < 2) return null;
  const links = variants.map(({ sku, path, swatch, variant }) => {
    const current = sku === product.sku && html`aria-current="page"`;
    return html`<li><a href="${path}" ${current}><span class="swatch swatch-${swatch}"></span>${variant}</a></li>`;
  });
  return html`<nav class="swatches" aria-label="${label}">
  <p><span class="swatches-label">${label}</span> ${product.variant}</p>
  <ul>${links}</ul>
</nav>`;
}
