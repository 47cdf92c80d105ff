import { html, type Html } from '../html.ts';
import { variantLabels, variantsOf, type Product } from '../shop.ts';

/** The other colours of a product; nothing if it has none. */
export function swatches(product: Product): Html | null {
  const variants = variantsOf(product);
  const label = product.itemGroup && variantLabels[product.itemGroup];
  if (!label || variants.length < 2) return null;
  return html`<nav class="swatches" aria-label="${label}">
  <p><span class="swatches-label">${label}</span> ${product.variant}</p>
  <ul>${variants.map((other) => html`<li><a href="${other.path}" ${other === product ? html`aria-current="page"` : null}><span class="swatch swatch-${product.itemGroup!}-${other.variant!.toLowerCase()}"></span>${other.variant}</a></li>`)}</ul>
</nav>`;
}
