import { cssText } from '../../styles/css-text.ts';
import { essentials } from '../../styles/essentials.ts';

export const lineStyles: string =
  essentials +
  cssText`
  :host {
    min-height: 1.5em;
  }
  /* The children stand as they would without us, whatever room the page kept for what did not come. */
  :host(:state(failed)) {
    min-height: 0 !important;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 0.45em;
    height: 1.5em;
  }
  .themed {
    width: fit-content;
    padding: 0 0.4em;
  }
  .bone {
    width: 7em;
    border-radius: var(--plaudit-radius, 0.5em);
    background: color-mix(in srgb, currentColor 7%, transparent);
  }
  span,
  button {
    color: color-mix(in srgb, currentColor 78%, transparent);
    font-size: 0.875em;
  }
  button {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    font-family: inherit;
    text-decoration: underline;
    cursor: pointer;
  }
`;
