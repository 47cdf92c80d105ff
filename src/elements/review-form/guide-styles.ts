import { cssText as css } from '../../styles/css-text.ts';

/** Styles of the guide, for where the form is narrow, and of a form that files are dragged over. */
export const guideStyles: string = css`
  .guide {
    display: none;
  }
  .steps {
    gap: 0.5em;
  }
  .steps progress {
    width: 100%;
    height: 0.35em;
  }
  .steps small {
    font-size: 0.875em;
    color: var(--muted);
  }
  p.guide {
    font-size: 1.125em;
    font-weight: 600;
  }
  .guide .button {
    flex: 1;
    justify-content: center;
    min-height: 3.2em;
    font-size: 0.9375em;
  }
  .guide .next {
    flex: 2;
  }
  .dropping fieldset:has([type='file']) {
    outline: 2px dashed var(--accent);
    outline-offset: 0.5em;
    border-radius: var(--radius);
  }
  [hidden] {
    display: none;
  }
  @container (width < 30em) {
    .guide {
      display: grid;
    }
    @media (prefers-reduced-motion: no-preference) {
      .now {
        animation: plaudit-question 0.15s ease-out;
      }
    }
  }
  @keyframes plaudit-question {
    from {
      opacity: 0;
      translate: 0 0.35em;
    }
  }
`;
