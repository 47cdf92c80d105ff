import { cssText as css } from '../../styles/css-text.ts';

export const askingStyles: string = css`
  dialog.asking {
    width: min(34em, calc(100vw - 2em));
    box-sizing: border-box;
    padding: 1.5em;
    border: 0;
    border-radius: var(--radius);
    background: var(--plaudit-background, light-dark(#fff, #1a1917));
    color: var(--plaudit-color, light-dark(#23201d, #f0ede8));
    font-weight: 400;
    text-align: start;
    box-shadow: 0 1em 3em rgb(0 0 0 / 0.3);
    overflow-wrap: anywhere;
  }
  dialog.asking::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .asking form {
    display: grid;
    gap: 1em;
    font-size: 1rem;
  }
  .asking label {
    display: grid;
    gap: 0.35em;
    font-weight: 600;
  }
  .asking :is(textarea, input) {
    width: 100%;
    height: auto;
    min-height: 2.75em;
    padding: 0.5em 0.75em;
    resize: vertical;
    font-weight: 400;
  }
  .asking input.trap {
    position: absolute;
    inset-inline-start: -100vw;
    width: 1px;
  }
  .asking .asked {
    padding-inline-start: 1em;
    border-inline-start: 2px solid var(--line);
  }
  .asking .found {
    padding: 1em;
    border-radius: var(--radius);
    background: var(--fill);
  }
  .asking .found ul {
    display: grid;
    gap: 0.75em;
    padding-top: 0.5em;
    font-size: 0.9375em;
  }
  .asking .wrong {
    color: light-dark(#b3261e, #ff9c94);
    font-size: 0.875em;
    font-weight: 600;
  }
  .asking .wrong:empty {
    display: none;
  }
`;
