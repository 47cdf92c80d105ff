import { html, type TemplateResult } from 'lit';
import { oneStar } from './star-line.ts';

/** A single star, hidden from assistive technology. */
export const star = (): TemplateResult =>
  html`<svg class="star" viewBox="0 0 20 20" aria-hidden="true"><path d=${oneStar(0)} /></svg>`;
