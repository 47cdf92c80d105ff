import { css } from './css.ts';

export const reviews = css`
  :host {
    min-height: 20em;
  }
  .bar {
    gap: 0.6em 0.75em;
    padding-bottom: 1em;
    scroll-margin-block: calc(1em + var(--plaudit-sticky-top, 0px)) 1em;
  }
  .bar h2 {
    /* As tall as the fields beside it. */
    line-height: 2.08;
  }
  /* The search follows the number, and the sort field has one width: rendered HTML arrives in pieces. */
  .find {
    flex: 1 1 22em;
    max-width: 50em;
  }
  .field {
    position: relative;
    display: flex;
    flex: 1 1 6em;
    align-items: center;
  }
  .sort {
    flex: 0 1 13em;
  }
  .field .icon {
    position: absolute;
    inset-inline-start: 0.7em;
    pointer-events: none;
  }
  .sort .icon {
    inset-inline: auto 0.7em;
  }
  input,
  select {
    appearance: none;
    width: 100%;
    height: 2.6em;
    padding-inline: 2.4em 0.4em;
  }
  select {
    padding-inline: 0.9em 2.5em;
  }
  option {
    color: CanvasText;
    background: Canvas;
  }
  .filter {
    display: none;
  }
  .chips {
    flex-basis: 100%;
  }
  .chip {
    min-height: max(2.1em, 24px);
    max-width: 100%;
    padding: 0 0.8em;
    border-radius: 2em;
    font-weight: 400;
  }
  .chip .muted:empty {
    display: none;
  }
  [aria-pressed='true'] {
    border-color: currentColor;
    background: var(--fill);
    font-weight: 600;
    /* Forced colours remove border and background but make this underline visible. */
    text-decoration: underline #0000;
  }
  .link {
    justify-self: start;
    min-height: 24px;
    padding: 0;
    border: 0;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  .list {
    border-top: 1px solid var(--line);
  }
  :host([aria-busy]) .list {
    opacity: 0.5;
  }
  /* Skips the layout of distant items. Fragments do without: they arrive in pieces, and estimates would shift them. */
  .far > :nth-child(n + 6) {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 15em;
    /* Room for focus rings. */
    overflow-clip-margin: 6px;
  }
  .review {
    display: grid;
    gap: 0.85em;
    padding: 1.5em 0;
    border-bottom: 1px solid var(--line);
    overflow-wrap: anywhere;
  }
  :is(.review, .bar h2):focus {
    outline: none;
  }
  .who {
    display: flex;
    gap: 0.75em;
    line-height: 1.4;
  }
  .monogram {
    display: grid;
    place-items: center;
    flex: none;
    width: 2.5em;
    height: 2.5em;
    border-radius: 50%;
    background: color-mix(in srgb, var(--star) 15%, transparent);
    font-weight: 600;
  }
  .verified {
    display: flex;
    gap: 0.25em;
    font-size: 0.875em;
    font-weight: 600;
    /* Green on the shop's own text colour: a dark page need not declare its colour scheme. */
    color: color-mix(in srgb, currentColor 55%, #2f9e6b);
  }
  .what {
    display: grid;
    place-items: start;
    align-content: start;
    gap: 0.6em;
    min-width: 0;
    max-width: 44em;
  }
  /* A title and its text begin at the same edge, whatever the direction of the page. */
  h3,
  .content {
    width: 100%;
  }
  .content {
    white-space: pre-line;
    line-height: 1.6;
  }
  .folded {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 6;
    overflow: hidden;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25em 1.25em;
    font-size: 0.875em;
  }
  dt,
  dd {
    display: inline;
  }
  dd {
    margin-inline-start: 0.35em;
    font-weight: 600;
  }
  .frame,
  .photo {
    display: block;
    padding: 0;
    border: 0;
    cursor: zoom-in;
  }
  .strip {
    padding-bottom: 1em;
  }
  .strip .photo {
    width: 4.5em;
    height: 4.5em;
  }
  .strip ul {
    flex-wrap: nowrap;
    padding-block: 4px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--line) transparent;
  }
  .strip li {
    flex: none;
  }
  /* A ring outside would be cut off at the edge of the row. */
  .strip .frame:focus-visible {
    outline-offset: -2px;
  }
  :is(dl, .chip) .muted {
    font-size: 1em;
  }
  .facts {
    gap: 0 0.35em;
  }
  [aria-pressed='true'] + .negative,
  .positive:has(+ [aria-pressed='true']) {
    opacity: 0.6;
  }
  .negative .icon {
    rotate: 180deg;
  }
  .foot {
    display: grid;
    justify-items: center;
    gap: 1em;
    padding-top: 1.5em;
    text-align: center;
    text-wrap: balance;
  }
  .foot > .muted {
    max-width: 44em;
  }
  /* Imitates the text of reviews. */
  .bone {
    background:
      radial-gradient(circle at 1.25em 1.25em, var(--fill) 1.25em, #0000 1.3em) 0 0 / 2.5em 7em repeat-y,
      linear-gradient(#0000 0.8em, var(--fill) 0 1.7em, #0000 0) 3.25em 0 / 9em 7em repeat-y,
      linear-gradient(#0000 3.5em, var(--fill) 0 4.4em, #0000 0) 0 0 / 100% 7em repeat-y,
      linear-gradient(#0000 5em, var(--fill) 0 5.9em, #0000 0) 0 0 / 70% 7em repeat-y;
  }
  @container (width > 42em) {
    .review {
      grid-template-columns: 12em minmax(0, 1fr);
      gap: 2em;
    }
    .bone {
      background-position: 0 0, 3.25em 0, 14em -3em, 14em -3em;
    }
  }
  @container (width < 600px) {
    /* One a line, whatever has arrived of it. */
    .review dl {
      display: grid;
    }
    .bar > h2 {
      flex: auto;
      font-size: 1.125em;
    }
    .find {
      display: grid;
      /* Wide enough before its word is there: rendered HTML arrives in pieces. */
      grid-template-columns: minmax(0, 1fr) minmax(max-content, 38%);
      align-items: stretch;
    }
    .find > .filter {
      display: inline-flex;
    }
    .find > .sort {
      grid-column: 1 / -1;
    }
    .bar > .chips {
      display: none;
    }
  }
  /* In ems of the element: words twice as large have half the room. */
  @container (width < 13em) {
    .find {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (pointer: coarse) {
    :is(.chip, .link) {
      min-height: 44px;
    }
  }
  /* Paper has no button that unfolds a text. */
  @media print {
    .far > :nth-child(n) {
      content-visibility: visible;
    }
    .folded {
      display: block;
      overflow: visible;
    }
    .field {
      display: none;
    }
  }
  .comment {
    display: grid;
    justify-items: start;
    gap: 0.6em;
    margin-top: 0.6em;
    padding: 1em;
    /* Seen in forced colours, which remove the background. */
    border: 1px solid #0000;
    border-radius: var(--radius);
    background: var(--fill);
  }
`;
