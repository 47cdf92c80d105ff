/** As `styles/css-text.ts`, which would come with all that every element needs. */
const css = String.raw;

export const overviewStyles: string = css`
  .overview {
    display: grid;
    gap: 0.6em 2em;
    position: relative;
    margin-bottom: 1em;
    border-block: 1px solid var(--line);
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .overview summary {
    display: flex;
    align-items: center;
    gap: 1em;
    min-height: 44px;
    font-size: 0.9375em;
    cursor: pointer;
    list-style: none;
  }
  .overview summary::-webkit-details-marker {
    display: none;
  }
  .overview summary::after {
    content: '';
    flex: none;
    width: 0.5em;
    height: 0.5em;
    margin-inline: auto 0.25em;
    border: solid;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -0.15em;
  }
  .overview [open] > summary::after {
    rotate: 225deg;
    translate: 0 0.15em;
  }
  /* On a keyboard alone, and over what is there. */
  .skip {
    position: absolute;
    z-index: 1;
    min-height: 44px;
    padding-inline: 1em;
    background: Canvas;
    color: CanvasText;
  }
  .skip:not(:focus) {
    clip-path: inset(50%);
  }
  .overview > p {
    padding-block: 0.6em;
  }
  .overview :is(.summary, .quotes) {
    padding-block: 0.5em 1em;
  }
  .quotes,
  .summary {
    display: grid;
    gap: 0.75em;
  }
  .scales,
  .quotes ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(8em, 100%), 1fr));
    gap: 0.5em 2em;
    font-size: 0.875em;
  }
  .quotes ul {
    grid-template-columns: repeat(auto-fill, minmax(min(15em, 100%), 1fr));
    font-size: 0.9375em;
  }
  .scale > * {
    display: block;
  }
  .scale dd {
    margin: 0;
  }
  .most {
    display: block;
    font-weight: 600;
  }
  .most .muted {
    font-weight: 400;
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
  .mentions {
    display: flex;
    align-items: flex-start;
    gap: 0.5em 0.75em;
    padding-block-end: 0.75em;
  }
  .mentions h3 {
    flex: none;
    width: auto;
    line-height: 2.4;
  }
  .mentions .row {
    flex: 1;
    align-content: flex-start;
  }
  .ends {
    font-weight: 400;
    overflow-wrap: break-word;
  }
  [open] + .scales {
    grid-template-columns: repeat(auto-fill, minmax(min(15em, 100%), 1fr));
  }
  /* As long as it is folded, the band is one line where it is narrow, and as little more as there is room for. */
  .overview:has(> details:not([open])) {
    .ends,
    .scale:nth-child(n + 4) {
      display: none;
    }
    .mentions .row {
      max-height: max(2.1em, 24px);
      overflow: hidden;
    }
  }
  @container (width < 600px) {
    .overview:has(> details:not([open])) :is(.scales, .mentions, .recommend .muted) {
      display: none;
    }
    .mentions {
      flex-direction: column;
    }
  }
  @container (width >= 600px) {
    .overview {
      padding-block: 0.75em;
    }
    .overview summary {
      align-items: flex-start;
      min-height: 2.5em;
    }
    .overview summary::after {
      margin-block-start: 0.5em;
    }
    .recommend .muted {
      display: block;
    }
    /* Columns that are there before what is in them: rendered HTML arrives in pieces. */
    .scaled {
      grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    }
    .scaled > [open] + .scales {
      grid-column: 1 / -1;
    }
    .mentions {
      padding: 0;
    }
    /* What stands side by side has no lines between. */
    .two + .list {
      border-top-width: 1px;
    }
    .overview > .mentions,
    .overview > [open] {
      grid-column: 1 / -1;
    }
    .two {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 2em;
    }
    .two .review {
      grid-template-columns: minmax(0, 1fr);
      align-content: start;
      gap: 0.85em;
      border: 0;
    }
  }
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
  .linked .row {
    min-height: 1.5em;
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
    padding-inline: 0.8em 1.9em;
    background:
      linear-gradient(45deg, #0000 50%, currentColor 0) calc(100% - 1.1em) 55% / 0.3em 0.3em no-repeat,
      linear-gradient(-45deg, #0000 50%, currentColor 0) calc(100% - 0.8em) 55% / 0.3em 0.3em no-repeat;
    font-size: max(0.875em, 16px);
    text-overflow: ellipsis;
    field-sizing: content;
  }
  select.chip:dir(rtl) {
    background-position:
      0.8em 55%,
      1.1em 55%;
  }
  @media (pointer: fine) {
    select.chip {
      font-size: 0.875em;
    }
  }
  select[data-on='true'] {
    border-color: currentColor;
    background-color: var(--fill);
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
    width: 5.15em;
    min-height: 5.15em;
    padding: 0.5em;
    border-color: var(--line);
  }
  .offers {
    justify-content: center;
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
    .overview details::details-content {
      content-visibility: visible;
    }
    .chips,
    .mentions,
    .link-to {
      display: none;
    }
  }
`;
