import { css } from './css.ts';

/** Styles of the larger elements. */
export const content = css`
  .base {
    container-type: inline-size;
  }
  .themed {
    padding: 1em;
  }
  :is(h2, h3, h4, p, ul, dl, dd, fieldset, legend) {
    margin: 0;
    padding: 0;
    border: 0;
    min-width: 0;
    list-style: none;
  }
  h2,
  h3,
  h4 {
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.35;
  }
  h2 {
    font-size: 1.25em;
  }
  b {
    font-weight: 600;
  }
  button,
  input,
  select,
  textarea {
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    background: none;
    color: inherit;
    font: inherit;
  }
  input,
  select,
  textarea {
    /* Safari on iPhones zooms the page when a focused field has smaller text. */
    font-size: max(1em, 16px);
  }
  button,
  select {
    cursor: pointer;
  }
  ::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  .icon {
    width: 1.25em;
    height: 1.25em;
    flex: none;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .star {
    width: 1em;
    height: 1em;
    fill: var(--star);
  }
  .sr {
    position: absolute;
    clip-path: inset(50%);
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
  }
  .primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--plaudit-on-accent, light-dark(#fff, #1c1a18));
  }
  /* Dark words on a light accent: either is at least 4.5:1 above or below this luminance. None shows through. */
  @supports (color: color(from red xyz x y z)) {
    .primary {
      --white: clamp(0, (0.179 - y) * 1e9, 1);
      --solid: color(from var(--accent) xyz x y z / 1);
      --on-accent: color(
        from var(--solid) xyz calc(0.95 * var(--white)) var(--white) calc(1.089 * var(--white))
      );
      background: var(--solid);
      color: var(--plaudit-on-accent, var(--on-accent));
      /* Where the accent is currentcolor. */
      -webkit-text-fill-color: var(--plaudit-on-accent, var(--on-accent));
    }
  }
  .primary:focus-visible {
    outline-color: gray;
  }
  .primary:hover {
    background: color-mix(in srgb, var(--solid, var(--accent)) 85%, gray);
  }
  .panel {
    display: grid;
    /* Puts the heading just above the middle. Rendered HTML arrives in pieces, so every piece has a fixed place. */
    grid-template-rows: 3fr minmax(1.7em, auto) 4fr;
    /* One group, around the middle. */
    align-items: end;
    justify-items: center;
    gap: 0.6em;
    min-height: inherit;
    padding: 2em 1em;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    text-align: center;
    text-wrap: balance;
  }
  .panel > svg {
    font-size: 1.5em;
  }
  .panel > h2 ~ * {
    align-self: start;
  }
  .panel .button {
    margin-top: 1em;
  }
  .photo {
    width: 5.5em;
    height: 5.5em;
    object-fit: cover;
    border-radius: var(--radius);
    background: var(--fill);
  }
  @media (pointer: coarse) {
    :is(button, select, input, summary, .button) {
      min-height: 44px;
    }
  }
  @media print {
    :is(button, .button, select, input, .field) {
      display: none;
    }
  }
`;
