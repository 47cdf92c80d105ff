import { cssText } from '../../styles/css-text.ts';

/** Hides controls that need scripts, and shows texts that only scripts could unfold. */
export const plainStyle: string = cssText`
  :is(button, select, input, textarea, label, fieldset):not(.plain *, .frame, .line),
  form:not(.plain),
  :is(.chips, .mentions):not(.plain *) {
    display: none;
  }
  .folded {
    display: block;
    overflow: visible;
  }
  .frame,
  .line {
    pointer-events: none;
  }
  .plain {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em 1em;
    padding: 0.75em 0;
  }
  .plain.themed {
    padding-inline: 1em;
  }
  .plain form,
  .plain .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5em;
    margin: 0;
    padding: 0;
  }
  .plain .choices {
    flex-basis: 100%;
  }
  .plain input,
  .plain button {
    width: auto;
    height: 2.6em;
    padding: 0 0.9em;
  }
  :host {
    min-height: 0 !important;
  }
  .plain a {
    display: inline-flex;
    align-items: center;
    min-width: 24px;
    min-height: 24px;
    color: inherit;
  }
  .plain a.button {
    text-decoration: none;
  }
  .plain a.button:not(.chip) {
    min-height: 2.6em;
  }
  @media (pointer: coarse) {
    .plain a.button:not(.chip) {
      min-height: 44px;
    }
  }
  .plain .chip {
    gap: 0.35em;
    white-space: normal;
  }
  .plain span.chip {
    border-style: dashed;
    cursor: default;
  }
  .plain summary {
    min-height: 24px;
    font-size: 0.875em;
    cursor: pointer;
  }
  .plain details[open] {
    flex-basis: 100%;
  }
  .plain details .choices {
    padding-top: 0.5em;
  }
  .plain .muted {
    font-size: 0.875em;
  }
  .plain .chip .muted {
    font-size: 1em;
  }
  .plain [aria-current='true'] {
    font-weight: 700;
    text-decoration: none;
  }
  .plain .chip[aria-current='true'] {
    border-color: currentColor;
    background: var(--fill);
    /* Forced colours remove border and background but make this underline visible. */
    text-decoration: underline #0000;
  }
  .nothing a {
    color: inherit;
  }
`;
