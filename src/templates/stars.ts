import { html, type TemplateResult } from 'lit';
import { fiveStars } from './star-line.ts';

/** A row of stars with one text alternative. An SVG width fills them: strict pages forbid `style` attributes. */
export const stars = (rating: number, label: string): TemplateResult => html`
  <svg part="stars" class="stars" viewBox="0 0 100 20" role="img" aria-label=${label}
      aria-hidden=${label ? 'false' : 'true'}>
    <path class="off" d=${fiveStars} />
    <svg width=${rating * 20}><path class="on" d=${fiveStars} /></svg>
  </svg>
`;
