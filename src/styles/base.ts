import { css } from './css.ts';

/** Styles of all elements except `plaudit-stars`, with colours derived from the current text colour. */
export const base = css`
  * {
    box-sizing: border-box;
  }
  /* After a failure, the children look as they would without us, so release the room kept. */
  :host(:state(failed)) {
    min-height: 0 !important;
  }
  .base {
    --muted: color-mix(in srgb, currentColor 78%, transparent);
    --fill: color-mix(in srgb, currentColor 7%, transparent);
    --star: var(--plaudit-star-color, light-dark(#c2660a, #f5b544));
    --radius: var(--plaudit-radius, 0.5em);
    --accent: var(--plaudit-accent, light-dark(#23201d, #f4f1ec));
    --edge: color-mix(in srgb, currentColor 56%, transparent);
    --line: color-mix(in srgb, currentColor 14%, transparent);
  }
  @media (prefers-contrast: more) {
    .base {
      --muted: currentColor;
      --edge: currentColor;
      --line: color-mix(in srgb, currentColor 56%, transparent);
    }
    .off {
      opacity: 0.5;
    }
  }
  :dir(rtl):is(.flip, .bone) {
    transform: scaleX(-1);
  }
  :focus-visible {
    outline: 2px solid var(--plaudit-accent, currentColor);
    outline-offset: 2px;
  }
  .muted {
    color: var(--muted);
    font-size: 0.875em;
  }
  /* Where a header of the page that stays has a height that cannot be seen. */
  :host,
  :where([tabindex], form, .bar) {
    scroll-margin-block-start: calc(var(--plaudit-sticky-top, 0px) + 8px);
  }
  .button {
    display: inline-flex;
    align-items: center;
    gap: 0.5em;
    min-height: max(2.5em, 24px);
    padding: 0 1em;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: none;
    color: inherit;
    font: inherit;
    font-size: 0.875em;
    font-weight: 600;
    cursor: pointer;
  }
  .button:hover {
    background: var(--fill);
  }
  .failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    padding: 0.75em 0;
  }
`;
