import { cssText as css } from '../../styles/css-text.ts';

export const statementStyles: string = css`
  .statement {
    display: grid;
    gap: 1.25em;
    max-width: 44em;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: 0.45em 0.6em;
    border-bottom: 1px solid var(--line);
    font-weight: 400;
    text-align: end;
  }
  th:first-child {
    padding-inline-start: 0;
    text-align: start;
  }
  thead th {
    color: var(--muted);
    font-size: 0.875em;
    vertical-align: bottom;
    hyphens: auto;
  }
  @container (width < 28em) {
    th,
    td {
      padding-inline: 0.3em;
    }
    thead th {
      font-size: 0.75em;
    }
  }
  /* On phones, the words of most languages have no room beside each other. */
  @container (width < 22em) {
    thead th {
      writing-mode: vertical-rl;
    }
  }
  .all > * {
    font-weight: 600;
  }
  .star {
    vertical-align: -0.125em;
  }
  dl {
    display: grid;
    gap: 0.25em;
    padding-top: 0.5em;
  }
  dl > div {
    display: flex;
    justify-content: space-between;
    gap: 1em;
    max-width: 22em;
  }
  li + li {
    padding-top: 0.5em;
  }
`;
