import { html, type TemplateResult } from 'lit';

/** A stroked icon on a grid of 24, hidden from assistive technology. Elements define icons that only they use. */
export const icon = (path: string, kind = ''): TemplateResult =>
  html`<svg class="icon ${kind}" viewBox="0 0 24 24" aria-hidden="true"><path d=${path} /></svg>`;

export const search = () => icon('M21 21l-5-5m2-5.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0');
export const camera = () => icon('M4 7h4l1.5-2.5h5L16 7h4v12H4zm11.5 5.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0');
export const cross = () => icon('M6 6l12 12m0-12L6 18');
export const chevron = (up = false) => icon(up ? 'M6 15l6-6 6 6' : 'M6 9l6 6 6-6');
export const flag = () => icon('M5 21V4h13l-3 4.5 3 4.5H5');
