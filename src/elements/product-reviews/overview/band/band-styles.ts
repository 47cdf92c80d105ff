import { cssText as css } from '../../../../styles/css-text.ts';

/** The band with the overview, and the reviews that come before all others. */
export const bandStyles: string = css`
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
  .summary,
  .quotes {
    display: grid;
    gap: 0.75em;
    padding-block: 0.5em 1em;
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
  .ends {
    display: flex;
    justify-content: space-between;
    gap: 1em;
    font-size: 0.9em;
    font-weight: 400;
    overflow-wrap: break-word;
  }
  .ends > :last-child {
    text-align: end;
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
    min-width: 0;
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
      flex-wrap: nowrap;
      overflow: hidden;
      mask: linear-gradient(to right, #000 calc(100% - 3em), #0000);
    }
    .mentions .row:dir(rtl) {
      mask: linear-gradient(to left, #000 calc(100% - 3em), #0000);
    }
    .mentions .chip {
      flex: none;
    }
  }
  .highlights {
    border-top: 1px solid var(--line);
  }
  .highlights + .list {
    border-top-width: 0;
  }
  .mark {
    grid-column: 1 / -1;
    font-size: 0.875em;
    font-weight: 600;
    color: var(--muted);
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
    /* Neighbours in a row have no lines between them. */
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
`;
