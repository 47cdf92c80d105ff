import { cssText as css } from '../../../styles/css-text.ts';
import { bandStyles } from './band/band-styles.ts';

export const overviewStyles: string = css`
  ${bandStyles}
  .linked {
    display: grid;
    align-content: start;
    gap: 0.5em;
    margin-bottom: 1.5em;
    padding: 1em;
    border: 1px solid var(--edge);
    border-radius: var(--radius);
    overflow-wrap: anywhere;
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
  /* The area to hit is larger than the sign, and reaches into the lines around it without moving them. */
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
  /* The row of photos has room for all that come, and scrolls beside the button, which thus stays where it is. */
  .strip {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }
  .strip ul {
    flex: 0 1 60em;
  }
  .strip .all {
    flex: none;
    justify-content: center;
    width: min-content;
    min-width: 5.15em;
    min-height: 5.15em;
    padding: 0.5em;
    border-color: var(--line);
  }
  .offers {
    justify-content: center;
  }
  .foot > .link {
    justify-self: center;
  }
  .languages {
    flex-basis: 100%;
  }
  .row.acts {
    gap: 0.25em 1em;
  }
  /* As wide before its word is there: rendered HTML arrives in pieces. */
  .acts > .link {
    min-width: 6em;
  }
  .facts {
    position: relative;
  }
  .link-to {
    position: absolute;
    inset: -4px;
  }
  @media (pointer: coarse) {
    .link-to {
      inset-block: -12px;
    }
  }
  @container (width < 600px) {
    .row.acts {
      column-gap: 0;
    }
    .acts .chip {
      padding-inline: 0.6em;
    }
    /* Its icon alone: the word would take a line of its own. */
    .acts > .link {
      flex: none;
      flex-wrap: nowrap;
      gap: 3em;
      width: 44px;
      min-width: 0;
      padding-inline-start: 1em;
      overflow: hidden;
      white-space: nowrap;
    }
  }
  /* With words twice as large, there is no room for all in one line. */
  @container (17em <= width < 600px) {
    .row.acts {
      flex-wrap: nowrap;
    }
  }
  .facts:has(.link-to:hover) time {
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  mark {
    background: light-dark(#ffe9a8, #6b5310);
    color: light-dark(#23201d, #fff);
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
