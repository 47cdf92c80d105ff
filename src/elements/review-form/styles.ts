import { css } from 'lit';

export const form = css`
  /* The thank-you message needs little room, however much the page has kept. */
  :host(:state(sent)) {
    min-height: 0 !important;
  }
  :host {
    min-height: 40em;
  }
  .base {
    --wrong: light-dark(#b3261e, #ff9c94);
  }
  form {
    display: grid;
    gap: 1.25em;
    max-width: 40em;
  }
  .field,
  .pair {
    display: grid;
    align-content: start;
    gap: 0.35em;
  }
  .pair {
    grid-template-columns: repeat(auto-fill, minmax(min(14em, 100%), 1fr));
    gap: 1.25em;
  }
  label,
  legend {
    font-weight: 600;
  }
  label .muted,
  legend .muted {
    font-weight: 400;
  }
  .text {
    width: 100%;
    min-height: 2.75em;
    padding: 0.5em 0.75em;
    resize: vertical;
  }
  [aria-invalid='true'] {
    border-color: var(--wrong);
    outline: 1px solid var(--wrong);
    outline-offset: -2px;
  }
  .wrong {
    color: var(--wrong);
    font-size: 0.875em;
    font-weight: 600;
  }
  .over {
    position: relative;
    justify-self: start;
  }
  .over:has(:focus-visible) {
    outline: 2px solid var(--accent);
    border-radius: var(--radius);
  }
  .over input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
    font-size: 0;
  }
  .rate {
    display: flex;
    /* Aligns the first star with the fields. */
    margin-inline-start: -0.35em;
  }
  .rate label {
    padding: 0.2em;
    font-size: 1.25em;
    line-height: 0;
  }
  .rate .star {
    width: 1.6em;
    height: 1.6em;
    fill: none;
    stroke: var(--edge);
    stroke-linejoin: round;
    overflow: visible;
  }
  .rate:not(:hover) :checked ~ .star,
  .rate:not(:hover) label:has(~ label > :checked) .star,
  .rate label:hover .star,
  .rate label:has(~ label:hover) .star {
    fill: var(--star);
    stroke: var(--star);
  }
  .choice {
    position: relative;
    display: grid;
    align-items: center;
  }
  select.text {
    appearance: none;
    padding-inline-end: 2.5em;
    text-overflow: ellipsis;
  }
  option {
    color: CanvasText;
    background: Canvas;
  }
  .choice .icon {
    position: absolute;
    inset-inline-end: 0.75em;
    pointer-events: none;
  }
  .upload {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.4em 0.75em;
    padding-block: 0.5em;
  }
  .upload .photo {
    grid-row: span 2;
    width: 5.75em;
    height: 5.75em;
  }
  .upload .button {
    padding: 0 0.7em;
  }
  progress {
    width: 6em;
    accent-color: var(--accent);
  }
  [aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }
  .panel {
    min-height: 18em;
  }
  .bone {
    max-width: 40em;
    background:
      linear-gradient(var(--fill) 1em, #0000 0) 0 0.3em / 8em 6.7em repeat-y,
      linear-gradient(#0000 1.9em, var(--fill) 0 4.7em, #0000 0) 0 0 / 100% 6.7em repeat-y;
  }
`;
