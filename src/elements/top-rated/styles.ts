import { css } from '../../styles/css.ts';

export const shelf = css`
  /* The height of a heading, a picture as wide as its product, and four lines. */
  :host {
    min-height: calc(clamp(9em, 42vw, 13em) + 11em);
  }
  .base {
    --wide: clamp(9em, 42cqi, 13em);
    --next: calc(var(--wide) + 1em);
  }
  .bone {
    background:
      linear-gradient(var(--fill) 0 0) 0 0.7em / 9em 1.2em no-repeat,
      linear-gradient(90deg, var(--fill) var(--wide), #0000 0) 0 3.25em / var(--next) var(--wide) repeat-x,
      linear-gradient(90deg, var(--fill) calc(0.8 * var(--wide)), #0000 0) 0 calc(var(--wide) + 4.3em) /
        var(--next) 0.9em repeat-x,
      linear-gradient(90deg, var(--fill) calc(0.5 * var(--wide)), #0000 0) 0 calc(var(--wide) + 6em) /
        var(--next) 0.9em repeat-x;
  }
  .head {
    min-height: 3em;
    padding-bottom: 0.75em;
  }
  .head h2 {
    margin-inline-end: auto;
  }
  .turn {
    width: 2.5em;
    padding: 0;
    justify-content: center;
    border-color: var(--line);
    border-radius: 50%;
  }
  ul {
    display: flex;
    gap: 1em;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scroll-snap-type: x proximity;
    scrollbar-width: thin;
    scrollbar-color: var(--line) transparent;
    padding-bottom: 0.75em;
  }
  .product {
    display: grid;
    align-content: start;
    gap: 0.3em;
    flex: 0 0 var(--wide);
    scroll-snap-align: start;
    overflow-wrap: anywhere;
  }
  a {
    color: inherit;
    text-decoration: none;
  }
  a:hover .name {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  :focus-visible {
    outline-offset: -2px;
    border-radius: var(--radius);
  }
  /* A space at the end of a line that goes on when more arrives counts as moved, so that there is none. */
  .price {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 0.6em;
  }
  .picture {
    display: grid;
    place-items: center;
    aspect-ratio: 1;
    overflow: hidden;
    margin-bottom: 0.6em;
    border-radius: var(--radius);
    background: var(--fill);
    color: var(--muted);
  }
  .letter {
    font-size: 3em;
  }
  .picture img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  .name {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
    /* Two lines for every name, so that products that arrive later do not move the earlier ones. */
    min-height: 2.7em;
    font-weight: 600;
    line-height: 1.35;
  }
  .price * {
    overflow-wrap: normal;
  }
  .line {
    display: flex;
    align-items: center;
    gap: 0.4em;
    font-size: 0.875em;
  }
`;
