import { css } from './css.ts';

/** Styles of talk about a review or a question: answers, disclosures and the like. */
export const talk = css`
  .aspects {
    gap: 0.35em 1.5em;
  }
  .aspects div {
    display: flex;
    align-items: center;
    gap: 0.5em;
  }
  .aspects .stars {
    width: 5em;
    height: 1em;
  }
  .tip {
    padding: 0.6em 0.9em;
    border-radius: var(--radius);
    background: var(--fill);
  }
  details {
    width: 100%;
  }
  summary {
    display: inline-flex;
    align-items: center;
    gap: 0.4em;
    min-height: 24px;
    cursor: pointer;
    font-size: 0.875em;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  summary::after {
    content: '';
    width: 0.4em;
    height: 0.4em;
    margin-inline-start: 0.15em;
    border: solid;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    translate: 0 -0.1em;
  }
  [open] > summary::after {
    rotate: 225deg;
    translate: 0 0.1em;
  }
  .acts {
    gap: 0.25em 1.25em;
  }
`;
