import { cssText as css } from '../styles/css-text.ts';

/** Styles of the photo viewer. */
export const viewerStyles: string = css`
  .viewer {
    box-sizing: border-box;
    width: 100vw;
    height: 100dvh;
    max-width: none;
    max-height: none;
    padding: 0;
    border: 0;
    background: #131211;
    color: #f4f1ec;
    color-scheme: dark;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  .viewer[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
  }
  .viewer :is(button, ul, li, article, h3, p) {
    margin: 0;
    padding: 0;
  }
  .viewer header {
    display: flex;
    align-items: center;
    gap: 0.5em;
    padding: 0.5em;
  }
  .viewer button {
    display: grid;
    place-items: center;
    min-width: 44px;
    height: 44px;
    border: 0;
    border-radius: 22px;
    background: #35322f;
    color: inherit;
    font: inherit;
    font-size: 0.875rem;
    cursor: pointer;
  }
  .viewer .words {
    padding-inline: 1.1em;
  }
  .viewer button:hover:not([aria-pressed='true']) {
    background: #57534e;
  }
  .viewer :focus-visible {
    outline: 2px solid #f4f1ec;
    outline-offset: 2px;
  }
  .viewer [aria-disabled='true'] {
    opacity: 0.4;
    cursor: default;
  }
  .viewer [hidden] {
    display: none;
  }
  .viewer .close {
    margin-inline-start: auto;
  }
  .viewer [aria-pressed='true'] {
    background: #f4f1ec;
    color: #131211;
  }
  .viewer .stage {
    position: relative;
    min-height: 0;
  }
  .viewer figure {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto;
    gap: 0.5em;
    height: 100%;
    margin: 0;
    padding: 0 0.75em;
    overflow: hidden;
    text-align: center;
    touch-action: none;
    user-select: none;
  }
  .viewer figure img {
    width: 100%;
    height: 100%;
    min-height: 0;
    object-fit: contain;
  }
  .viewer figcaption {
    z-index: 1;
    justify-self: center;
    min-height: 2.9em;
    padding: 0.15em 0.9em;
    border-radius: 0.6em;
    /* An enlarged photo is behind it. */
    background: rgb(19 18 17 / 0.85);
    font-size: 0.9375rem;
  }
  .viewer small {
    display: block;
    font-size: 0.8125rem;
    color: #d6d1ca;
  }
  .viewer :is(.previous, .next) {
    position: absolute;
    z-index: 1;
    inset-block-start: calc(50% - 2.5em);
  }
  .viewer .previous {
    inset-inline-start: 0.5em;
  }
  .viewer .next {
    inset-inline-end: 0.5em;
  }
  .viewer article {
    display: grid;
    align-content: start;
    gap: 0.4em;
    max-height: 26dvh;
    padding: 0.75em 1em;
    border-block-start: 1px solid #35322f;
    overflow-y: auto;
    overscroll-behavior: contain;
    font-size: 0.9375rem;
    text-align: start;
  }
  .viewer h3 {
    width: auto;
  }
  .viewer article p {
    white-space: pre-line;
  }
  .viewer .rated {
    color: #f5b544;
    letter-spacing: 0.1em;
  }
  .viewer article .words {
    justify-self: start;
    margin-block-start: 0.4em;
  }
  .viewer ul {
    display: flex;
    gap: 0.4em;
    padding: 0.5em 0.75em;
    list-style: none;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .viewer li {
    flex: none;
    width: 3.5em;
    aspect-ratio: 1;
  }
  .viewer li button {
    width: 100%;
    min-width: 0;
    height: 100%;
    border-radius: 0.4em;
    overflow: hidden;
  }
  .viewer li img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    opacity: 0.6;
  }
  .viewer [aria-current] img,
  .viewer.at-a-glance li img {
    opacity: 1;
  }
  .viewer [aria-current] {
    outline: 2px solid #f4f1ec;
    outline-offset: -2px;
  }
  .viewer.at-a-glance :is(.stage, article, .zoom) {
    display: none;
  }
  .viewer.at-a-glance ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(6.5em, 1fr));
    grid-row: 2 / -1;
    align-content: start;
  }
  .viewer.at-a-glance li {
    width: auto;
  }
  .viewer svg {
    display: block;
    width: 1.4em;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.75;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .viewer svg:dir(rtl) {
    transform: scaleX(-1);
  }
  @media (height < 30em) {
    .viewer:not(.at-a-glance) ul {
      display: none;
    }
  }
  @media (width >= 48em), (aspect-ratio > 1.3) and (height < 30em) {
    .viewer.with-review:not(.at-a-glance) {
      grid-template-columns: minmax(0, 1fr) min(22em, 40vw);
    }
    .viewer.with-review header {
      grid-column: 1 / -1;
    }
    .viewer article {
      grid-area: 2 / 2 / 5;
      max-height: none;
      border: 0;
      padding: 0.5em 1.5em 1.5em;
    }
    .viewer figure {
      padding-inline: 4.5em;
    }
  }
`;
