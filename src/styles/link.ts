import { css } from './css.ts';

/** Styles of the elements that are a single link. */
export const link = css`
  :host(:not([hidden])) {
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
  /* Gives the placeholder a baseline, so that text beside it does not move when the link appears. */
  .bone::before {
    content: '\\a0';
  }
`;
