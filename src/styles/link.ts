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
    width: 10em;
    min-height: 0;
    font-size: 0.875em;
    line-height: 2.5em;
  }
  /* Text beside it stands where it will stand beside the link. */
  .bone::before {
    content: '\\a0';
  }
`;
