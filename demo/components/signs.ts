/** A line drawing for each shelf, in a square of 48 units. */
import { html, raw, type Html } from '../html.ts';

const drawing = (content: string) => (): Html =>
  html`<svg class="sign" viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">${raw(content)}</svg>`;

export const signs: Readonly<Record<string, () => Html>> = {
  // A mug that steams
  kitchen: drawing(
    '<path d="M9 19h23v13a8 8 0 0 1-8 8h-7a8 8 0 0 1-8-8zM32 22h3.5a5 5 0 0 1 0 10H32M6 44h30' +
      'M14.5 14c-2.5-2.6 2.5-4.4 0-8M20.5 14c-2.5-2.6 2.5-4.4 0-8M26.5 14c-2.5-2.6 2.5-4.4 0-8' +
      'M9 24c4 2.5 7-1.5 11.5 0s8 1.5 11.5-.5"/>',
  ),
  // A lamp and its light
  lighting: drawing(
    '<path d="M12 25a12 12 0 0 1 24 0zM24 25v12M17 43c0-4 2.5-6 7-6s7 2 7 6zM24 8V4M11.3 12.3 8.5 9.5' +
      'M36.7 12.3l2.8-2.8M6.5 22.5l-4-.7M41.5 22.5l4-.7M29.5 25v5"/>',
  ),
  // A notebook and a pen
  desk: drawing(
    '<path d="M8 7h21a2 2 0 0 1 2 2v30a2 2 0 0 1-2 2H8zM12.5 7v34M17 14h9M17 18.5h6M37 8.5l5 1.3-6.5 25.5' +
      '-3.7 4-1.3-5.3zM36 13.2l5 1.3M24 41v4.5l1.8-1.6 1.8 1.6V41"/>',
  ),
  // A pot with something growing in it
  garden: drawing(
    '<path d="M12 28h24v4.5H12zM14.5 32.5l2 11.5h15l2-11.5M24 28V13M24 22c-6.5 0-10-3.5-10-9.5 6.5 0 10 3.5 10 9.5z' +
      'M24 17c0-6 3.5-10.5 10.5-10.5 0 7-4 10.5-10.5 10.5z"/>',
  ),
};
