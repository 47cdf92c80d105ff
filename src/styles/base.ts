import { css } from 'lit';

/** The shop's font and colours, taken over: all else is mixed from the current text colour. */
export const base = css`
  :host {
    display: block;
    line-height: 1.5;
  }
  :host([hidden]) {
    display: none;
  }
  /* The children stand as they would without us, whatever room the page kept for what did not come; thanks need little. */
  :host(:is(:state(failed), :state(sent))) {
    min-height: 0 !important;
  }
  * {
    box-sizing: border-box;
  }
  /* What stands for content fills the room that is kept for it, however much the page keeps. */
  :is(.base, slot, .bone, .panel) {
    min-height: inherit;
  }
  .base {
    --muted: color-mix(in srgb, currentColor 78%, transparent);
    --edge: color-mix(in srgb, currentColor 56%, transparent);
    --line: color-mix(in srgb, currentColor 14%, transparent);
    --fill: color-mix(in srgb, currentColor 7%, transparent);
    --star: var(--plaudit-star-color, light-dark(#c2660a, #f5b544));
    --accent: var(--plaudit-accent, light-dark(#23201d, #f4f1ec));
    --radius: var(--plaudit-radius, 0.5em);
  }
  .themed {
    background: var(--plaudit-background, light-dark(#fff, #1a1917));
    color: var(--plaudit-color, light-dark(#23201d, #f0ede8));
    border-radius: var(--radius);
  }
  .light {
    color-scheme: light;
  }
  .dark {
    color-scheme: dark;
  }
  .stars {
    display: block;
    width: 5.75em;
    height: 1.15em;
    flex: none;
  }
  :dir(rtl):is(.stars, .flip, .bone) {
    transform: scaleX(-1);
  }
  .off {
    fill: color-mix(in srgb, currentColor 20%, transparent);
  }
  .on {
    fill: var(--star);
  }
  .muted {
    color: var(--muted);
    font-size: 0.875em;
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
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .failure {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    padding: 0.75em 0;
  }
  .bone {
    border-radius: var(--radius);
    background: var(--fill);
    /* It is all background. */
    forced-color-adjust: none;
  }
`;
