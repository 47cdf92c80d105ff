import { css } from '../../styles/css.ts';

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
  }
  :is(.pair, .last) {
    gap: 1.25em;
  }
  /* Live regions without a text take no room, but stay known to screen readers. */
  .last > :empty {
    position: absolute;
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
  .primary {
    justify-content: center;
    justify-self: start;
  }
  /* An empty field with dir="auto" counts as written from left to right; its placeholder is in the page's language. */
  [dir='auto']:placeholder-shown {
    direction: inherit;
    unicode-bidi: isolate;
  }
  .word {
    min-height: 1.5em;
    margin-inline-start: 0.35em;
    font-weight: 600;
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
    flex-wrap: wrap;
    align-items: center;
        /* Aligns the first star with the fields. */
    margin-inline-start: -0.35em;
  }
  .rate label {
    box-sizing: content-box;
    width: 1.6em;
    height: 1.6em;
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
  @media (pointer: coarse) {
    .button {
      min-height: 44px;
    }
    .rate label {
      padding: 0.3em;
    }
  }
  /* One question at a time; without the code that asks for the next, the form drops this class. */
  @container (width < 30em) {
    .guided > .pair {
      display: contents;
    }
    :is(.guided, .guided > .pair) > .field:not(.now) {
      display: none;
    }
    .word {
      flex-basis: 100%;
    }
    .primary {
      justify-self: stretch;
      min-height: 3.2em;
      font-size: 0.9375em;
    }
  }
  .bone {
    max-width: 40em;
    background:
      linear-gradient(var(--fill) 1em, #0000 0) 0 0.3em / 8em 6.7em repeat-y,
      linear-gradient(#0000 1.9em, var(--fill) 0 4.7em, #0000 0) 0 0 / 100% 6.7em repeat-y;
  }
`;
