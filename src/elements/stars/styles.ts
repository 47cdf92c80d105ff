import { cssText } from '../../styles/css-text.ts';
import { essentials } from '../../styles/essentials.ts';

export const lineStyles: string =
  essentials +
  cssText`
  :host {
    min-height: 1.5em;
  }
  .base:has(svg) {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 0.5em;
  }
  .themed {
    width: fit-content;
    padding: 0 0.4em;
  }
  /* Without children to show there is a bone. */
  :host(:empty) .bone {
    display: block;
    width: 7em;
  }
  span {
    opacity: 0.78;
    font-size: 0.875em;
  }
`;
