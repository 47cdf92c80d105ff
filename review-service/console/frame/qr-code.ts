import { encode } from 'uqr';
import { html, type Markup } from '../../letters/html.ts';

/** Dark on white by night too: not every app reads it the other way round. */
export function qrCode(text: string, label: string): Markup {
  const { data, size } = encode(text);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"
 shape-rendering="crispEdges"><path d="${dark.join('')}"/></svg>`;
}
