/** As `styles/css-text.ts`, which would come with all that every element needs. */
const css = String.raw;

export const overviewStyles: string = css`
  .overview {
    display: grid;
    gap: 1.5em;
    padding-bottom: 1.5em;
  }
  .overview:not(:has(*)) {
    display: none;
  }
  .scales,
  .mentions,
  .quotes,
  .summary {
    display: grid;
    gap: 0.75em;
  }
  .scales dl,
  .quotes ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(15em, 100%), 1fr));
    gap: 0.75em 2em;
    font-size: 0.9375em;
  }
  .scale > * {
    display: block;
  }
  .scale dd {
    font-weight: 400;
  }
  .scale dt {
    font-weight: 600;
  }
  .track {
    display: block;
    width: 100%;
    height: 1.1em;
    overflow: visible;
  }
  .track .off {
    opacity: 0.16;
  }
  .dot {
    fill: var(--star);
    stroke: var(--plaudit-background, Canvas);
    stroke-width: 1.5;
  }
  .ends > :last-child {
    text-align: end;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    gap: 1em;
    font-size: 0.9em;
  }
  .highlights {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(19em, 100%), 1fr));
    gap: 1em;
  }
  .highlight,
  .linked {
    display: grid;
    align-content: start;
    gap: 0.5em;
    padding: 1em;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    overflow-wrap: anywhere;
  }
  .linked {
    margin-bottom: 1.5em;
    border-color: var(--edge);
  }
  a.link {
    color: inherit;
  }
  /* As tall with the stars alone as with what comes after them: rendered HTML arrives in pieces. */
  :is(.highlight, .linked) .row {
    min-height: 1.5em;
  }
  .excerpt {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
    overflow: hidden;
    font-size: 0.875em;
  }
  .quotes .link {
    display: grid;
    overflow-wrap: anywhere;
    text-decoration-color: var(--line);
  }
  .summary {
    max-width: 44em;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  /* Characters that turn the direction end with their sentence. */
  .summary span {
    unicode-bidi: isolate;
  }
  /* What can be hit is larger than what is seen, and reaches into the lines around it without moving them. */
  .summary a {
    display: inline-grid;
    place-content: center;
    min-width: 24px;
    min-height: 24px;
    margin: -4px -2px;
    padding: 2px;
    border-radius: 2em;
    background: var(--fill) content-box;
    font-size: 0.8125em;
    line-height: 1;
    text-decoration-color: var(--line);
  }
  @media (pointer: coarse) {
    .summary a {
      min-width: 44px;
      min-height: 44px;
      margin: -14px -2px;
      padding: 10px;
    }
  }
  /* A closing mark would move while rendered HTML arrives in pieces. */
  q {
    quotes: none;
  }
  mark {
    background: light-dark(#ffe9a8, #6b5310);
    color: light-dark(#23201d, #fff);
  }
  /* Twice: more than the row, which is adopted after these styles where a server rendered them. */
  .scroll.scroll {
    display: flex;
    flex-wrap: nowrap;
    gap: 0.5em;
    padding-block: 4px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
  }
  .scroll > * {
    flex: none;
  }
  .scroll > :focus-visible {
    outline-offset: -2px;
  }
  .chip {
    position: relative;
    overflow: hidden;
    white-space: nowrap;
    transition: background-color 0.15s;
  }
  .chip:disabled {
    opacity: 0.5;
    cursor: default;
  }
  .chip .row {
    gap: 0.25em;
  }
  .share {
    position: absolute;
    inset: auto 0.8em 2px;
    width: calc(100% - 1.6em);
    height: 2px;
    fill: light-dark(#b3402a, #f08a70);
  }
  select.chip {
    width: auto;
    height: auto;
    max-width: 14em;
    padding-inline: 0.8em;
    font-size: max(0.875em, 16px);
    text-overflow: ellipsis;
    field-sizing: content;
  }
  @media (pointer: fine) {
    select.chip {
      font-size: 0.875em;
    }
  }
  select[data-on='true'] {
    border-color: currentColor;
    background: var(--fill);
    font-weight: 600;
  }
  /* The row of photos scrolls beside the button, which thus stays where it is. */
  .strip {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }
  .strip ul {
    flex: 1;
  }
  .strip .all {
    flex: none;
    justify-content: center;
    width: 6.3em;
    min-height: 6.3em;
    padding: 0.5em;
    border-color: var(--line);
  }
  .languages {
    flex-basis: 100%;
  }
  .row.acts {
    gap: 0.25em 1em;
  }
  .facts {
    position: relative;
  }
  .link-to {
    position: absolute;
    inset: -4px;
  }
  .facts:has(.link-to:hover) time {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  ::highlight(plaudit-found) {
    background: light-dark(#ffe9a8, #6b5310);
    color: light-dark(#23201d, #fff);
  }
  @media print {
    .chips,
    .mentions,
    .link-to {
      display: none;
    }
  }
`;
