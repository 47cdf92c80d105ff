import { html, type TemplateResult } from 'lit';

/** Path of a star in a square of 20 units. */
export const oneStar = (x: number) => `M${x + 10} 1.8l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z`;
const five = [0, 20, 40, 60, 80].map(oneStar).join('');

/** A row of stars with one text alternative. Filled by an SVG width: a `style` attribute would break strict pages. */
export const stars = (rating: number, label: string): TemplateResult => html`
  <svg part="stars" class="stars" viewBox="0 0 100 20" role="img" aria-label=${label} aria-hidden=${label ? 'false' : 'true'}>
    <path class="off" d=${five} />
    <svg width=${Math.min(5, rating) * 20}><path class="on" d=${five} /></svg>
  </svg>
`;
