import { css } from 'lit';

/** An element that is a single link. */
export const link = css`
  :host {
    display: inline-block;
    min-height: 2.5em;
  }
  a {
    text-decoration: none;
  }
  .bone {
    width: 9em;
    height: 2.5em;
  }
`;
